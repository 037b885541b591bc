import Domain
import Signals

/// Money, days and numbers as they are written in a language.
package struct MoneyWords: Sendable {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    package let language: NotificationsSignal.Language

    package init(_ language: NotificationsSignal.Language) { self.language = language }

    /// Formats an amount without its sign: `1 234,56 ₽`, `1 234.56 RUB`.
    package func amount(_ money: Money) -> String { String(signed(money).drop { $0 == "-" }) }

    /// Formats an amount with its minus, if it has one.
    package func signed(_ money: Money) -> String { AmountText.money(money, in: spoken) }

    private var spoken: Domain.Language {
        switch language {
        case .ru: .russian
        case .en: .english
        }
    }

    /// Formats a day: `31.01.2026`, `31 Jan 2026`.
    package func day(_ day: CalendarDay) -> String {
        let (year, month, dayOfMonth) = day.components
        switch language {
        case .ru: return "\(twoDigits(dayOfMonth)).\(twoDigits(month)).\(year)"
        case .en: return "\(dayOfMonth) \(Self.months[month - 1]) \(year)"
        }
    }

    /// Formats a day with its local time.
    package func moment(_ instant: Instant, in zone: TimeZone) -> String {
        let minutes = zone.secondOfDay(at: instant) / 60
        return "\(day(zone.day(at: instant))) \(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
    }

    /// Formats a share to a tenth of a per cent: `68,4 %`, `68.4 %`.
    package func percent(_ share: Double, isSigned: Bool = false) -> String {
        // An event may name any share, and an integer does not hold all of them.
        let tenths = Int(min((share.magnitude * 1000).rounded(), 1e15))
        let sign = share < 0 && tenths > 0 ? "-" : isSigned ? "+" : ""
        let number = "\(tenths / 10)\(tenths % 10 == 0 ? "" : ".\(tenths % 10)")"
        return "\(sign)\(AmountText.decimals(number, in: spoken))\(AmountText.noBreakSpace)%"
    }

    /// Formats a number with the matching form of a noun.
    ///
    /// - Parameters:
    ///   - english: One, and more: `("day", "days")`.
    ///   - russian: One, few, many: `("день", "дня", "дней")`.
    package func count(
        _ number: Int, _ english: (one: String, other: String), _ russian: (one: String, few: String, many: String)
    ) -> String {
        let form = PluralForm(of: number, in: spoken)
        let noun =
            switch language {
            case .en: form.of(english.one, english.other, english.other)
            case .ru: form.of(russian.one, russian.few, russian.many)
            }
        return "\(AmountText.grouped(String(number), in: spoken))\(AmountText.noBreakSpace)\(noun)"
    }

    /// Formats a number of days: `3 дня`, `3 days`.
    package func days(_ number: Int) -> String { count(number, ("day", "days"), ("день", "дня", "дней")) }

    private func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
