import Foundation
import Sodium
import Testing

private func bytes(hex: String) -> [UInt8] {
    stride(from: 0, to: hex.count, by: 2).compactMap { offset in
        let start = hex.index(hex.startIndex, offsetBy: offset)
        return UInt8(hex[start..<hex.index(start, offsetBy: 2)], radix: 16)
    }
}

private func secret(_ bytes: [UInt8]) -> SecretBytes {
    var bytes = bytes
    return SecretBytes(moving: &bytes)
}

@Suite struct SigningKeyTests {
    /// RFC 8032, section 7.1, tests 1 and 2.
    @Test(arguments: [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            """
            e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595\
            bbe24655141438e7a100b
            """
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", "72",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            """
            92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb43\
            02aeeb00d291612bb0c00
            """
        ),
    ])
    func signatureIsTheOneOfTheStandard(seed: String, message: String, publicKey: String, signature: String) throws {
        let key = try SigningKey(seed: secret(bytes(hex: seed)))
        #expect(key.publicKey.bytes == bytes(hex: publicKey))
        #expect(key.sign(bytes(hex: message)) == bytes(hex: signature))
        #expect(key.publicKey.verify(bytes(hex: signature), of: bytes(hex: message)))
        #expect(key.seed == secret(bytes(hex: seed)))
    }

    @Test func anyChangedBitIsNoticed() throws {
        let key = SigningKey()
        let message = Array("message".utf8)
        let signature = key.sign(message)
        #expect(try PublicKey(bytes: key.publicKey.bytes).verify(signature, of: message))
        for index in signature.indices {
            var changed = signature
            changed[index] ^= 1
            #expect(!key.publicKey.verify(changed, of: message))
        }
        #expect(!key.publicKey.verify(signature, of: message + [0]))
        #expect(!key.publicKey.verify(signature + [0], of: message))
        #expect(!key.publicKey.verify([], of: message))
        #expect(!SigningKey().publicKey.verify(signature, of: message))
        #expect(try !PublicKey(bytes: [UInt8](repeating: 0, count: 32)).verify(signature, of: message))
    }

    @Test func wrongLengthsAreRefused() throws {
        let seed = try #require(throws: SodiumError.self) { try SigningKey(seed: secret([1, 2, 3])) }
        #expect(seed.code == .wrongLength)
        #expect(throws: seed) { try PublicKey(bytes: [UInt8](repeating: 0, count: 33)) }
    }
}

@Suite struct SecretBytesTests {
    @Test func secretsAreNeverPrinted() {
        let value = secret(Array("hunter2".utf8))
        var dumped = ""
        dump(value, to: &dumped)
        dump(SigningKey(), to: &dumped)
        for text in ["\(value)", String(reflecting: value), dumped] {
            #expect(!text.contains("hunter2"))
            #expect(!text.contains("104"))
        }
        #expect("\(value)" == "SecretBytes(7)")
    }

    @Test func movingEmptiesTheSource() {
        var source: [UInt8] = [1, 2, 3]
        let value = SecretBytes(moving: &source)
        #expect(source == [])
        #expect(value.withBytes { Array($0) } == [1, 2, 3])
        #expect(value == secret([1, 2, 3]))
        #expect(value != secret([1, 2, 4]))
        #expect(value != secret([1, 2]))
        #expect(secret([]) == secret([]))
    }

    @Test func writingToASecretTraps() async {
        await #expect(processExitsWith: .failure) {
            SecretBytes.random(count: 8).withBytes { UnsafeMutableRawBufferPointer(mutating: $0)[0] = 1 }
        }
    }
}

@Suite struct PasswordHashTests {
    private let cheap = PasswordHash.Cost(operations: 1, memoryBytes: 8192)

    @Test func passwordIsVerifiedAgainstItsHash() throws {
        let password = Array("пароль\0tail".utf8)
        let hash = try PasswordHash.hash(password, cost: cheap)
        #expect(hash.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
        #expect(try PasswordHash.verify(password, against: hash))
        #expect(try !PasswordHash.verify(Array("пароль".utf8), against: hash))
        #expect(try !PasswordHash.verify([], against: hash))
        #expect(try PasswordHash.hash(password, cost: cheap) != hash)
        let empty = try PasswordHash.hash([], cost: cheap)
        #expect(try PasswordHash.verify([], against: empty))
    }

    @Test(arguments: [
        "", "$argon2id$", "x\0y", "$2b$12$abc", String(repeating: "a", count: 127), String(repeating: "a", count: 500),
    ])
    func whatIsNoHashVerifiesNothing(text: String) throws {
        #expect(try !PasswordHash.verify([], against: text))
        #expect(PasswordHash.needsRehash(text, cost: cheap))
    }

    @Test func hashOfAnotherCostNeedsToBeMadeAnew() throws {
        let hash = try PasswordHash.hash([1], cost: cheap)
        #expect(!PasswordHash.needsRehash(hash, cost: cheap))
        #expect(PasswordHash.needsRehash(hash, cost: .interactive))
    }

    @Test func costOutOfRangeTraps() async {
        await #expect(processExitsWith: .failure) { _ = PasswordHash.Cost(operations: 0, memoryBytes: 8192) }
    }
}

@Suite struct Base64URLTests {
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy"), ("ûÿ?", "w7vDvz8"),
    ])
    func textsOfTheStandard(plain: String, encoded: String) {
        #expect(Base64URL.encode(Array(plain.utf8)) == encoded)
        #expect(Base64URL.decode(encoded) == Array(plain.utf8))
    }

    @Test func alphabetIsTheOneForURLs() {
        #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
        #expect(Base64URL.decode("-_8") == [0xFB, 0xFF])
    }

    @Test(arguments: [
        "Zg==", "Zm8=", "Zh", "Zm9", "Z", "+/8", "Zm9v ", " Zm9v", "Zm\n9v", "Zm9vé", "AAé", "Zm\09v", "====",
    ])
    func anythingElseIsRefused(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }
}

@Suite struct DigestTests {
    @Test func digestsAreThoseOfTheStandards() {
        let abc = Array("abc".utf8)
        #expect(Digest.sha256(abc) == bytes(hex: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
        #expect(Digest.sha256([]) == bytes(hex: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"))
        #expect(
            Digest.blake2b256(abc) == bytes(hex: "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"))
        var running = RunningBLAKE2b()
        for byte in abc { running.update([byte]) }
        running.update([])
        #expect(running.finish() == Digest.blake2b256(abc))
        let message = Array("what do ya want for nothing?".utf8)
        let key = Array("Jefe".utf8)
        #expect(
            Digest.hmacSHA256(message, key: key)
                == bytes(hex: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"))
    }
}

@Suite struct RandomTests {
    @Test func randomBytesHaveTheirCountAndDiffer() {
        #expect(Random.bytes(0) == [])
        #expect(Random.bytes(32).count == 32)
        #expect(Random.bytes(32) != Random.bytes(32))
    }

    @Test func uniformNumbersStayBelowTheirBound() {
        #expect(Random.uniform(below: 1) == 0)
        #expect(Set((0..<1000).map { _ in Random.uniform(below: 3) }) == [0, 1, 2])
    }

    @Test func boundOfZeroTraps() async {
        await #expect(processExitsWith: .failure) { _ = Random.uniform(below: 0) }
    }

    @Test func equalityIsOfContentAndLength() {
        #expect(ConstantTime.equals([], []))
        #expect(ConstantTime.equals([1, 2], [1, 2]))
        #expect(!ConstantTime.equals([1, 2], [1, 3]))
        #expect(!ConstantTime.equals([1, 2], [1]))
    }

    @Test func libraryIsReady() {
        SodiumLibrary.initialize()
        #expect(SodiumLibrary.version.hasPrefix("1.0."))
    }
}
