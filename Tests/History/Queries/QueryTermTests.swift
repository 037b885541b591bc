import Coordination
import Domain
import Reasons
import Signals
import Testing

@testable import HistoryService

/// What a query is read as, and how its mistakes are told.
@Suite struct QueryTermTests {
    private func read(_ query: String) throws -> MovementFilter { try MovementFilter(query: query, in: .utc) }

    private func condition(_ kind: MovementCondition.Kind, isNegated: Bool = false) -> MovementFilter {
        var filter = MovementFilter()
        filter.conditions = [MovementCondition(kind: kind, isNegated: isNegated)]
        return filter
    }

    private func filter(_ change: (inout MovementFilter) -> Void) -> MovementFilter {
        var filter = MovementFilter()
        change(&filter)
        return filter
    }

    private func day(_ text: String) throws -> Instant { try #require(CalendarDay(text)).startInUTC }

    @Test func aBlankQueryFindsEverything() throws {
        for query in ["", " ", "\n \t"] { #expect(try read(query) == MovementFilter()) }
    }

    @Test(arguments: [
        "кофе", "кофе лат", "\"flat white\"", "кофе \"flat white\" 24", "«кофе» -", "o'hara", "*", "a OR b", "--x",
        "50%", "кофе.", "a\"b c\"",
    ])
    func wordsMeanWhatTheyMeanInTheFieldOfText(words: String) throws {
        #expect(try read(words) == filter { $0.text = TextQuery(words) })
    }

    @Test func wordsAreOneTextWhateverIsBetweenThem() throws {
        #expect(try read("кофе type:income \"flat white\" ла").text == TextQuery("кофе \"flat white\" ла"))
        #expect(try read("„flat white“ “a b” »c«").text == TextQuery("\"flat white\" \"a b\" \"c\""))
        #expect(try read("\"a «b» c\"").text == TextQuery("\"a b c\""), "another kind of quote does not end it")
    }

    @Test func categoriesAreTrees() throws {
        #expect(try read("cat:food") == condition(.category("food")))
        #expect(try read("CAT:food:cafe") == condition(.category("food:cafe")))
        #expect(try read("cat:\"dining out\"") == condition(.category("dining out")))
        #expect(try read("cat:dining\" \"out") == condition(.category("dining out")))
        #expect(try read("cat:«a \"b\"»") == condition(.category("a \"b\"")))
        #expect(try read("cat:none") == condition(.withoutCategory))
        #expect(try read("cat:\"none\"") == condition(.category("none")))
        #expect(try read("-cat:food") == condition(.category("food"), isNegated: true))
        #expect(try read("not:cat:food") == condition(.category("food"), isNegated: true))
    }

    @Test func boundsOfAmountsAreExact() throws {
        let (five, more) = (try AmountBound("500"), try AmountBound("500.001"))
        #expect(try read("amt:500") == filter { ($0.atLeast, $0.atMost) = (five, five) })
        #expect(try read("amt:>=500") == filter { $0.atLeast = five })
        #expect(try read("amt:>500") == filter { $0.atLeast = more })
        #expect(try read("amt:<=500") == filter { $0.atMost = five })
        #expect(try read("amt:<500.001") == filter { $0.atMost = five })
        #expect(try read("amt:500..500.001") == filter { ($0.atLeast, $0.atMost) = (five, more) })
        #expect(try read("amt:500..") == filter { $0.atLeast = five })
        #expect(try read("amt:..500") == filter { $0.atMost = five })
        #expect(try read("amt:>=500 amt:<=500.001") == read("amt:500..500.001"))
        #expect(
            try read("not:amt:500..500.001") == condition(.amount(least: five, greatest: more), isNegated: true))
        for exponent in [0, 2, 3] {
            let bound = try #require(try read("amt:>500").atLeast)
            let units: Int64 = [0: 500, 2: 50_000, 3: 500_000][exponent, default: 0]
            #expect(bound.leastMinorUnits(exponent: exponent) == units + 1)
        }
        #expect(try read("amt:<0").minorUnits(exponent: 2)?.upperBound == 0, "no amount is zero")
    }

    @Test(arguments: [
        ("2026", "2026-01-01", "2027-01-01"), ("2024-02", "2024-02-01", "2024-03-01"),
        ("2026-12", "2026-12-01", "2027-01-01"), ("2026-10-05", "2026-10-05", "2026-10-06"),
        ("9999-12", "9999-12-01", "10000-01-01"), ("2026-10..2026-12", "2026-10-01", "2027-01-01"),
        ("2026-10..2026", "2026-10-01", "2027-01-01"), ("2026-10-05..2026-10-05", "2026-10-05", "2026-10-06"),
        ("2026-10..", "2026-10-01", ""), ("..2026-10-31", "", "2026-11-01"),
    ])
    func datesAreWholeDaysWithTheirEnds(date: String, start: String, end: String) throws {
        func instant(_ text: String) throws -> Instant? {
            if text == "10000-01-01" { return try day("9999-12-31") + .seconds(86_400) }
            return text.isEmpty ? nil : try day(text)
        }
        let period = Period(start: try instant(start), end: try instant(end))
        #expect(try read("date:\(date)") == filter { $0.period = period })
        #expect(try read("-date:\(date)") == condition(.period(period), isNegated: true))
    }

    @Test func theOtherTermsAreRead() throws {
        #expect(try read("acct:a1") == condition(.account("a1")))
        #expect(try read("with:a1") == filter { $0.counterparty = .account("a1") })
        #expect(try read("with:outside") == filter { $0.counterparty = .outside })
        #expect(try read("-with:outside") == condition(.counterparty(.outside), isNegated: true))
        #expect(try read("cur:rub") == condition(.currency(.rubles)))
        #expect(try read("type:Income") == filter { $0.side = .income })
        #expect(try read("not:type:income") == filter { $0.side = .expense })
        #expect(try read("is:own") == filter { $0.isOwn = true })
        #expect(try read("is:reversed -is:own") == filter { ($0.isReversed, $0.isOwn) = (true, false) })
        #expect(try read("not:is:undone") == filter { $0.isUndone = false })
        #expect(try read("-кофе") == condition(.text(TextQuery("кофе")), isNegated: true))
        #expect(try read("NOT:\"a b\"") == condition(.text(TextQuery("\"a b\"")), isNegated: true))
        for query in ["is:own -is:own", "type:income type:expense", "with:a with:b"] {
            #expect(try read(query).isContradiction, "\(query)")
        }
    }

    @Test(arguments: [
        ("foo:bar", "unknownQueryTerm", 1), ("кофе #work", "unknownQueryTerm", 6), ("-#work", "unknownQueryTerm", 1),
        ("12:30", "unknownQueryTerm", 1), (":", "unknownQueryTerm", 1), ("\"cat\":food", "unknownQueryTerm", 1),
        ("http://a.example", "unknownQueryTerm", 1), ("tag:work", "unknownQueryTerm", 1),
        ("a \"b", "queryQuoteWithoutEnd", 3), ("cat:\"b", "queryQuoteWithoutEnd", 1),
        ("«a\"", "queryQuoteWithoutEnd", 1),
        ("cat:", "queryTermWithoutValue", 1), ("cat:\"\"", "queryTermWithoutValue", 1),
        ("\"\"", "queryTermWithoutValue", 1), ("not:", "queryTermWithoutValue", 1),
        ("ы  cat: food", "queryTermWithoutValue", 4), ("not:not:a", "queryTermNegatedTwice", 1),
        ("not:-a", "queryTermNegatedTwice", 1), ("-not:cat:food", "queryTermNegatedTwice", 1),
        ("amt:", "queryTermWithoutValue", 1), ("amt:x", "badQueryAmount", 1), ("amt:>", "badQueryAmount", 1),
        ("amt:-5", "badQueryAmount", 1), ("amt:..", "badQueryAmount", 1), ("amt:1,5", "badQueryAmount", 1),
        ("amt:1.2345", "badQueryAmount", 1), ("amt:>>5", "badQueryAmount", 1), ("amt:1..2..3", "badQueryAmount", 1),
        ("amt:>\(String(repeating: "9", count: 33))", "badQueryAmount", 1), ("amt:2..1", "queryRangeReversed", 1),
        ("date:26", "badQueryDate", 1), ("date:2026-13", "badQueryDate", 1), ("date:2026-02-30", "badQueryDate", 1),
        ("date:..", "badQueryDate", 1), ("date:today", "badQueryDate", 1), ("date:0000", "badQueryDate", 1),
        ("date:2026-1", "badQueryDate", 1), ("date:+026", "badQueryDate", 1),
        ("date:2026-11..2026-10", "queryRangeReversed", 1), ("type:all", "badQueryWord", 1),
        ("is:mine", "badQueryWord", 1),
        ("cur:XXY", "badQueryCurrency", 1), ("cur:рубль", "badQueryCurrency", 1),
        ("cat:\(String(repeating: "я", count: 101))", "queryValueTooLong", 1),
        ("with:\(String(repeating: "a", count: 101))", "queryValueTooLong", 1),
        ("acct:\(String(repeating: "a", count: 101))", "queryValueTooLong", 1),
    ])
    func aMistakeIsNamedWithItsPlace(query: String, reason: String, position: Int) throws {
        let fault = try #require(throws: Fault.self) { try read(query) }
        #expect(fault.code == .invalidArgument && fault.field == "query" && fault.reason == reason, "\(fault)")
        #expect(fault.details["position"] == .number(position))
        guard case .text(let term)? = fault.details["term"] else {
            Issue.record("\(fault) names no term")
            return
        }
        #expect(query.dropFirst(position - 1).hasPrefix(term.hasSuffix("…") ? String(term.dropLast()) : term))
    }

    @Test func aQueryIsBounded() throws {
        let most = QueryTerms.mostTerms
        _ = try read(Array(repeating: "a", count: most).joined(separator: " "))
        let tooMany = try #require(throws: Fault.self) {
            try read(Array(repeating: "a", count: most + 1).joined(separator: " "))
        }
        #expect(tooMany.reason == "tooManyQueryTerms" && tooMany.field == "query")
        _ = try read(String(repeating: "я", count: QueryTerms.mostBytes / 2))
        let tooLong = try #require(throws: Fault.self) {
            try read(String(repeating: "я", count: QueryTerms.mostBytes / 2) + "a")
        }
        #expect(tooLong.reason == "tooManyBytes" && tooLong.field == "query")
    }

    @Test func whatAFaultRepeatsSteersNoTerminal() throws {
        let fault = try #require(throws: Fault.self) { try read("a\u{1b}[2J:b\u{202e}") }
        #expect(PlainText.isPlain(fault.message) && fault.reason == "unknownQueryTerm")
    }

    @Test func valuesAreReplacedAndAllElseStays() throws {
        let query = try QueryTerms("кофе  -acct:Main not:with:\"a b\" cat:food")
        let replaced = query.replacing { term in
            switch term.key {
            case .account: "a1"
            case .counterparty: "say \"hi\""
            default: nil
            }
        }
        #expect(replaced == "кофе -acct:\"a1\" not:with:«say \"hi\"» cat:food")
        #expect(try QueryTerms(replaced).terms.map(\.value) == ["кофе", "a1", "say \"hi\"", "food"])
        #expect(try QueryTerms(replaced).terms.map(\.isNegated) == [false, true, true, false])
    }

    @Test func anAccentHidesNoQuote() throws {
        #expect(try read("cat:\"\u{301}a\" b").conditions == condition(.category("\u{301}a")).conditions)
        #expect(try read("\"\u{301}a b\" c").text == TextQuery("\"a b\" c"))
        #expect(try read("\"a \u{600}\" c").text == TextQuery("\"a\" c"))
        #expect(try #require(throws: Fault.self) { try read("\"\u{301}a") }.reason == "queryQuoteWithoutEnd")
    }

    @Test(arguments: ["кофе", "Tea: two cups", "-5 %", "#7", "5\" disk", "a «b", "not:x", "cat:food", ""])
    func aTextIsQuotedWhereItWouldMeanMoreThanItsWords(text: String) throws {
        let read = try read(QueryTerms.meaning(text))
        #expect(read.conditions.isEmpty)
        let words = read.text?.phrases.flatMap(\.words) ?? []
        #expect(words == SearchText.words(of: text))
    }
}
