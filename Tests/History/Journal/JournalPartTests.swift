import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import HistoryService

/// Goal: parts make a whole of one moment, or the next part is refused.
@Suite struct JournalPartTests {
    private static let context = SignalContext(
        caller: .user(UserSession(userID: "anna", sessionID: "s", expiresAt: Instant(microseconds: .max))))

    private static func script() throws -> LedgerScript {
        var script = LedgerScript()
        try script.openAccount("main", of: "anna")
        try script.openAccount("savings", of: "anna")
        let start = try JournalTests.time("2026-11-01T00:00:00Z")
        for index in 0..<400 {
            let isOwn = index % 3 == 0
            // Many at one moment: time alone does not determine the place of a row.
            try script.move(
                Int64(index + 1), from: isOwn ? "main" : "world-RUB", to: isOwn ? "savings" : "main",
                at: start + .seconds(index / 9), "row \(index)", category: index % 5 == 0 ? "odd" : nil)
        }
        return script
    }

    /// Loads all parts, with something that happens after the second.
    private static func parts(
        _ house: HistoryHouse, _ format: HistorySignal.JournalFormat, meanwhile: () async throws -> Void = {}
    ) async throws -> [String] {
        let useCase = WriteJournal(store: house.store, tree: house.leadingToLedger, partBytes: 3_000)
        var texts: [String] = []
        var cursor: String?
        repeat {
            let part = try await useCase.answer(
                HistorySignal.Journal(format: format, cursor: cursor), context: context)
            texts.append(part.content)
            cursor = part.nextCursor
            if texts.count == 2 { try await meanwhile() }
        } while cursor != nil
        return texts
    }

    @Test(arguments: StoreKind.allCases, HistorySignal.JournalFormat.allCases)
    func laterBookingsDoNotTearTheWhole(kind: StoreKind, format: HistorySignal.JournalFormat) async throws {
        var script = try Self.script()
        let early = script.events
        let between = try JournalTests.time("2026-11-01T00:00:40Z")
        try script.move(55, from: "world-RUB", to: "main", at: between, "booked later", category: "new one")
        try await HistoryHouse.with(kind) { [script] house in
            try await house.follow(early)
            let whole = try await house.send(HistorySignal.Journal(format: format)).content
            let texts = try await Self.parts(house, format) {
                try await house.follow(script.events(after: early.count))
            }
            #expect(texts.count > 5 && texts.joined() == whole)
            let now = try await house.send(HistorySignal.Journal(format: format)).content
            #expect(now.contains("booked later"))
        }
    }

    @Test(arguments: StoreKind.allCases, 0..<4)
    func aChangeOfWhatWasWrittenEndsTheJournal(kind: StoreKind, change: Int) async throws {
        let script = try Self.script()
        let early = script.events
        var (reversing, renaming) = (script, script)
        let later = try JournalTests.time("2026-11-02T00:00:00Z")
        try reversing.move(2, from: "main", to: "world-RUB", at: later, "row 1", more: ["reverses": "t2"])
        try renaming.rename("main", to: "other")
        let changes = [reversing, renaming].map { $0.events(after: early.count) }
        try await HistoryHouse.with(kind) { house in
            try await house.follow(early)
            do {
                _ = try await Self.parts(house, .hledger) {
                    switch change {
                    case 0, 1: try await house.follow(changes[change])
                    case 2: _ = try await house.send(HistorySignal.SetCategory(id: "t2", category: "mine"), key: "k1")
                    default: _ = try await house.send(HistorySignal.AddRule(contains: "row", category: "r"), key: "k1")
                    }
                }
                Issue.record("The parts are of two moments.")
            } catch let fault as Fault {
                #expect(fault.code == .invalidArgument && fault.field == "cursor")
            }
        }
    }
}
