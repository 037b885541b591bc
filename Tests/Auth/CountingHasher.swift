import Sodium
import Synchronization

@testable import AuthService

/// A fast hasher without any strength, which counts its calls.
final class CountingHasher: PasswordHashing {
    private struct Counts {
        var hashes = 0
        var verifications = 0
    }

    /// Stands for the parameters: a hash of another generation needs a rehash.
    let generation: Int
    private let counts = Mutex(Counts())
    private let interruption = Mutex<(@Sendable () async throws -> Void)?>(nil)

    init(generation: Int = 1) { self.generation = generation }

    var hashes: Int { counts.withLock { $0.hashes } }
    var verifications: Int { counts.withLock { $0.verifications } }

    /// Runs `body` in the midst of the next verification.
    func interruptVerification(_ body: @escaping @Sendable () async throws -> Void) {
        interruption.withLock { $0 = body }
    }

    /// Resets the counts.
    func forget() { counts.withLock { $0 = Counts() } }

    func hash(_ password: String, for asker: PasswordAsker = .stranger) async throws -> String {
        counts.withLock { $0.hashes += 1 }
        return Self.text(password, generation: generation, salt: Base64URL.encode(Random.bytes(8)))
    }

    func verify(
        _ password: String, against hash: String, for asker: PasswordAsker = .stranger
    ) async throws -> Bool {
        counts.withLock { $0.verifications += 1 }
        try await interruption.withLock { $0.take() }?()
        let parts = hash.split(separator: "$").map(String.init)
        guard parts.count == 3, let generation = Int(parts[0]) else { return false }
        return Self.text(password, generation: generation, salt: parts[1]) == hash
    }

    func needsRehash(_ hash: String) -> Bool { !hash.hasPrefix("\(generation)$") }

    private static func text(_ password: String, generation: Int, salt: String) -> String {
        "\(generation)$\(salt)$" + Base64URL.encode(Digest.blake2b256(Array((salt + password).utf8)))
    }
}
