import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import HistoryService

@Suite struct LedgerFollowerTests {
    private let time = Instant(milliseconds: 1_795_000_000_000)

    private func script(moves: Int) throws -> LedgerScript {
        var script = LedgerScript()
        try script.openAccount("main", of: "anna")
        for move in 1...moves { try script.move(Int64(move), from: "world-RUB", to: "main", at: time) }
        return script
    }

    @Test(arguments: StoreKind.allCases)
    func aPageThatComesAgainHasItsEffectOnce(kind: StoreKind) async throws {
        let events = try script(moves: 5).events
        try await HistoryHouse.with(kind) { house in
            try await house.follow(Array(events[..<4]))
            try await house.follow(events)
            try await house.follow(Array(events[2..<5]))
            let page = try await house.list()
            #expect(page.transactions.map(\.id) == ["t5", "t4", "t3", "t2", "t1"])
            #expect(page.totals.first?.income.minorUnits == 15)
            let last = try await house.follower.lastSequence()
            #expect(last == 6)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aPageFromTheFutureIsPassedOver(kind: StoreKind) async throws {
        let events = try script(moves: 5).events
        try await HistoryHouse.with(kind) { house in
            try await house.follow(Array(events[3...]))
            let last = try await house.follower.lastSequence()
            #expect(last == 0)
            try await house.follow(events)
            let page = try await house.list()
            #expect(page.transactions.count == 5)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func unknownEventsArePassedOverAndCounted(kind: StoreKind) async throws {
        var script = try script(moves: 1)
        script.mumble()
        script.mumble()
        try await HistoryHouse.with(kind) { house in
            try await house.follow(script.events)
            let last = try await house.follower.lastSequence()
            #expect(last == 4)
        }
    }

    @Test func anAccountIsKnownBeforeItsFirstTransfer() async throws {
        var script = LedgerScript()
        try script.openAccount("main", of: "anna")
        try await HistoryHouse.with(.sqlite) { house in
            #expect(try await house.fault(of: HistorySignal.Transactions(account: "main"))?.code == .notFound)
            try await house.follow(script.events)
            let page = try await house.list(HistorySignal.Transactions(account: "main"))
            #expect(page.transactions.isEmpty && page.totals.isEmpty)
        }
    }

    @Test func whatIsKeptOutlivesARestart() async throws {
        let folder = TemporaryDirectory()
        let events = try script(moves: 5).events
        try await HistoryHouse.withDatabase(in: folder) { _, house in try await house.follow(Array(events[..<3])) }
        try await HistoryHouse.withDatabase(in: folder) { _, house in
            try await house.follow(events)
            let page = try await house.list()
            #expect(page.transactions.count == 5)
        }
    }

    @Test(arguments: [
        #"{}"#, #"{"account":{"id":"a","userId":"u","currency":"XXX"}}"#,
        #"{"account":{"id":1,"userId":"u","currency":"RUB"}}"#,
        "[]", "nonsense",
    ])
    func aBrokenAccountStopsThePage(data: String) {
        let event = Event(
            sequence: 7, type: "ledger.accountOpened", subject: "a", time: time, data: Array(data.utf8))
        #expect(throws: Fault.self) { try RecordedFact(event) }
    }

    @Test(arguments: [
        (#""sequence":1"#, #""sequence":0"#), (#""sequence":1"#, #""sequence":1.5"#),
        (#""amount":"-0.05""#, #""amount":"0.00""#),
        (#""amount":"-0.05""#, #""amount":"-92233720368547758.08""#), (#""amount":"-0.05""#, #""amount":"0.05""#),
        (#""entries""#, #""leaves""#), (#""transfer""#, #""moved""#), (#""createdAt""#, #""madeAt""#),
    ])
    func aBrokenTransferStopsThePage(whole: String, broken: String) throws {
        var script = LedgerScript()
        try script.openAccount("main", of: "anna")
        try script.openAccount("savings", of: "anna")
        try script.move(5, from: "main", to: "savings", at: time)
        let event = try #require(script.events.last)
        let text = String(decoding: event.data, as: UTF8.self)
        #expect(throws: Never.self) { try RecordedFact(event) }
        #expect(text.contains(whole))
        let changed = text.replacing(whole, with: broken)
        let brokenEvent = Event(
            sequence: 3, type: event.type, subject: "t1", time: time, data: Array(changed.utf8))
        #expect(throws: Fault.self) { try RecordedFact(brokenEvent) }
    }

    @Test func aLaterLedgerMaySayMore() throws {
        let event = try #require(try script(moves: 1).events.last)
        let text = String(decoding: event.data, as: UTF8.self).replacing(
            #"{"transfer":{"#, with: #"{"mood":"good","transfer":{"hue":1,"#)
        let richer = Event(
            sequence: event.sequence, type: event.type, subject: event.subject, time: event.time,
            data: Array(text.utf8))
        #expect(text.contains("mood"))
        #expect(try RecordedFact(richer) == RecordedFact(event))
    }
}
