import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import HistoryService

/// Goal: a query finds the movements for which each of its terms holds, and a negated term those for which it does not.
/// Method: random movements from a printed seed, listed once without a query; random queries, of which each term comes
/// with a predicate on a listed movement that knows neither the reader nor filters; all pages of all stores are
/// compared, and their totals.
@Suite struct QueryModelTests {
    private typealias Row = HistorySignal.Transaction

    /// A term and what it says of a movement.
    private struct Term {
        let text: String
        let holds: (Row) -> Bool
    }

    private static let accounts: [(id: String, currency: Currency)] = [
        ("a1", .rubles), ("a2", .rubles), ("a3", .yen), ("a4", .dinars),
    ]
    private static let categories = ["food", "food:cafe", "food:cafe:tea", "foodie", "Food", "dining out", "none"]
    private static let words = ["кофе", "coffee", "ёлка", "taxi", "24", "Café", "кофейня", "foo:bar", "#work", "-"]
    private static let firstDay = CalendarDay(daysSince1970: 20_720)

    private static func script(_ random: inout SeededGenerator) throws -> LedgerScript {
        var script = LedgerScript()
        for account in accounts { try script.openAccount(account.id, of: "anna", account.currency) }
        try script.openAccount("b1", of: "boris", .rubles)
        for count in 0..<300 {
            let own = random.one(of: accounts)
            let others = accounts.filter { $0.currency == own.currency && $0.id != own.id }.map(\.id)
            let other = random.one(of: others + ["world-X"] + (own.currency == .rubles ? ["b1"] : []))
            let isIncome = random.chance(40)
            // Many on the first moment of a day or just before it.
            let midnight = firstDay.adding(days: random.below(100)).startInUTC
            let time = Instant(microseconds: midnight.microseconds + Int64(random.one(of: [0, 0, -1, 7_200_000_000])))
            let reverses: KeyValuePairs<String, String> =
                random.chance(8) && count > 0 ? ["reverses": "t\(random.below(count) + 1)"] : [:]
            try script.move(
                Int64(random.one(of: [1, 100, 499, 500, 501, 1_000, 50_000, random.below(2_000) + 1])),
                from: isIncome ? other : own.id, to: isIncome ? own.id : other, at: time,
                "\(random.one(of: words)) \(random.one(of: words))",
                category: random.chance(30) ? nil : random.one(of: categories), more: reverses)
        }
        return script
    }

    // MARK: Terms

    private static func term(_ random: inout SeededGenerator) -> Term {
        switch random.below(9) {
        case 0: return category(&random)
        case 1: return amount(&random)
        case 2: return date(&random)
        case 3:
            let account = random.one(of: accounts).id
            return Term(text: "acct:\(account)") { $0.account == account }
        case 4:
            let other = random.one(of: accounts.map(\.id) + ["b1", "outside", "nobody"])
            return Term(text: "with:\(other)") { row in
                let side = row.type == .income ? row.fromAccount : row.toAccount
                return side == (other == "outside" ? nil : other)
            }
        case 5:
            let type = random.one(of: [HistorySignal.TransactionType.income, .expense])
            return Term(text: "type:\(type.rawValue)") { $0.type == type }
        case 6:
            let code = random.one(of: ["RUB", "JPY", "KWD", "USD"])
            return Term(text: "cur:\(code)") { $0.amount.currency.code == code }
        case 7: return property(&random)
        default: return word(&random)
        }
    }

    private static func category(_ random: inout SeededGenerator) -> Term {
        let name = random.one(of: categories + ["unused"])
        if random.chance(15) { return Term(text: "cat:none") { $0.category == nil } }
        return Term(text: "cat:\"\(name)\"") { $0.category == name || $0.category?.hasPrefix(name + ":") == true }
    }

    private static func amount(_ random: inout SeededGenerator) -> Term {
        // In thousandths, like the currency with most decimals.
        func thousandths(_ row: Row) -> Int {
            Int(row.amount.minorUnits) * 1000 / Int(row.amount.currency.minorUnitsPerUnit)
        }
        func written(_ number: Int) -> String { "\(number / 1000).\(String(1000 + number % 1000).dropFirst())" }
        let first = random.one(of: [1, 10, 500, 1_000, 4_990, 5_000, 5_001, 10_000, 500_000])
        let last = first + random.one(of: [0, 1, 5_000])
        let (low, high) = (written(first), written(last))
        let forms: [Term] = [
            Term(text: "amt:\(low)") { thousandths($0) == first },
            Term(text: "amt:>\(low)") { thousandths($0) > first },
            Term(text: "amt:>=\(low)") { thousandths($0) >= first },
            Term(text: "amt:<\(low)") { thousandths($0) < first },
            Term(text: "amt:<=\(low)") { thousandths($0) <= first },
            Term(text: "amt:\(low)..\(high)") { (first...last).contains(thousandths($0)) },
            Term(text: "amt:\(low)..") { thousandths($0) >= first },
            Term(text: "amt:..\(high)") { thousandths($0) <= last },
        ]
        return random.one(of: forms)
    }

