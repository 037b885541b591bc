import Hosting
import Identity
import Reasons
import Replication
import Storage
import Transport

/// The replica of a service as a member of its process. It ends the process when another machine is to lead.
struct ReplicaMember: ProcessMember {
    let name = "replica"
    let service: HouseService
    let replica: Replica
    let store: Store
    private let gate: RevocationGate
    private let reader: CommitReader
    private let beats = StoppableWork()
    private let reading = StoppableWork()

    init(
        _ service: HouseService, _ replica: Replica, _ store: Store, _ gate: RevocationGate, _ reader: CommitReader
    ) {
        self.gate = gate
        self.reader = reader
        self.service = service
        self.replica = replica
        self.store = store
    }

    func start() async throws { replica.start(store) }

    func run() async throws {
        async let beating: Void = beats.run { [gate] in
            while !Task.isCancelled {
                gate.beat()
                do { try await Task.sleep(for: RevocationGate.beatInterval) } catch { return }
            }
        }
        async let reading: Void = reading.run { [reader] in await reader.run() }
        let isToEnd = await replica.isAskedToYield()
        guard isToEnd else { return _ = await (beating, reading) }
        beats.stop()
        self.reading.stop()
        throw HostingError(.yielded, .yielded, ["service": .text(service.rawValue)])
    }

    func stop() async {
        await replica.stop()
        await beats.stop()?.value
        await reading.stop()?.value
    }
}
