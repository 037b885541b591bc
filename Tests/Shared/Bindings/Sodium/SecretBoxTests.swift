import Sodium
import Testing

@Suite struct SecretBoxTests {
    private let key = SecretBytes.random(count: SecretBox.keyCount)

    @Test(arguments: [0, 1, 20, 1000])
    func opensOnlyWithItsKeyAndItsContextAndUnchanged(count: Int) throws {
        let secret = SecretBytes.random(count: count)
        let context = Array("whose".utf8)
        let box = try SecretBox.seal(secret, key: key, context: context)
        #expect(try SecretBox.open(box, key: key, context: context) == secret)
        #expect(try SecretBox.open(box, key: .random(count: 32), context: context) == nil)
        #expect(try SecretBox.open(box, key: key, context: Array("other".utf8)) == nil)
        for index in stride(from: 0, to: box.count, by: max(1, box.count / 50)) {
            var changed = box
            changed[index] ^= 1
            #expect(try SecretBox.open(changed, key: key, context: context) == nil)
        }
        for length in [0, 10, 39, box.count - 1] {
            #expect(try SecretBox.open(Array(box.prefix(length)), key: key, context: context) == nil)
        }
    }

    @Test func theSameSecretIsNeverSealedTheSame() throws {
        let secret = SecretBytes.random(count: 20)
        #expect(
            try SecretBox.seal(secret, key: key, context: []) != SecretBox.seal(secret, key: key, context: []))
    }

    @Test func aKeyOfAnotherLengthIsRefused() throws {
        let short = SecretBytes.random(count: 31)
        let wrong = SodiumError(code: .wrongLength, message: "")
        #expect(throws: wrong) { try SecretBox.seal(short, key: short, context: []) }
        #expect(throws: wrong) { try SecretBox.open([], key: short, context: []) }
    }
}
