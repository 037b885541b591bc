import Coordination
import Domain
import Synchronization
import TestSupport
import Testing

@testable import Replication

/// Goal: a read at a follower is as fresh as it asks to be, or a named fault. One that does not ask does not wait.
@Suite(.enabled(if: TemporaryPostgreSQL.obstacle == nil, "PostgreSQL is installed"))
struct FreshReadTests {
    private func withHouse(_ body: (FollowerHouse) async throws -> Void) async throws {
        let house = try await FollowerHouse()
        do {
            try await house.write("one")
            try await body(house)
        } catch {
            await house.close()
            throw error
        }
        await house.close()
    }

    @Test func aFreshReadWaitsUntilTheCopyHasWhatWasConfirmed() async throws {
        try await withHouse { house throws in
            house.copy.hold()
            try await house.alpha.write("two")
            #expect(try await house.read() == ["one"], "it asks for nothing")
            #expect(try await house.read(noOlderThan: .seconds(60)) == ["one"], "the copy is not that old")
            let fresh = Task { try await house.read(noOlderThan: .zero) }
            try await eventually("it waits") { !house.beta.replica.shared.withLock { $0.whenCurrent.isEmpty } }
            house.copy.release()
            #expect(try await fresh.value == ["one", "two"])
            #expect(house.atBeta.count == 3 && house.atAlpha.count == 0)
        }
    }

    @Test func theLeaderAnswersWhenTheCopyIsNotFreshInTime() async throws {
        try await withHouse { house throws in
            house.copy.hold()
            try await house.alpha.write("two")
            #expect(try await house.read(noOlderThan: .zero) == ["one", "two"])
            #expect(house.atBeta.count == 0 && house.atAlpha.count == 1)
            // An age is none of before the read either.
            #expect(try await house.read(noOlderThan: .milliseconds(1)) == ["one", "two"])
            #expect(house.atAlpha.count == 2)
            #expect(try await house.read() == ["one"])
        }
    }

    @Test func aCopyThatHasStoppedIsNotWaitedFor() async throws {
        try await withHouse { house throws in
            try house.database.server.sql(
                """
                UPDATE kopilka_commits SET hash = '\\x00' WHERE number = (SELECT max(number) FROM kopilka_commits)
                """)
            try await eventually("the stop of the copy") { house.beta.replica.state.isStopped }
            let asked = ContinuousClock.now
            #expect(try await house.read(noOlderThan: .zero) == ["one"])
            #expect(ContinuousClock.now - asked < .seconds(2) && house.atAlpha.count == 1)
        }
    }

    @Test func aReadThatNobodyCanAnswerFreshlyIsANamedFault() async throws {
        try await withHouse { house throws in
            await house.closeLeader()
            #expect(try await house.read(noOlderThan: .zero) == ["one"], "the copy follows the log, not the leader")
            house.copy.hold()
            try await house.alpha.write("two")
            let fault = await #expect(throws: Fault.self) {
                try await house.read(noOlderThan: .zero, within: .milliseconds(700))
            }
            #expect(fault?.code == .deadlineExceeded || fault?.code == .unavailable, "\(String(describing: fault))")
            #expect(house.atBeta.count == 1 && house.atAlpha.count == 0)
            #expect(try await house.read() == ["one"])
        }
    }

    /// Nothing stands between the leader's tree and its use cases.
    @Test func aLeaderAnswersAtOnce() async throws {
        try await withHouse { house throws in
            #expect(house.branch.handler(for: ReadNotes.self) != nil)
            await house.alpha.stop()
            #expect(await house.beta.replica.untilLeading())
            #expect(house.branch.handler(for: ReadNotes.self) == nil)
            #expect(try await house.read(noOlderThan: .zero) == ["one"])
        }
    }
}
