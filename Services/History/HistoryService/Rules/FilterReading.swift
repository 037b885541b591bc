import Coordination
import Domain
import Reasons
import Signals

extension MovementFilter {
    private static let longestText = 200
    /// The most characters of a category.
    static let longestCategory = 100
    /// The most bytes of the id of an account.
    static let longestID = 100

    /// Reads a filter strictly: an invalid field is refused, never ignored.
    ///
    /// - Parameter zone: The time zone of days.
    /// - Throws: ``Fault`` `invalidArgument`, for the first invalid field in the order of ``FilterText``.
    init(reading written: FilterText, in zone: TimeZone) throws(Fault) {
        accountID = written.account
        side = Side.allCases.first { "\($0)" == written.side }
        period = Period(
            start: try Self.moment(written.from, "from", zone)?.start, end: try Self.moment(written.to, "to", zone)?.end
        )
        guard !period.isEmpty else { throw .invalidArgument("to", .mustNotBeBefore, ["other": "from"]) }
        if let given = written.text, !given.allSatisfy(\.isWhitespace) {
            guard given.unicodeScalars.count <= Self.longestText else {
                throw .invalidArgument("text", .tooLongText, ["most": .number(Self.longestText)])
            }
            text = TextQuery(given)
        }
        atLeast = try Self.bound(written.minAmount, "minAmount")
        atMost = try Self.bound(written.maxAmount, "maxAmount")
        if let atLeast, let atMost, atMost.thousandths < atLeast.thousandths {
            throw .invalidArgument("maxAmount", .mustNotBeLessThan, ["other": "minAmount"])
        }
        category = try written.category.map { given throws(Fault) in try Self.category(given) }
        if let given = written.counterparty {
            guard (1...Self.longestID).contains(given.utf8.count) else {
                throw .invalidArgument("counterparty", .notAnAccountOrOutside)
            }
            counterparty = given == "outside" ? .outside : .account(given)
        }
        isReversed = written.reversed
        isOwn = written.own
        isUndone = written.undone
        if let query = written.query { self = narrowed(by: try MovementFilter(query: query, in: zone)) }
    }

    /// Checks a category as a user writes it.
    ///
    /// - Throws: ``Fault`` `invalidArgument` for an empty one or one that is too long.
    static func category(_ given: String) throws(Fault) -> String {
        guard !given.isEmpty, given.unicodeScalars.count <= longestCategory else {
            throw .invalidArgument("category", .badLengthText, ["least": 1, "most": .number(longestCategory)])
        }
        return given
    }

    /// Returns the range of a day or an instant: the whole day, or one microsecond.
    private static func moment(
        _ text: String?, _ field: String, _ zone: TimeZone
    ) throws(Fault) -> (start: Instant, end: Instant)? {
        guard let text else { return nil }
        if let day = CalendarDay(text) { return (zone.start(of: day), zone.start(of: day.adding(days: 1))) }
        if let instant = Instant(text) { return (instant, instant + .microseconds(1)) }
        throw .invalidArgument(field, .notADayOrInstant)
    }

    private static func bound(_ text: String?, _ field: String) throws(Fault) -> AmountBound? {
        guard let text else { return nil }
        do throws(MoneyRule) {
            return try AmountBound(text)
        } catch {
            switch error {
            case .notDecimal: throw .invalidArgument(field, .notDecimalOrZero)
            case .tooManyDecimals: throw .invalidArgument(field, .tooManyDecimalsAnywhere)
            case .tooLarge: throw .invalidArgument(field, error.reason)
            }
        }
    }
}
