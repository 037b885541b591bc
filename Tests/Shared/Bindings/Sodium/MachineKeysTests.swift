import Sodium
import Testing

@Suite struct MachineKeysTests {
    @Test func aStoredKeyGivesTheSamePairAgain() throws {
        let keys = MachineKeys()
        let again = try MachineKeys(secretKey: keys.secretKey)
        #expect(again.publicKey == keys.publicKey && again.publicKey.count == 32)
        #expect(MachineKeys().publicKey != keys.publicKey)
    }

    @Test func aKeyOfAnotherLengthIsRefused() {
        #expect(throws: SodiumError.self) { try MachineKeys(secretKey: .random(count: 31)) }
    }

    @Test func aTextShowsNothingOfTheSecretKey() {
        let keys = MachineKeys()
        let secret = keys.secretKey.withBytes { Base64URL.encode(Array($0)) }
        var text = ""
        dump(keys, to: &text)
        #expect(!text.contains(secret) && !"\(keys)".contains(secret))
    }
}
