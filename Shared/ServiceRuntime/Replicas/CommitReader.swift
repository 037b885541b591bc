import Coordination
import Identity
import Replication
import StrictJSON
import Transport

/// Asks the leader for each commit as soon as it is made, so that this copy has it before it looks at the log again.
///
/// Everything works without it. A leader that does not answer only makes the copy look at the log more often.
struct CommitReader: Sendable {
    let service: HouseService
    let replica: Replica
    let branch: LeaderBranch
    let loop: SocketLoop

    /// Reads until this machine leads, or its task is cancelled.
    func run() async {
        // The commits arrive on the socket thread: no other thread has to wake up for them.
        await withTaskExecutorPreference(loop.tasks) { await read() }
    }

    private func read() async {
        while !Task.isCancelled, !replica.isLeading {
            do {
                if try await repeatNext() { continue }
            } catch {
                // Another leader may answer soon. The copy itself tells what is wrong with the log.
            }
            replica.noteFeeding(false)
            do { try await Task.sleep(for: Self.pause) } catch { return }
        }
    }

    /// - Returns: False when the copy took nothing of what came.
    private func repeatNext() async throws -> Bool {
        let state = replica.state
        // A copy that has stopped would get the same commits again and again.
        guard state.role == .following, !state.isStopped else { return false }
        let known = state.number
        let request = CommitRequest(after: known, wait: CommitRequest.longestWait)
        let answer = try await branch.leader().call(
            CommitRequest.method(of: service), parameters: try JSONEncoding.encode(request), effect: .reads,
            within: .milliseconds(2 * CommitRequest.longestWait)
        ).decode(CommitRequest.Answer.self)
        guard let commits = answer.commits else {
            await replica.untilCurrent(within: .seconds(2))
            return replica.state.number > known
        }
        await replica.take(commits.compactMap(\.sealed))
        guard commits.isEmpty || replica.state.number > known else { return false }
        replica.noteFeeding(true)
        return true
    }

    private static let pause = Duration.milliseconds(250)
}
