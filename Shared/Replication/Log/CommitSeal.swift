import Domain
import Sodium
import Storage

/// A commit as the log has it.
public struct SealedCommit: Sendable, Equatable {
    /// Its place in the log, from 1.
    public let number: Int64
    /// The epoch of the leader that made it.
    public let epoch: Int64
    /// When it was appended, by the clock of the leader.
    public let time: Instant
    /// The hash of the chain up to it, 32 bytes.
    public let hash: [UInt8]
    /// What it changed, encrypted.
    public let body: [UInt8]

    /// Creates a commit from its parts.
    public init(number: Int64, epoch: Int64, time: Instant, hash: [UInt8], body: [UInt8]) {
        self.number = number
        self.epoch = epoch
        self.time = time
        self.hash = hash
        self.body = body
    }
}

/// Seals the commits of a service: whoever owns the database of the log can neither read nor change them, nor put one
/// in the place of another.
///
/// A body opens only with the house, the service, the number, the epoch, the time and the hash of the commit before.
/// The hash of a commit covers the same and the body, so the hashes form a chain.
struct CommitSeal: Sendable {
    let house: String
    let service: String
    let key: SecretBytes

    init(_ access: LogAccess) {
        house = access.house
        service = access.service
        key = access.key
    }

    /// Returns the commit that follows `head`.
    func seal(
        _ changes: [UInt8], after head: CommitHead, epoch: Int64, time: Instant
    ) throws(SodiumError) -> SealedCommit {
        let number = head.number + 1
        let context = context(number, epoch, time, after: head.hash)
        let body = try SecretBox.seal(changes, key: key, context: context)
        return SealedCommit(number: number, epoch: epoch, time: time, hash: Self.hash(context, body), body: body)
    }

    /// Returns the content of the commit that follows `head`; nil when it is not that one, or is not by this house.
    func open(_ commit: SealedCommit, after head: CommitHead) throws(SodiumError) -> LoggedCommit? {
        guard commit.number == head.number + 1 else { return nil }
        let context = context(commit.number, commit.epoch, commit.time, after: head.hash)
        guard Self.hash(context, commit.body) == commit.hash,
            let changes = try SecretBox.openData(commit.body, key: key, context: context)
        else { return nil }
        return LoggedCommit(
            head: CommitHead(number: commit.number, hash: commit.hash), time: commit.time, changes: changes)
    }

    private func context(_ number: Int64, _ epoch: Int64, _ time: Instant, after hash: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(128)
        // A zero ends each name, which has none itself, so no two names give the same bytes.
        for name in ["commit", house, service] {
            bytes.append(contentsOf: name.utf8)
            bytes.append(0)
        }
        for value in [number, epoch, time.microseconds] {
            withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
        }
        bytes.append(contentsOf: hash)
        return bytes
    }

    private static func hash(_ context: [UInt8], _ body: [UInt8]) -> [UInt8] {
        Digest.blake2b256(context + Digest.blake2b256(body))
    }
}
