import Coordination
import Domain
import Glibc
import Hosting
import Identity
import PostgreSQL
import Sodium
import Storage
import StrictJSON
import Synchronization
import TestSupport

@testable import Replication
@testable import ServiceRuntime
@testable import Transport

/// Reads all notes of a machine.
struct ReadNotes: Signal {
    struct Answer: Codable, Sendable { let notes: [String] }
    static let method: SignalMethod = "ledger.readNotes"
    static let summary = "Reads all notes."
    static let access = SignalAccess.open
    static let effect = SignalEffect.reads
}

/// Answers ``ReadNotes`` from the store of a machine, and counts.
final class NoteReader: UseCase {
    private let machine: ReplicaMachine
    private let asked = Mutex(0)

    init(_ machine: ReplicaMachine) { self.machine = machine }

    /// How often it was asked.
    var count: Int { asked.withLock { $0 } }

    nonisolated(nonsending) func answer(_ signal: ReadNotes, context: SignalContext) async throws -> ReadNotes.Answer {
        asked.withLock { $0 += 1 }
        return ReadNotes.Answer(notes: try await machine.notes())
    }
}

/// Writes a note.
struct WriteNote: Signal {
    let text: String
    struct Answer: Codable, Sendable { let text: String }
    static let method: SignalMethod = "ledger.writeNote"
    static let summary = "Writes a note."
    static let access = SignalAccess.open
    static let effect = SignalEffect.changes
}

/// Answers ``WriteNote`` from the store of a machine.
struct NoteWriter: UseCase {
    let machine: ReplicaMachine

    nonisolated(nonsending) func answer(_ signal: WriteNote, context: SignalContext) async throws -> WriteNote.Answer {
        try await machine.write(signal.text)
        return WriteNote.Answer(text: signal.text)
    }
}

/// Holds back what a follower repeats, before it is committed.
final class HeldCopy: TransactionParticipant {
    private let isHeld = Mutex(false)

    func hold() { isHeld.withLock { $0 = true } }
    func release() { isHeld.withLock { $0 = false } }

    func load(_ connection: Connection) {}
    func follow(_ connection: Connection) {
        // Bounded, so that a test that fails ends.
        let end = ContinuousClock.now + .seconds(60)
        while isHeld.withLock({ $0 }), ContinuousClock.now < end { usleep(1000) }
    }
    func mark() {}
    func keep() {}
    func drop() {}
    func prepare(_ transaction: WriteTransaction) {}
    func committed() {}
    func aborted() {}
}

/// A service on two machines: alpha leads it behind a socket, beta follows, with the branch to the leader in its tree.
final class FollowerHouse: Sendable {
    let database: LogDatabase
    let alpha: ReplicaMachine
    let beta: ReplicaMachine
    let atAlpha: NoteReader
    let atBeta: NoteReader
    /// Where a test sends signals at beta.
    let entrance = RelayCoordinator()
    let branch: LeaderBranch
    /// Reads commits at the leader once ``feed()`` was called.
    let reader: CommitReader
    /// The link of a process of the leader's machine.
    let local: ServiceLink
    let copy = HeldCopy()
    private let reading = StoppableWork()
    private let directory = TemporaryDirectory()
    private let loop = SocketLoop()
    private let roots: [RelayCoordinator]
    private let listener: Listener
    private let isListenerClosed = Mutex(false)

