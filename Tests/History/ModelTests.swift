import Domain
import Testing

@testable import HistoryService

@Suite struct ModelTests {
    private let day = CalendarDay(daysSince1970: 20_000)

    private func moment(_ hours: Int, after days: Int = 0) -> Instant {
        day.adding(days: days).startInUTC + .seconds(hours * 3600)
    }

    @Test func aPeriodIsCutIntoWholeDaysAndRests() {
        let long = Period(start: moment(5), end: moment(7, after: 3))
        #expect(long.wholeDaysAndRests.wholeDays == 20_001...20_002)
        #expect(
            long.wholeDaysAndRests.rests == [
                Period(start: moment(5), end: moment(0, after: 1)),
                Period(start: moment(0, after: 3), end: moment(7, after: 3)),
            ])
        let short = Period(start: moment(5), end: moment(7))
        #expect(short.wholeDaysAndRests.wholeDays == nil)
        #expect(short.wholeDaysAndRests.rests == [short])
        let neighbours = Period(start: moment(5), end: moment(7, after: 1))
        #expect(neighbours.wholeDaysAndRests.wholeDays == nil)
        #expect(neighbours.wholeDaysAndRests.rests.count == 2)
        let whole = Period(start: moment(0), end: moment(0, after: 2))
        #expect(whole.wholeDaysAndRests.wholeDays == 20_000...20_001)
        #expect(whole.wholeDaysAndRests.rests.isEmpty)
        #expect(Period.always.wholeDaysAndRests.wholeDays == .min ... .max)
        #expect(Period(start: moment(1), end: nil).wholeDaysAndRests.wholeDays == 20_001 ... .max)
        #expect(Period(start: nil, end: moment(1)).wholeDaysAndRests.wholeDays == .min...19_999)
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
        let key = MovementKey(sequence: 77, side: .income)
        let text = PageCursor(after: key, filter: filter, userID: "anna").text
        #expect(text.utf8.count == 32)
        #expect(PageCursor(text, filter: filter, userID: "anna")?.key == key)
        #expect(PageCursor(text, filter: filter, userID: "boris") == nil)
        #expect(PageCursor(String(text.dropLast()), filter: filter, userID: "anna") == nil)
        #expect(PageCursor("+" + text.dropFirst(), filter: filter, userID: "anna") == nil)
        filter.text = "a"
        filter.category = nil
        let textOnly = PageCursor(after: key, filter: filter, userID: "anna").text
        filter.text = nil
        filter.category = "a"
        #expect(PageCursor(textOnly, filter: filter, userID: "anna") == nil)
    }
}
