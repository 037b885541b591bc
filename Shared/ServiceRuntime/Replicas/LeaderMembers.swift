import Hosting
import Replication

/// The members of a service that work on one machine of the house only: they start when the service begins to lead.
struct LeaderMembers: ProcessMember {
    let name = "work of the leader"
    private let replica: Replica
    private let group: MemberGroup
    private let work = StoppableWork()
    private let failure = AsyncStream.makeStream(of: (any Error).self)

    init(_ members: [any ProcessMember], _ replica: Replica, drainLimit: Duration, log: Log) {
        self.replica = replica
        group = MemberGroup(members, drainLimit: drainLimit, log: log)
    }

    func start() async throws {}

    func run() async throws {
        await work.run { [self] in
            guard await replica.untilLeading() else { return }
            // Nothing asks the group to stop but the end of this work.
            let (signals, continuation) = AsyncStream.makeStream(of: UnixSignal.self)
            do { try await group.run(stoppedBy: signals) } catch { failure.continuation.yield(error) }
            continuation.finish()
        }
        failure.continuation.finish()
        for await error in failure.stream { throw error }
    }

    func stop() async { await work.stop()?.value }
}
