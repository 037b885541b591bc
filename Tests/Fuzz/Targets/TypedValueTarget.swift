import Coordination
import Curl
import Domain
import GatewaySession
import HistoryService
import NotificationsService
import PostgreSQL
import Replication
import Signals

extension FuzzTarget {
    /// Values of one text: amounts, numbers, days, moments, codes, addresses. A value that is written is read again as
    /// the same.
    static let typedValues = FuzzTarget(
        "typed-values", maximumLength: 160,
        modules: [
            "Coordination", "Curl", "Domain", "GatewaySession", "HistoryService", "NotificationsService", "PostgreSQL",
            "Replication", "Signals",
        ]
    ) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        try checkAmounts(text)
        try checkMoments(text)
        try checkCodes(text)
        try checkAddresses(text)
        try checkQuery(text)
    }

    private static let currencies = ["JPY", "RUB", "KWD"].compactMap { Currency(code: $0) }

    private static func checkAmounts(_ text: String) throws {
        for currency in currencies {
            if let money = try? Money(decimal: text, currency: currency) {
                let again = try? Money(decimal: money.decimalText, currency: currency)
                try demand(again == money, "\(money.decimalText) is read otherwise than it was written")
            }
            if let money = try? TypedAmount(text).money(in: currency) {
                let again = try? TypedAmount("\(money.decimalText) \(money.currency.code)").money(in: nil)
                // Three decimals may be thousands: such a text is refused, not guessed.
                let isOpen = again == nil && money.currency.exponent == 3
                try demand(isOpen || again == money, "\(money.decimalText) \(money.currency) is typed otherwise")
            }
        }
        if let number = try? TypedNumber(text, as: .quantity) {
            let again = try? TypedNumber(number.decimalText, as: .quantity)
            try demand(again?.decimalText == number.decimalText, "\(number.decimalText) is typed otherwise")
        }
        if let rate = DecimalRate(text) {
            try demand(DecimalRate(rate.description) == rate, "\(rate) is read otherwise than it was written")
            _ = rate.convert(Money(minorUnits: .max, currency: currencies[0]), to: currencies[2])
        }
    }

    private static func checkMoments(_ text: String) throws(FuzzFinding) {
        if let instant = Instant(text) {
            try demand(Instant(instant.description) == instant, "\(instant) is read otherwise than it was written")
        }
        if let day = CalendarDay(text) { try demand(day.description == text, "\(day) has two texts") }
        if let moment = QuoteMoment(text) {
            try demand(
                Instant(moment.instant.description) == moment.instant && moment.end >= moment.instant, "a moment")
        }
        if let instant = HTTPDate.read(text) { try demand(Instant(instant.description) == instant, "a date of HTTP") }
        for side in [TypedDay.Side.past, .future] {
            guard let day = TypedDay.day(text, today: CalendarDay(daysSince1970: 20_786), side, .last) else { continue }
            try demand((0...10_000).contains(day.components.year), "\(text.debugDescription) is the day \(day)")
        }
        _ = TypedTime.onWire(text)
        if let trace = TraceContext(traceparent: text) {
            try demand(TraceContext(traceparent: trace.traceparent) == trace, "a trace is read otherwise")
        }
    }

    private static func checkCodes(_ text: String) throws(FuzzFinding) {
        if let currency = Currency(code: text) { try demand(currency.code == text, "a currency has two codes") }
        if let isin = ISIN(text) { try demand(ISIN(isin.text) == isin, "an ISIN is read otherwise") }
        let plain = PlainText.clean(text)
        try demand(PlainText.isPlain(plain), "a cleaned text steers a terminal")
        try demand(PlainText.clean(plain) == plain, "a text is cleaned twice")
        if PlainText.isPlain(text) { try demand(plain == text, "a plain text is changed") }
    }

    private static func checkQuery(_ text: String) throws {
        do {
            try QueryReading.check(text)
        } catch {
            try Refusals.check(error, fields: "query")
        }
        try demand((try? QueryTerms(QueryTerms.meaning(text)))?.terms.allSatisfy { $0.key == nil } ?? false, "no words")
        guard let query = try? QueryTerms(text) else { return }
        let isExact = query.terms.allSatisfy { !$0.value.contains("\"") }
        for again in [query.replacing { _ in nil }, query.replacing { $0.key == nil || !isExact ? nil : $0.value }] {
            let terms = try QueryTerms(again).terms
            try demand(terms.map(\.key) == query.terms.map(\.key), "\(again) has other keys")
            try demand(terms.map(\.value) == query.terms.map(\.value), "\(again) has other values")
            try demand(terms.map(\.isNegated) == query.terms.map(\.isNegated), "\(again) is negated otherwise")
        }
    }

    private static func checkAddresses(_ text: String) throws(FuzzFinding) {
        if let address = EmailAddress(text) { try demand(EmailAddress(address.text) == address, "an address") }
        if let endpoint = HostEndpoint(text) {
            try demand(HostEndpoint(endpoint.description) == endpoint, "\(endpoint) is read otherwise")
        }
        if let place = MailPlace(text) {
            try demand((1...65_535).contains(place.port) && !place.host.isEmpty, "a mail server without a place")
        }
        _ = AddressBlock(text)
        _ = try? PostgreSQLURL(text)
    }
}
