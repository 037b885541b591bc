import Domain
import Testing

@testable import HistoryService

@Suite struct ModelTests {
    private func moment(_ seconds: Int) -> Instant { Instant(milliseconds: Int64(seconds) * 1000) }

    @Test func theTimeOfTwoPeriodsIsWhatLiesInBoth() {
        let first = Period(start: moment(5), end: moment(9))
        #expect(first.narrowed(by: .always) == first)
        #expect(
            first.narrowed(by: Period(start: moment(7), end: nil)) == Period(start: moment(7), end: moment(9)))
        #expect(first.narrowed(by: Period(start: nil, end: moment(5))).isEmpty)
    }

    @Test func aFilterIsNarrowedFieldByField() {
        var first = MovementFilter()
        first.side = .income
        first.text = TextQuery("кофе")
        var second = MovementFilter()
        second.category = "food"
        second.text = TextQuery("латте")
        let both = first.narrowed(by: second)
        #expect(both.side == .income && both.category == "food" && !both.isContradiction)
        #expect(both.text?.phrases.count == 2)
        second.side = .expense
        #expect(first.narrowed(by: second).isContradiction)
    }

    @Test(arguments: [
        ("0", 0, 0), ("0.5", 1, 0), ("1.234", 2, 1), ("12", 12, 12), ("99999999999999999999", Int64.max, Int64.max),
    ])
    func boundsAreRoundedInwardsForCurrenciesOfFewerDecimals(text: String, least: Int64, greatest: Int64) throws {
        let bound = try AmountBound(text)
        #expect(bound.leastMinorUnits(exponent: 0) == least)
        #expect(bound.greatestMinorUnits(exponent: 0) == greatest)
    }

    @Test func boundsAreExactWhereTheCurrencyHasTheDecimals() throws {
        #expect(try AmountBound("1.5").leastMinorUnits(exponent: 2) == 150)
        #expect(try AmountBound("1.234").greatestMinorUnits(exponent: 3) == 1234)
        #expect(try AmountBound("92233720368547758.07").leastMinorUnits(exponent: 2) == .max)
    }

    @Test func keysSortByTransferAndThenBySide() {
        let keys = [(1, Side.expense), (1, .income), (2, .expense)].map { MovementKey(sequence: $0, side: $1) }
        #expect(keys == keys.sorted())
        #expect(keys.map { MovementKey(number: $0.number) } == keys)
    }

    @Test func aCursorIsReadBackForItsOwnFilterOnly() {
        var filter = MovementFilter()
        let position = MovementPosition(
            time: Instant(microseconds: -5), key: MovementKey(sequence: 77, side: .income))
        let text = PageCursor(after: position, filter: filter, userID: "anna").text
        #expect(text.utf8.count == 48)
        #expect(PageCursor(text, filter: filter, userID: "anna")?.position == position)
        #expect(PageCursor(text, filter: filter, userID: "boris") == nil)
        #expect(PageCursor(String(text.dropLast()), filter: filter, userID: "anna") == nil)
        #expect(PageCursor("+" + text.dropFirst(), filter: filter, userID: "anna") == nil)
        #expect(PageCursor(String(text.dropFirst()) + "é", filter: filter, userID: "anna") == nil)
        filter.counterparty = .account("a")
        filter.category = nil
        let counterpartyOnly = PageCursor(after: position, filter: filter, userID: "anna").text
        filter.counterparty = nil
        filter.category = "a"
        #expect(PageCursor(counterpartyOnly, filter: filter, userID: "anna") == nil)
    }

    @Test(arguments: [
        ("Кофе и Coffee", ["кофе", "и", "coffee"]), ("ЁЛКА елка", ["елка", "елка"]),
        ("  O'Hara-7 ", ["o", "hara", "7"]),
        ("Crème Brûlée", ["creme", "brulee"]), ("cafe\u{301}", ["cafe"]), ("и\u{306}од", ["йод"]),
        ("Straße", ["strasse"]),
        ("STRASSE", ["strasse"]), ("100%_№", ["100"]), ("a÷b", ["a", "b"]), ("日本 円", ["日本", "円"]), ("🍕", []), ("", []),
    ])
    func wordsAreFoldedSoThatPeopleFindThem(text: String, words: [String]) {
        #expect(SearchText.words(of: text) == words)
    }

    @Test(arguments: [
        ("коф", true), ("кофе ит", true), ("офе", false), ("кофе \"ита\"", false), ("\"кофе итальянский\"", true),
        ("\"итальянский кофе\"", false), ("итальянский кофе", true), ("«кофе итал", true), ("\"", false), ("*", false),
        ("кофе *", true), ("кофе чай", false), ("кофе\" ит", true), ("\"ко\"", false), ("итальянск 200", false),
        ("200", true), ("г", true),
    ])
    func aQueryFindsWordsBeginningsAndPhrases(query: String, isFound: Bool) {
        #expect(TextQuery(query).matches(SearchText.words(of: "Кофе итальянский, 200 г")) == isFound)
    }

    @Test(arguments: [
        "\"", "a\"b", "NEAR(a, 2)", "a OR b NOT c", "-a", "words: x", "^a*", "a*b", "{a}", "'; DROP TABLE x",
    ])
    func whateverIsTypedIsNoPartOfTheLanguageOfTheIndex(query: String) {
        let parsed = TextQuery(query)
        guard !parsed.phrases.isEmpty else { return }
        let parts = parsed.indexedPhrases(of: 7).map(\.expression)
        #expect(parts.count == parsed.phrases.count)
        for part in parts { #expect(part.wholeMatch(of: /"(7z\w+ ?)+"\*?/) != nil, "\(part)") }
    }
}
