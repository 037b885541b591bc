import Coordination
import Domain

extension MovementFilter {
    private static let longestText = 200
    private static let longestCategory = 100
    private static let longestID = 100

    /// Reads a filter; nothing that cannot be understood is left out of it silently.
    ///
    /// - Parameter zone: By whose clocks days begin.
    /// - Throws: ``Fault`` `invalidArgument`, for the first field in the order of ``FilterText`` that breaks a rule.
    init(reading written: FilterText, in zone: TimeZone) throws(Fault) {
        accountID = written.account
        side = Side.allCases.first { "\($0)" == written.side }
        period = Period(
            start: try Self.moment(written.from, "from", zone)?.start, end: try Self.moment(written.to, "to", zone)?.end
        )
        guard !period.isEmpty else { throw .invalidArgument("to", "must not be before from") }
        if let given = written.text, !given.allSatisfy(\.isWhitespace) {
            guard given.unicodeScalars.count <= Self.longestText else {
                throw .invalidArgument("text", "must be at most \(Self.longestText) characters")
            }
            text = TextQuery(given)
        }
        atLeast = try Self.bound(written.minAmount, "minAmount")
        atMost = try Self.bound(written.maxAmount, "maxAmount")
        if let atLeast, let atMost, atMost.thousandths < atLeast.thousandths {
            throw .invalidArgument("maxAmount", "must not be less than minAmount")
        }
        category = try written.category.map { given throws(Fault) in try Self.category(given) }
        if let given = written.counterparty {
            guard (1...Self.longestID).contains(given.utf8.count) else {
                throw .invalidArgument("counterparty", "must be the id of an account, or outside")
            }
            counterparty = given == "outside" ? .outside : .account(given)
        }
        isReversed = written.reversed
        isOwn = written.own
        isUndone = written.undone
    }

    /// A category as a user writes it.
    ///
    /// - Throws: ``Fault`` `invalidArgument` for an empty one or one that is too long.
    static func category(_ given: String) throws(Fault) -> String {
        guard !given.isEmpty, given.unicodeScalars.count <= longestCategory else {
            throw .invalidArgument("category", "must be 1 to \(longestCategory) characters")
        }
        return given
    }

    /// What a day or an instant stands for: the day from its beginning to its end, or the one microsecond.
    private static func moment(
        _ text: String?, _ field: String, _ zone: TimeZone
    ) throws(Fault) -> (start: Instant, end: Instant)? {
        guard let text else { return nil }
        if let day = CalendarDay(text) { return (zone.start(of: day), zone.start(of: day.adding(days: 1))) }
        if let instant = Instant(text) { return (instant, instant + .microseconds(1)) }
        throw .invalidArgument(
            field, "must be a day such as 2026-11-21 or an instant of RFC 3339 such as 2026-11-21T08:51:48Z")
    }

    private static func bound(_ text: String?, _ field: String) throws(Fault) -> AmountBound? {
        guard let text else { return nil }
        do throws(MoneyRule) {
            return try AmountBound(text)
        } catch {
            switch error {
            case .notDecimal: throw .invalidArgument(field, "must be a decimal number of zero or more, such as 1234.50")
            case .tooManyDecimals: throw .invalidArgument(field, "has more decimals than any currency")
            case .tooLarge: throw .invalidArgument(field, error.reason)
            }
        }
    }
}
