import Coordination
import Domain
import Glibc
import Signals
import Synchronization
import TestSupport
import Testing

@testable import HistoryService

/// Goal: a report agrees with itself, whatever other queries do meanwhile.
@Suite struct ReportSnapshotTests {
    /// The book of a user is shared: another query may have brought it further than the snapshot of this one.
    @Test func anAccountThatAnotherQueryHasJustSeenIsInTheReport() async throws {
        try await HistoryHouse.withDatabase { _, house in
            let now = try #require(Instant("2026-11-01T09:00:00Z"))
            var script = LedgerScript()
            try script.openAccount("a1", of: "anna")
            try script.move(1_00, from: "world-RUB", to: "a1", at: now)
            try await house.follow(script.events)
            let known = script.events.count
            try script.openAccount("a2", of: "anna")
            try script.move(2_00, from: "world-RUB", to: "a2", at: now)

            let (isBefore, isAfter) = (Mark(), Mark())
            async let sums = house.store.read { reading in
                // The snapshot is that of the first query.
                #expect(try reading.accounts(of: "anna").count == 1)
                isBefore.set()
                try isAfter.wait()
                return try reading.sums(
                    of: MovementFilter(), userID: "anna", by: .account, before: [now + .seconds(1)])
            }
            try await eventually("the snapshot is taken") { isBefore.isSet }
            try await house.follow(script.events(after: known))
            #expect(try await house.list().transactions.count == 2)
            isAfter.set()
            #expect(try await Set(sums.map(\.income)) == [[1_00], [2_00]])
        }
    }
}

/// Something that has happened, for threads that wait for each other.
private final class Mark: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() { value.store(true, ordering: .releasing) }

    func wait() throws {
        let deadline = ContinuousClock.now + .seconds(120)
        while !isSet {
            guard ContinuousClock.now < deadline else { throw WaitedInVain(description: "the other thread") }
            usleep(1_000)
        }
    }
}