    init() async throws {
        database = try LogDatabase()
        let hosts = HouseHosts(
            try PostgreSQLURL(database.server.url()), house: "house", key: HouseHosts.key(of: database.houseKey))
        for (number, name) in ["alpha", "beta"].enumerated() {
            try hosts.add(
                HouseHost(
                    name: name, endpoint: try Self.endpoint(number), publicKey: MachineKeys().publicKey))
        }
        hosts.close()
        alpha = try await ReplicaMachine(
            "alpha", database, at: directory.file("alpha.db"), access: try Self.access("alpha", database))
        _ = await alpha.replica.untilLeading()
        beta = try await ReplicaMachine(
            "beta", database, at: directory.file("beta.db"), access: try Self.access("beta", database),
            participants: [copy])
        (atAlpha, atBeta) = (NoteReader(alpha), NoteReader(beta))

        let (leader, follower) = (RelayCoordinator(), RelayCoordinator())
        roots = [leader, follower]
        leader.startFlow(UseCaseService([.serve(atAlpha), .serve(NoteWriter(machine: alpha))]))
        let relay = RelayCoordinator()
        leader.startFlow(relay)
        listener = Listener(
            service: ServiceIdentity(name: "ledger", version: "1"),
            routes: [SignalRoute(ReadNotes.self), SignalRoute(WriteNote.self)], entrance: relay,
            authenticator: KnownTokens(), loop: loop,
            log: Log(service: "ledger", level: .critical, clock: .system))
        try await listener.open(try ListeningSocket.make(name: "ledger", runDirectory: directory.path))
        let (keys, ours, tail) = (MachineKeys(), MachineKeys(), alpha.replica.tail)
        let port = try await listener.open(
            ReplicaPort(
                address: "127.0.0.1", port: 0, keys: keys, allowed: AllowedPeers([ours.publicKey: "beta"]),
                routes: [CommitRequest.route(of: .ledger, from: tail)], newestCommit: { tail.newest },
                release: { tail.close() }))
        local = ServiceLink(service: "ledger", runDirectory: directory.path, loop: loop)

        branch = LeaderBranch(.ledger, beta.replica) { [loop] _ in
            ServiceLink(
                service: "ledger",
                endpoint: .replica(host: "127.0.0.1", port: port, serverKey: keys.publicKey, keys: ours), loop: loop)
        }
        reader = CommitReader(service: .ledger, replica: beta.replica, branch: branch, loop: loop)
        branch.reads(beta.store)
        follower.startFlow(branch)
        follower.startFlow(UseCaseService([.serve(atBeta)]))
        follower.startFlow(entrance)
        try await eventually("beta knows the leader") { [beta] in beta.replica.leader?.name == "alpha" }
    }

    /// Reads the notes at beta.
    ///
    /// - Parameter age: How old they may be; nil when it does not matter.
    func read(noOlderThan age: Duration? = nil, within limit: Duration = .seconds(60)) async throws -> [String] {
        let context = SignalContext(deadline: WallClock.system.now() + limit, maximumStaleness: age)
        return try await entrance.send(ReadNotes(), context: context).notes
    }

    /// Writes at alpha and waits until beta has it.
    func write(_ text: String) async throws {
        try await alpha.write(text)
        try await eventually("beta has it") { [self] in await beta.replica.untilCurrent(within: .seconds(10)) }
    }

    /// Has the leader send each commit to beta at once, and returns when it does.
    func feed() async throws {
        Task { [reading, reader] in await reading.run { await reader.run() } }
        try await eventually("the leader sends commits") { [self] in
            beta.replica.shared.withLock { $0.isFed }
        }
    }

    /// Ends the service of the leader; its replica goes on leading.
    func closeLeader() async {
        let wasClosed = isListenerClosed.withLock { isClosed in
            defer { isClosed = true }
            return isClosed
        }
        if !wasClosed { await listener.drain(within: .seconds(5)) }
    }

    func close() async {
        copy.release()
        reading.stop()
        alpha.replica.tail.close()
        await branch.close()
        await local.close()
        await closeLeader()
        await loop.stop()
        await beta.stop()
        await alpha.stop()
        for root in roots { root.finishFlow() }
    }

    private static func endpoint(_ number: Int) throws -> HostEndpoint {
        guard let endpoint = HostEndpoint("127.0.0.1:\(7400 + 10 * number)") else { throw Wrong() }
        return endpoint
    }

    private struct Wrong: Error {}

    private static func access(_ host: String, _ database: LogDatabase) throws -> LogAccess {
        LogAccess(
            url: try PostgreSQLURL(database.server.url()), house: "house", service: "ledger",
            houseKey: database.houseKey,
            replica: ReplicaIdentity(
                host: host, listen: try endpoint(0), secret: .random(count: 32),
                hostsKey: HouseHosts.key(of: database.houseKey), engineReplicates: true, listedSince: 0))
    }
}
