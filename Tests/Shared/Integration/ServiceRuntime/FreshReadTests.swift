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
            var notes = ["one"]
            // After two seconds the leader is asked instead. If this test is paused so long meanwhile, it is too late.
            try await eventually("the copy answers, which was let go in time") {
                try #require(await house.beta.replica.untilCurrent(within: .seconds(180)))
                let (atAlpha, atBeta) = (house.atAlpha.count, house.atBeta.count)
                house.copy.hold()
                try await house.alpha.write("two")
                #expect(try await house.read() == notes, "it asks for nothing")
                #expect(try await house.read(noOlderThan: .seconds(60)) == notes, "the copy is not that old")
                notes.append("two")
                let fresh = Task { try await house.read(noOlderThan: .zero) }
                try await eventually("it waits, or has waited too long") {
                    !house.beta.replica.shared.withLock { $0.whenCurrent.isEmpty }
                        || house.atBeta.count > atBeta + 2 || house.atAlpha.count > atAlpha
                }
                house.copy.release()
                #expect(try await fresh.value == notes)
                return house.atBeta.count == atBeta + 3 && house.atAlpha.count == atAlpha
            }
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
            // Each read would take at least so long if the copy were waited for; a pause makes only some take it.
            try await eventually("a read does not wait for the copy") { () throws in
                let (asked, before) = (ContinuousClock.now, house.atAlpha.count)
                #expect(try await house.read(noOlderThan: .zero) == ["one"])
                #expect(house.atAlpha.count == before + 1)
                return ContinuousClock.now - asked < .seconds(2)
            }
        }
    }

    @Test func aReadThatNobodyCanAnswerFreshlyIsANamedFault() async throws {
        try await withHouse { house throws in
            await house.closeLeader()
            // It has two seconds to become current. A pause of that length is a read that nobody answers.
            try await eventually("the copy follows the log, not the leader") {
                (try? await house.read(noOlderThan: .zero, within: .seconds(10))) == ["one"]
            }
            let before = house.atBeta.count
            house.copy.hold()
            try await house.alpha.write("two")
            let fault = await #expect(throws: Fault.self) {
                try await house.read(noOlderThan: .zero, within: .milliseconds(700))
            }
            #expect(fault?.code == .deadlineExceeded || fault?.code == .unavailable, "\(String(describing: fault))")
            #expect(house.atBeta.count == before && house.atAlpha.count == 0)
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
