import Coordination
import Domain
import Reasons
import Signals
import TestSupport
import Testing

@testable import HistoryService

/// Goal: a header that was taught once is read from then on, for its user alone, through rebuilds, until it is
/// forgotten.
@Suite struct StatementLayoutTests {
    private static func rows(
        _ house: HistoryHouse, _ content: String = LayoutSamples.content, as user: String = "anna"
    ) async throws -> HistorySignal.StatementRows {
        try await house.send(
            HistorySignal.ReadStatement(content: content, currency: .known("EUR")), as: user)
    }

    @Test(arguments: StoreKind.allCases)
    func aTaughtHeaderIsReadWithoutAnyHint(kind: StoreKind) async throws {
        try await HistoryHouse.with(kind) { house in
            let unknown = HistorySignal.ReadStatement(content: LayoutSamples.content, currency: .known("EUR"))
            let before = try await house.fault(of: unknown)
            #expect(before?.details["cause"] == .text("fileWithoutHeader"))
            let answer = try await house.send(LayoutSamples.learn())
            #expect(answer.layout.header == LayoutSamples.header && answer.replaced.isEmpty)
            let read = try await Self.rows(house)
            #expect(read.layout == "bank" && read.format == .csv)
            #expect(read.rows.map(\.amount.minorUnits) == [-500, 700])
            #expect(read.rows.map(\.description) == ["Shop / Bread", "Ann"])
            #expect(read.rows.map(\.date) == ["2026-03-01", "2026-03-02"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func anotherUserSeesAndReadsNothingOfIt(kind: StoreKind) async throws {
        try await HistoryHouse.with(kind) { house in
            _ = try await house.send(LayoutSamples.learn())
            #expect(try await house.send(HistorySignal.StatementLayouts(), as: "boris").layouts.isEmpty)
            let sample = try await house.send(
                HistorySignal.SampleStatement(content: LayoutSamples.content), as: "boris")
            #expect(sample.layout == nil)
            let read = HistorySignal.ReadStatement(content: LayoutSamples.content, currency: .known("EUR"))
            #expect(try await house.fault(of: read, as: "boris")?.details["cause"] == .text("fileWithoutHeader"))
            let forget = HistorySignal.ForgetStatementLayout(name: "bank")
            #expect(try await house.fault(of: forget, as: "boris")?.code == .notFound)
            _ = try await house.send(
                LayoutSamples.learn("bank", columns: LayoutSamples.columns.dropLast()), as: "boris")
            #expect(try await Self.rows(house).rows.first?.description == "Shop / Bread")
            #expect(try await Self.rows(house, as: "boris").rows.first?.description == "Shop")
            let nobody = try await house.fault(of: HistorySignal.StatementLayouts(), as: nil)
            #expect(nobody?.code == .unauthenticated)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aLayoutReplacesThatOfItsHeaderAndThatOfItsName(kind: StoreKind) async throws {
        try await HistoryHouse.with(kind) { house in
            _ = try await house.send(LayoutSamples.learn("one"))
            let renamed = try await house.send(LayoutSamples.learn("two"))
            #expect(renamed.replaced == ["one"])
            let other = try await house.send(LayoutSamples.learn("two", header: ["A", "B", "C", "D"]))
            #expect(other.replaced.isEmpty)
            let layouts = try await house.send(HistorySignal.StatementLayouts()).layouts
            #expect(layouts.map(\.name) == ["two"] && layouts.first?.header == ["A", "B", "C", "D"])
            let gone = try await house.send(HistorySignal.ForgetStatementLayout(name: "two"))
            #expect(gone.layout == layouts.first)
            #expect(try await house.send(HistorySignal.StatementLayouts()).layouts.isEmpty)
            let again = try await house.fault(of: HistorySignal.ForgetStatementLayout(name: "two"))
            #expect(again?.code == .notFound && again?.reason == "noSuchLayout")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func changesAreToldAndAnsweredAsTheyWere(kind: StoreKind) async throws {
        try await HistoryHouse.with(kind) { house in
            let learned = try await house.send(LayoutSamples.learn(), key: "learn")
            _ = try await house.send(LayoutSamples.learn("other"))
            #expect(try await house.send(LayoutSamples.learn(), key: "learn") == learned)
            let conflict = try await house.fault(of: LayoutSamples.learn("third"), key: "learn")
            #expect(conflict?.code == .conflict)
            _ = try await house.send(HistorySignal.ForgetStatementLayout(name: "other"), key: "forget")
            _ = try await house.send(HistorySignal.ForgetStatementLayout(name: "other"), key: "forget")
            let told = try await house.told().map { "\($0.userId) \($0.change.rawValue)" }
            #expect(told == ["anna layouts", "anna layouts", "anna layouts"])
        }
    }

    @Test func layoutsOutliveARebuildAndTheEndOfTheProcess() async throws {
        let folder = TemporaryDirectory()
        try await HistoryHouse.withDatabase(in: folder) { _, house in
            _ = try await house.send(LayoutSamples.learn())
            _ = try await house.send(HistorySignal.SaveFilter(name: "mine", category: "mine"))
            _ = try await house.send(HistorySignal.AddRule(contains: "a", category: "b"))
            try await house.store.write(deadline: nil, weight: 1) { try $0.clear() }
            #expect(try await Self.rows(house).layout == "bank")
        }
        try await HistoryHouse.withDatabase(in: folder) { _, house in
            let read = try await Self.rows(house)
            #expect(read.layout == "bank")
            #expect(try await house.send(HistorySignal.Filters()).filters.count == 1, "they share a row")
            #expect(try await house.send(HistorySignal.Rules()).rules.count == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func whoLeavesTakesThemAlong(kind: StoreKind) async throws {
        try await HistoryHouse.with(kind) { house in
            _ = try await house.send(LayoutSamples.learn())
            _ = try await house.send(LayoutSamples.learn(), as: "boris")
            try await house.store.write(deadline: nil, weight: 1) { try $0.forget(userID: "anna") }
            #expect(try await house.send(HistorySignal.StatementLayouts()).layouts.isEmpty)
            #expect(try await house.send(HistorySignal.StatementLayouts(), as: "boris").layouts.count == 1)
            // A token of hers may still be valid: nothing is stored any more.
            _ = try await house.send(LayoutSamples.learn("late"))
            if kind == .sqlite { #expect(try await house.send(HistorySignal.StatementLayouts()).layouts.isEmpty) }
        }
    }

    @Test func thereAreAtMostFifty() async throws {
        let house = HistoryHouse(store: InMemoryHistoryStore())
        for number in 1...50 {
            _ = try await house.send(LayoutSamples.learn("bank \(number)", header: ["\(number)", "a", "b", "c"]))
        }
        let fault = try await house.fault(of: LayoutSamples.learn("one more"))
        #expect(fault?.reason == "tooManyLayouts" && fault?.field == "name")
        _ = try await house.send(LayoutSamples.learn("bank 7"))
        #expect(try await house.send(HistorySignal.StatementLayouts()).layouts.count == 50)
    }

    @Test func aLayoutIsTriedBeforeItIsLearned() async throws {
        let house = HistoryHouse(store: InMemoryHistoryStore())
        func read(_ header: [String]) -> HistorySignal.ReadStatement {
            HistorySignal.ReadStatement(
                content: LayoutSamples.content, currency: .known("EUR"),
                layout: HistorySignal.StatementLayout(
                    name: "try", header: header, columns: LayoutSamples.columns))
        }
        #expect(try await house.send(read(LayoutSamples.header)).rows.count == 2)
        #expect(try await house.send(HistorySignal.StatementLayouts()).layouts.isEmpty)
        let other = try await house.fault(of: read(["a", "b", "c", "d"]))
        #expect(other?.details["cause"] == .text("fileWithoutSuchHeader"))
        let bad = try await house.fault(of: read(["a"]))
        #expect(bad?.field == "layout.header")
    }

    /// The hints of a request come before the layout, and both turn signs.
    @Test func hintsComeBeforeTheLayout() async throws {
        let house = HistoryHouse(store: InMemoryHistoryStore())
        let layout = HistorySignal.LearnStatement(
            name: "bank", header: LayoutSamples.header, columns: LayoutSamples.columns, dateOrder: .dmy,
            decimal: .comma, invertSigns: true)
        _ = try await house.send(layout)
        let content = "Booked;Value;Who;Why\n02/03/2026;-5,250;Shop;\n"
        func first(
            dateOrder: HistorySignal.DateOrder? = nil, decimal: HistorySignal.DecimalMark? = nil, inverts: Bool? = nil
        ) async throws -> String? {
            try await house.send(
                HistorySignal.ReadStatement(
                    content: content, currency: .known("EUR"), dateOrder: dateOrder, decimal: decimal,
                    invertSigns: inverts)
            ).rows.first.map { "\($0.date) \($0.amount.decimalText)" }
        }
        #expect(try await first() == "2026-03-02 5.25")
        #expect(try await first(dateOrder: .mdy, decimal: .point) == "2026-02-03 5250.00")
        #expect(try await first(inverts: true) == "2026-03-02 -5.25")
    }

    /// A layout that is refused, with the field at fault.
    struct Hostile: Sendable {
        var name = "bank"
        var header = LayoutSamples.header
        var columns = LayoutSamples.columns
        let field: String
    }

    private static func columns(_ fields: KeyValuePairs<Int, HistorySignal.StatementField>, at field: String) -> Hostile
    {
        Hostile(columns: LayoutSamples.columns(fields), field: field)
    }

    static let hostileNames: [Hostile] = [
        "", String(repeating: "n", count: 101), "two\nlines", "\u{202E}bank", " bank", "bell\u{7}",
    ].map { Hostile(name: $0, field: "name") }

    static let hostileHeaders: [Hostile] = [0, 1, 101, 10_000].map { count in
        Hostile(header: (0..<count).map { "\($0)" }, field: "header")
    }

    static let hostileColumns: [Hostile] = [
        columns([1: .date, 5: .amount], at: "columns[1].column"),
        columns([0: .date, 2: .amount], at: "columns[0].column"),
        columns([-1: .date, 2: .amount], at: "columns[0].column"),
        columns([1: .date, .max: .amount], at: "columns[1].column"),
        columns([1: .date, .min: .amount], at: "columns[1].column"),
        columns([1: .date, 1: .amount], at: "columns[1].column"),
        columns([1: .date, 2: .date, 3: .amount], at: "columns[1].field"),
        columns([1: .amount, 2: .description], at: "columns"),
        columns([1: .date, 2: .description], at: "columns"),
        columns([1: .date, 2: .amount, 3: .debit], at: "columns"),
        columns([:], at: "columns"),
        Hostile(
            columns: Array(
                repeating: HistorySignal.StatementColumn(column: 1, field: .description), count: 10_000),
            field: "columns"),
        Hostile(
            header: (1...9).map { "\($0)" },
            columns: LayoutSamples.columns([
                1: .date, 2: .amount, 3: .description, 4: .description, 5: .description, 6: .description,
                7: .description, 8: .description,
            ]), field: "columns"),
    ]

    @Test(arguments: hostileNames + hostileHeaders + hostileColumns)
    func hostileLayoutsAreRefusedByTheirField(hostile: Hostile) async throws {
        let house = HistoryHouse(store: InMemoryHistoryStore())
        let signal = LayoutSamples.learn(hostile.name, header: hostile.header, columns: hostile.columns)
        let fault = try await house.fault(of: signal)
        #expect(fault?.code == .invalidArgument && fault?.field == hostile.field, "\(String(describing: fault))")
        #expect(try await house.send(HistorySignal.StatementLayouts()).layouts.isEmpty)
    }

    @Test func headingsAreComparedAsTheyLook() async throws {
        let house = HistoryHouse(store: InMemoryHistoryStore())
        let long = String(repeating: "x", count: 5_000)
        _ = try await house.send(LayoutSamples.learn(header: [" Booked ", "Value\n(EUR)", "Who\u{200E}", long]))
        let stored = try await house.send(HistorySignal.StatementLayouts()).layouts.first?.header
        #expect(stored == ["Booked", "Value (EUR)", "Who", String(repeating: "x", count: 100)])
        let read = try await Self.rows(house, "Booked,\"Value\n(EUR)\",Who,\(long)\n2026-03-01,1,a,b\n")
        #expect(read.rows.map(\.description) == ["a / b"])
    }

    @Test func everyLayoutOfAUserFitsOneAnswer() async throws {
        let heading = String(repeating: "\u{1F600}", count: 100)
        let header = Array(repeating: heading, count: 100)
        let layout = try StatementLayoutRules.checked(
            HistorySignal.StatementLayout(name: "a", header: header, columns: LayoutSamples.columns))
        #expect(layout.header.reduce(0) { $0 + $1.utf8.count } * StatementLayoutRules.most < 4_000_000)
    }
}
