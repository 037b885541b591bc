import Sodium
import Testing

@Suite struct SealedBoxTests {
    @Test func onlyTheReceiverOpensItAndUnchanged() throws {
        let (keys, secret) = (MachineKeys(), SecretBytes.random(count: 32))
        let box = try SealedBox.seal(secret, for: keys.publicKey)
        #expect(box.count == 32 + SealedBox.overhead)
        #expect(SealedBox.open(box, with: keys) == secret)
        #expect(SealedBox.open(box, with: MachineKeys()) == nil)
        for index in box.indices {
            var changed = box
            changed[index] ^= 1
            #expect(SealedBox.open(changed, with: keys) == nil)
        }
        for count in [0, 47, box.count - 1] { #expect(SealedBox.open(Array(box.prefix(count)), with: keys) == nil) }
        #expect(try SealedBox.seal(secret, for: keys.publicKey) != box, "never twice the same")
    }

    @Test func aPublicKeyThatIsNoneIsRefused() {
        let secret = SecretBytes.random(count: 32)
        #expect(throws: SodiumError(code: .wrongLength, message: "")) {
            try SealedBox.seal(secret, for: [UInt8](repeating: 9, count: 31))
        }
        // A point of small order: RFC 7748, section 6.1.
        #expect(throws: SodiumError(code: .weakKey, message: "")) {
            try SealedBox.seal(secret, for: [UInt8](repeating: 0, count: 32))
        }
    }
}
