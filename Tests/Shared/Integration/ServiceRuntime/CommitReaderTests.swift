import Coordination
import Domain
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Replication
@testable import ServiceRuntime

/// Goal: a follower has each commit as soon as the leader made it, without a look at the log, and takes nothing from
/// the leader that the log would not give it.
@Suite(.enabled(if: TemporaryPostgreSQL.obstacle == nil, "PostgreSQL is installed"))
struct CommitReaderTests {
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

    @Test func aCommitComesWithoutALookAtTheLog() async throws {
        try await withHouse { house throws in
            try await house.feed()
            let looks = { house.beta.replica.shared.withLock { $0.looks } }
            // A copy still looks now and then, perhaps just now.
            try await eventually("a commit came between two looks") { () throws in
                let before = looks()
                try await house.alpha.write("more")
                let number = try #require(house.alpha.replica.tail.newest)
                #expect(await house.beta.replica.untilRepeated(number, within: .seconds(60)))
                return looks() == before
            }
            #expect(try await house.beta.notes() == house.alpha.notes())
        }
    }

    /// Whether commits come from the leader or from the log.
    @Test(arguments: [true, false]) func whoChangesAtAFollowerReadsItThere(isFed: Bool) async throws {
        try await withHouse { house throws in
            if isFed { try await house.feed() }
            for number in 1...20 {
                _ = try await house.entrance.send(WriteNote(text: "\(number)"), context: SignalContext())
                #expect(try await house.beta.notes().last == "\(number)")
            }
            #expect(house.atBeta.count == 0 && house.atAlpha.count == 0)
        }
    }

    @Test func whoChangesAtAFollowerReadsItThereWhileTheLeaderStops() async throws {
        try await withHouse { house throws in
            try await house.feed()
            _ = try await house.entrance.send(WriteNote(text: "before"), context: SignalContext())
            house.alpha.replica.tail.close()
            for number in 1...5 {
                _ = try await house.entrance.send(WriteNote(text: "\(number)"), context: SignalContext())
                #expect(try await house.beta.notes().last == "\(number)")
            }
        }
    }

    @Test func whatTheLeaderDoesNotKeepComesFromTheLog() async throws {
        try await withHouse { house throws in
            try await house.feed()
            let long = String(repeating: "long ", count: 500_000)
            try await house.alpha.write(long)
            try await house.alpha.write("short")
            let number = try #require(house.alpha.replica.tail.newest)
            #expect(await house.beta.replica.untilRepeated(number, within: .seconds(60)))
            #expect(try await house.beta.notes() == ["one", long, "short"])
        }
    }

    @Test func nothingIsTakenThatTheLogWouldNotGive() async throws {
        try await withHouse { house throws in
            let (replica, tail) = (house.beta.replica, house.alpha.replica.tail)
            // Its own looks become rare. One that comes in between gives it the commits, and the test another try.
            replica.noteFeeding(true)
            let looks = { replica.shared.withLock { $0.looks } }
            try await eventually("an offer came between two looks") { () throws in
                try #require(await replica.untilCurrent(within: .seconds(180)))
                let (before, known) = (looks(), replica.state.number)
                try await house.alpha.write("two")
                try await house.alpha.write("three")
                guard case .commits(let next) = await tail.next(after: known, within: .zero), next.count == 2 else {
                    return false
                }
                var flipped = next[0].body
                flipped[flipped.count / 2] ^= 1
                func changed(_ body: [UInt8]) -> SealedCommit {
                    SealedCommit(
                        number: known + 1, epoch: next[0].epoch, time: next[0].time, hash: next[0].hash, body: body)
                }
                // Forged, cut, of another place, and nothing.
                for offer in [[changed(flipped)], [changed([])], [next[1]], [changed(next[1].body)], []] {
                    await replica.take(offer)
                }
                let afterForged = replica.state.number
                // Twice, and what it has already.
                for offer in [next, next, [next[1]]] { await replica.take(offer) }
                let afterReal = replica.state.number
                guard looks() == before else { return false }
                #expect(afterForged == known && afterReal == known + 2)
                return true
            }
            #expect(try await house.beta.notes() == house.alpha.notes())
            #expect(house.beta.reported.isEmpty && !replica.state.isStopped)
        }
    }

