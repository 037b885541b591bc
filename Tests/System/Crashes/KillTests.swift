import Coordination
import Domain
import Foundation
import Hosting
import Identity
import Signals
import StrictJSON
import TestSupport
import Testing
import Transport

/// Every acknowledged transfer exists exactly once, whatever is killed and whenever.
///
/// `KOPILKA_TEST_KILLS` is the total number of kills, 200 by default.
@Suite struct KillTests {
    private static let kills = ProcessInfo.processInfo.environment["KOPILKA_TEST_KILLS"].flatMap { Int($0) } ?? 200

    @Test func nothingAcknowledgedIsLostAndNothingIsDoneTwice() async throws {
        let bank = try await CrashBank(accounts: 10)
        let load = bank.load(tasks: 8)
        for kill in 0..<Self.kills {
            // The ledger in three of five kills, because it is where money could be lost.
            let service = ["ledger", "history", "ledger", "auth", "ledger"][kill % 5]
            try await Task.sleep(for: .milliseconds(.random(in: 0...60)))
            try await bank.house.kill(service)
            if kill.isMultiple(of: 4) { try await Task.sleep(for: .milliseconds(.random(in: 0...40))) }
            try await bank.house.start(service)
        }
        // At least one transfer succeeds after the last kill.
        let before = bank.acknowledgedCount
        try await eventually("transfers go on", within: .seconds(180)) { bank.acknowledgedCount > before }
        try await bank.endLoad(load)
        let problems = try await bank.problems()
        #expect(problems == [])
        #expect(bank.acknowledgedCount > Self.kills)
        await bank.close()
    }

    @Test func aRetryAfterAKillBetweenCommitAndAnswerGetsTheSameAnswer() async throws {
        let bank = try await CrashBank(accounts: 2)
        let (from, to) = (bank.accounts[0], bank.accounts[1])
        guard let session = bank.context().session else { return }
        var transfers = Set<String>()
        for attempt in 0..<20 {
            let request =
                #"{"jsonrpc":"2.0","id":1,"method":"ledger.transfer","params":{"from":"\#(from)","to":"\#(to)","#
                + #""amount":{"amount":"1","currency":"RUB"},"#
                + #""_meta":{"session":"\#(session)","idempotencyKey":"attempt-\#(attempt)"}}}"#
            let path = bank.house.socket(of: "ledger")
            // Sent without waiting, while the service is killed between receiving and answering it.
            async let first = withRawPeer(path: path) { peer in
                try peer.send(request)
                return try peer.receive(within: .milliseconds(300))?.last
            }
            try await Task.sleep(for: .microseconds(.random(in: 0...4000)))
            try await bank.house.kill("ledger")
            try await bank.house.start("ledger")
            let again = try await withRawPeer(path: path) { peer in try peer.ask(request) }
            let onceMore = try await withRawPeer(path: path) { peer in try peer.ask(request) }
            #expect(again == onceMore)
            if let early = try await first { #expect(String(decoding: early, as: UTF8.self) == again) }
            let reply = try JSONDocument(Array(again.utf8)).root
            let id = try #require(reply.member("result")?.member("transfer")?.member("id")?.string)
            #expect(transfers.insert(id).inserted)
        }
        let check = try await bank.ledger.send(LedgerSignal.Check(), context: bank.context())
        #expect(check.transfers == 22)
        #expect(check.problems == [])
        await bank.close()
    }

    @Test func eventsArriveWithTheWakeUpSocketRemoved() async throws {
        let bank = try await CrashBank(accounts: 2)
        try FileManager.default.removeItem(atPath: bank.house.socket(of: "ledger.events"))
        try await bank.house.kill("history")
        try await bank.house.start("history")
        for _ in 0..<20 { try await bank.transferOnce() }
        #expect(try await bank.problems() == [])
        await bank.close()
    }

    @Test func requestsWaitThroughARestartUntilTheirDeadline() async throws {
        let bank = try await CrashBank(accounts: 2)
        try await bank.house.kill("ledger")
        // One link that knew the service, and one that first connects while it is down.
        let late = ServiceLink(service: "ledger", runDirectory: bank.house.runDirectory, loop: bank.loop)
        async let known = bank.transferOnce()
        async let accounts = late.send(LedgerSignal.Accounts(), context: bank.context(), within: .seconds(180))
        let fault = await #expect(throws: Fault.self) {
            try await late.send(LedgerSignal.Accounts(), context: bank.context(), within: .milliseconds(100))
        }
        #expect(fault?.code == .deadlineExceeded)
        try await bank.house.start("ledger")
        _ = try await known
        #expect(try await accounts.accounts.count == 2)
        #expect(try await bank.problems() == [])
        await late.close()
        await bank.close()
    }

    @Test func callersOfAFrozenServiceFailInTimeAndRecover() async throws {
        let bank = try await CrashBank(accounts: 2)
        try await bank.house.freeze("ledger")
        for _ in 0..<7 {
            let fault = await #expect(throws: Fault.self) {
                try await bank.ledger.send(LedgerSignal.Accounts(), context: bank.context(), within: .milliseconds(100))
            }
            #expect([.deadlineExceeded, .unavailable].contains(fault?.code))
        }
        bank.house.send(SIGCONT, to: "ledger")
        try await eventually("the ledger answers again") {
            (try? await bank.ledger.send(LedgerSignal.Accounts(), context: bank.context(), within: .seconds(1)))?
                .accounts.count == 2
        }
        try await bank.transferOnce()
        #expect(try await bank.problems() == [])
        await bank.close()
    }

    @Test func aServiceAskedToStopAnswersWhatIsInHandAndEndsWell() async throws {
        // By default it has six seconds for all of it, of which a busy machine may need more.
        let bank = try await CrashBank(accounts: 10, environment: ["KOPILKA_DRAIN_LIMIT": "60s"])
        let load = bank.load(tasks: 8)
        for _ in 0..<10 {
            try await Task.sleep(for: .milliseconds(50))
            #expect(try await bank.house.stop("ledger") == .exited(0))
            try await bank.house.start("ledger")
        }
        try await bank.endLoad(load)
        #expect(try await bank.problems() == [])
        await bank.close()
    }

    @Test func rebuildingHistoryGivesTheSameRows() async throws {
        let bank = try await CrashBank(accounts: 3)
        for _ in 0..<50 { try await bank.transferOnce() }
        #expect(try await bank.problems() == [])
        let answer = try await bank.history.send(
            HistorySignal.Rebuild(), context: SignalContext(session: bank.house.operatorToken(for: .history)),
            within: .seconds(180))
        #expect(answer.transactions == 103)
        #expect(try await bank.problems() == [])
        await bank.close()
    }
}