    private static func date(_ random: inout SeededGenerator) -> Term {
        let length = random.one(of: [4, 7, 10])
        // The text of a day begins with that of its month and year, and texts of days sort like days.
        func day(_ row: Row) -> String { String(row.date.dayInUTC.description.prefix(length)) }
        let first = firstDay.adding(days: random.below(100))
        let low = String(first.description.prefix(length))
        let high = String(first.adding(days: random.below(40)).description.prefix(length))
        let forms: [Term] = [
            Term(text: "date:\(low)") { day($0) == low },
            Term(text: "date:\(low)..\(high)") { low <= day($0) && day($0) <= high },
            Term(text: "date:\(low)..") { low <= day($0) }, Term(text: "date:..\(high)") { day($0) <= high },
        ]
        return random.one(of: forms)
    }

    private static func property(_ random: inout SeededGenerator) -> Term {
        let own = Set(accounts.map(\.id))
        return random.one(of: [
            Term(text: "is:own") { row in
                [row.fromAccount, row.toAccount].allSatisfy { $0.map(own.contains) ?? false }
            },
            Term(text: "is:reversed") { $0.reversedBy != nil },
            Term(text: "is:undone") { $0.reversedBy != nil || $0.reverses != nil },
        ])
    }

    private static func word(_ random: inout SeededGenerator) -> Term {
        let word = random.one(of: ["кофе", "coffee", "елка", "taxi", "24", "cafe", "foo", "work"])
        // In quotes, so that it does not depend on its place whether it may be the beginning of a word.
        return Term(text: "\"\(word)\"") { SearchText.words(of: $0.description).contains(word) }
    }

    // MARK: Comparison

    private static func pages(
        _ query: String?, _ limit: Int, _ house: HistoryHouse
    ) async throws -> (rows: [Row], totals: [HistorySignal.Total]) {
        var rows: [Row] = []
        var cursor: String?
        var totals: [HistorySignal.Total] = []
        repeat {
            let page = try await house.send(
                HistorySignal.Transactions(limit: limit, cursor: cursor, query: query))
            rows += page.transactions
            (cursor, totals) = (page.nextCursor, page.totals)
        } while cursor != nil
        return (rows, totals)
    }

    private static func totals(of rows: [Row]) -> [HistorySignal.Total] {
        Dictionary(grouping: rows, by: \.amount.currency).sorted { $0.key.code < $1.key.code }.map { currency, rows in
            func sum(_ type: HistorySignal.TransactionType) -> Money {
                Money(
                    minorUnits: rows.filter { $0.type == type }.reduce(0) { $0 + $1.amount.minorUnits },
                    currency: currency)
            }
            return HistorySignal.Total(currency: currency, income: sum(.income), expense: sum(.expense))
        }
    }

    @Test(arguments: (0..<3).map { _ in UInt64.random(in: .min ... .max) }, [BookShelf.usualRows, 1])
    func aQueryFindsWhatEachOfItsTermsHoldsFor(seed: UInt64, rowsInMemory: Int) async throws {
        print("history queries: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let events = try Self.script(&random).events
        let naive = HistoryHouse(store: InMemoryHistoryStore())
        try await HistoryHouse.withDatabase(rowsInMemory: rowsInMemory) { _, house in
            for target in [naive, house] { try await target.follow(events) }
            let all = try await Self.pages(nil, 1000, house).rows
            #expect(all.count > 300)
            for _ in 0..<60 {
                let terms = (0..<(random.below(4) + 1)).map { _ in
                    (term: Self.term(&random), negation: random.one(of: ["", "", "", "-", "not:"]))
                }
                let query = terms.map { $0.negation + $0.term.text }.joined(separator: " ")
                let expected = all.filter { row in
                    terms.allSatisfy { $0.term.holds(row) == $0.negation.isEmpty }
                }
                for target in [naive, house] {
                    let limit = random.one(of: [1, 7, 1000])
                    // One at a time only where there are few.
                    let found = try await Self.pages(query, expected.count > 20 ? max(limit, 20) : limit, target)
                    #expect(found.rows == expected, "seed \(seed), \(query)")
                    #expect(found.totals == Self.totals(of: expected), "seed \(seed), \(query)")
                }
            }
        }
    }

    @Test func aTermAndItsNegationDivideAllMovements() async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("negations of history queries: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let events = try Self.script(&random).events
        try await HistoryHouse.withDatabase { _, house in
            try await house.follow(events)
            let all = try await Self.pages(nil, 1000, house).rows
            for _ in 0..<100 {
                let term = Self.term(&random)
                let (found, others) = (
                    try await Self.pages(term.text, 1000, house).rows,
                    try await Self.pages("not:\(term.text)", 1000, house).rows
                )
                #expect(found.count + others.count == all.count, "seed \(seed), \(term.text)")
                #expect(Set(found).union(others) == Set(all), "seed \(seed), \(term.text)")
            }
        }
    }
}