    @Test func aCopyGoesOnWithTheLogWhenTheLeaderFallsSilent() async throws {
        try await withHouse { house throws in
            try await house.feed()
            await house.closeLeader()
            try await house.alpha.write("two")
            try await eventually("the copy has it") { try await house.beta.notes() == ["one", "two"] }
        }
    }

    @Test func processesOfTheMachineGetNoCommits() async throws {
        try await withHouse { house throws in
            let fault = await #expect(throws: Fault.self) {
                try await house.local.call(
                    "ledger.commits", parameters: Array(#"{"after":0,"wait":0}"#.utf8), effect: .reads)
            }
            #expect(fault?.code == .methodNotFound)
            _ = try await house.local.send(ReadNotes())
            #expect(house.local.newestCommit == nil)
        }
    }

    @Test(arguments: [#"{"after":-1,"wait":0}"#, #"{"after":0,"wait":-1}"#, #"{"after":0,"wait":5001}"#, "{}"])
    func badRequestsAreNamed(parameters: String) async throws {
        try await withHouse { house throws in
            let link = try house.branch.leader()
            let fault = await #expect(throws: Fault.self) {
                try await link.call("ledger.commits", parameters: Array(parameters.utf8), effect: .reads)
            }
            #expect(fault?.code == .invalidArgument)
        }
    }
}

/// Goal: the tail hands out what follows, says when it has it no more, and keeps no more than it may.
struct CommitTailTests {
    private func commit(_ number: Int64, bytes: Int = 10) -> SealedCommit {
        SealedCommit(
            number: number, epoch: 1, time: Instant(microseconds: number), hash: [],
            body: [UInt8](repeating: 0, count: bytes))
    }

    @Test func itHandsOutWhatFollows() async {
        let tail = CommitTail()
        #expect(await tail.next(after: 0, within: .zero) == .notLeading)
        tail.begin(after: 7)
        #expect(tail.newest == 7)
        #expect(await tail.next(after: 7, within: .zero) == .commits([]))
        #expect(await tail.next(after: 6, within: .zero) == .inTheLog)
        tail.add(commit(8))
        tail.add(commit(9))
        #expect(await tail.next(after: 7, within: .zero) == .commits([commit(8), commit(9)]))
        #expect(await tail.next(after: 8, within: .zero) == .commits([commit(9)]))
        #expect(await tail.next(after: 6, within: .zero) == .inTheLog)
        tail.close()
        tail.add(commit(10))
        #expect(await tail.next(after: 8, within: .seconds(60)) == .notLeading)
        #expect(tail.newest == 10, "requests in progress are still answered")
    }

    @Test func itKeepsNoMoreThanItMay() async {
        let tail = CommitTail(mostBytes: 100)
        tail.begin(after: 0)
        for number in 1...1000 {
            tail.add(commit(Int64(number)))
            guard case .commits(let kept) = await tail.next(after: Int64(number) - 1, within: .zero) else {
                Issue.record("The newest is kept.")
                return
            }
            #expect(kept == [commit(Int64(number))])
        }
        #expect(await tail.next(after: 989, within: .zero) == .inTheLog)
        tail.add(commit(1001, bytes: 101))
        #expect(await tail.next(after: 1000, within: .zero) == .inTheLog)
        tail.add(commit(1002))
        #expect(await tail.next(after: 1001, within: .zero) == .commits([commit(1002)]))
    }

    @Test func itHandsOutAPageAtATime() async {
        let tail = CommitTail()
        tail.begin(after: 0)
        for number in 1...9 { tail.add(commit(Int64(number))) }
        #expect(await tail.next(after: 2, within: .zero, page: 39) == .commits([commit(3), commit(4), commit(5)]))
        #expect(await tail.next(after: 8, within: .zero, page: 10) == .commits([commit(9)]))
        #expect(await tail.next(after: 8, within: .zero, page: 9) == .inTheLog)
    }

    @Test func whoWaitsIsWoken() async {
        let tail = CommitTail()
        tail.begin(after: 0)
        async let first = tail.next(after: 0, within: .seconds(180))
        async let second = tail.next(after: 0, within: .seconds(180))
        tail.add(commit(1))
        #expect(await (first, second) == (.commits([commit(1)]), .commits([commit(1)])))
        async let third = tail.next(after: 1, within: .seconds(180))
        tail.close()
        #expect(await third == .notLeading)
    }
}
