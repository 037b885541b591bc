import Coordination
import Domain
import Identity
import Reasons
import Replication
import Sodium
import Transport

/// `<service>.commits`: the leader answers it at its replica port, when it has a commit that the asking machine lacks.
struct CommitRequest: Codable, Sendable {
    /// The number of the last commit that the machine has.
    let after: Int64
    /// How long to wait for the next, in milliseconds.
    let wait: Int

    struct Answer: Codable, Sendable {
        /// The next commits, the oldest first; none when none came in time. Absent when the leader does not keep them
        /// any more: the log has them.
        let commits: [Commit]?
    }

    /// A commit as the log has it.
    struct Commit: Codable, Sendable {
        let number: Int64
        let epoch: Int64
        /// In microseconds.
        let time: Int64
        /// In base64url, as the body.
        let hash: String
        let body: String
    }

    static let longestWait = 5000

    static func method(of service: HouseService) -> SignalMethod { SignalMethod("\(service.rawValue).commits") }

    /// Returns the route of a service, answered from what it has just committed.
    ///
    /// - Parameter most: The bytes of the longest message that the others take.
    static func route(of service: HouseService, from tail: CommitTail, most: Int = 4 << 20) -> SignalRoute {
        SignalRoute(
            method: method(of: service).name, summary: "Reads commits as soon as they are made.", access: .open,
            taking: CommitRequest.self
        ) { request, _ in
            guard request.after >= 0 else { throw Fault.invalidArgument("after", .mustBeAtLeast, ["least": 0]) }
            guard (0...longestWait).contains(request.wait) else {
                throw Fault.invalidArgument("wait", .badWait, ["most": .number(longestWait)])
            }
            switch await tail.next(after: request.after, within: .milliseconds(request.wait), page: most / 4) {
            case .commits(let commits): return Answer(commits: commits.map(Commit.init))
            case .inTheLog: return Answer(commits: nil)
            case .notLeading:
                throw Fault(
                    .unavailable, .notLeading, ["service": .text(service.rawValue)], retryAfterMilliseconds: 100)
            }
        }
    }
}

extension CommitRequest.Commit {
    init(_ commit: SealedCommit) {
        number = commit.number
        epoch = commit.epoch
        time = commit.time.microseconds
        hash = Base64URL.encode(commit.hash)
        body = Base64URL.encode(commit.body)
    }

    /// The commit; nil when its texts are not base64url.
    var sealed: SealedCommit? {
        guard let hash = Base64URL.decode(hash), let body = Base64URL.decode(body) else { return nil }
        return SealedCommit(
            number: number, epoch: epoch, time: Instant(microseconds: time), hash: hash, body: body)
    }
}
