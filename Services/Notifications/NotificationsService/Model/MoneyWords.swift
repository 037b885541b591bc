import Domain
import Signals

/// Money, days and numbers as people write them in a language.
package struct MoneyWords: Sendable {
    private static let symbols = [
        "RUB": "₽", "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "CNY": "CN¥", "INR": "₹", "KRW": "₩", "TRY": "₺",
        "UAH": "₴", "KZT": "₸", "GEL": "₾", "AMD": "֏", "ILS": "₪", "PLN": "zł", "VND": "₫", "NGN": "₦", "BRL": "R$",
    ]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    /// Holds a number together.
    private static let space = "\u{A0}"

    package let language: NotificationsSignal.Language

    package init(_ language: NotificationsSignal.Language) { self.language = language }

    /// `1 234,56 ₽`, `$1,234.56`; without its sign.
    package func amount(_ money: Money) -> String {
        let digits = String(money.decimalText.drop { $0 == "-" })
        let symbol = Self.symbols[money.currency.code]
        switch language {
        case .ru: return number(digits, Self.space, ",") + Self.space + (symbol ?? money.currency.code)
        case .en:
            let number = number(digits, ",", ".")
            return symbol.map { $0 + number } ?? money.currency.code + Self.space + number
        }
    }

    /// The same with a minus where it is one.
    package func signed(_ money: Money) -> String {
        (money.minorUnits < 0 ? "\u{2212}" : "") + amount(money)
    }

    /// `31.01.2026`, `31 Jan 2026`.
    package func day(_ day: CalendarDay) -> String {
        let (year, month, dayOfMonth) = day.components
        switch language {
        case .ru: return "\(twoDigits(dayOfMonth)).\(twoDigits(month)).\(year)"
        case .en: return "\(dayOfMonth) \(Self.months[month - 1]) \(year)"
        }
    }

    /// The day and the time on the wall.
    package func moment(_ instant: Instant, in zone: TimeZone) -> String {
        let minutes = zone.secondOfDay(at: instant) / 60
        return "\(day(zone.day(at: instant))) \(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
    }

    /// `68,4 %`, `68.4 %`: a share, to a tenth of a per cent.
    package func percent(_ share: Double, isSigned: Bool = false) -> String {
        let tenths = Int((share.magnitude * 1000).rounded())
        let sign = share < 0 && tenths > 0 ? "\u{2212}" : isSigned ? "+" : ""
        let point = language == .ru ? "," : "."
        return "\(sign)\(tenths / 10)\(tenths % 10 == 0 ? "" : "\(point)\(tenths % 10)")\(Self.space)%"
    }

    /// A number and the form of the noun that goes with it.
    ///
    /// - Parameters:
    ///   - english: One, and more: `("day", "days")`.
    ///   - russian: One, few, many: `("день", "дня", "дней")`.
    /// - Source: Unicode CLDR, plural rules of ru and en, whole numbers.
    package func count(
        _ number: Int, _ english: (one: String, other: String), _ russian: (one: String, few: String, many: String)
    ) -> String {
        let noun: String
        switch language {
        case .en: noun = number == 1 ? english.one : english.other
        case .ru:
            let (last, lastTwo) = (number.magnitude % 10, number.magnitude % 100)
            if last == 1, lastTwo != 11 {
                noun = russian.one
            } else if (2...4).contains(last), !(12...14).contains(lastTwo) {
                noun = russian.few
            } else {
                noun = russian.many
            }
        }
        return "\(number)\(Self.space)\(noun)"
    }

    /// `3 дня`, `3 days`.
    package func days(_ number: Int) -> String { count(number, ("day", "days"), ("день", "дня", "дней")) }

    private func number(_ digits: String, _ separator: String, _ point: String) -> String {
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        let units = Array(parts[0])
        var grouped = ""
        for (index, digit) in units.enumerated() {
            if index > 0, (units.count - index) % 3 == 0 { grouped += separator }
            grouped.append(digit)
        }
        return parts.count > 1 ? grouped + point + parts[1] : grouped
    }

    private func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
