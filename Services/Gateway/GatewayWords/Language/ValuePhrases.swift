import Domain
import Drawing

/// Numbers, amounts and days as texts in the form of the reader's language.
extension Text {
    /// Formats a number with the given number of decimals.
    package static func decimal(_ value: Double, places: Int) -> Text {
        let number = NumberLabel.decimal(value, places: places)
        return Text("\(NumberLabel.grouped(number))", "\(NumberLabel.grouped(number, in: .russian))")
    }

    /// Formats a count with separated thousands.
    package static func count(_ count: Int) -> Text {
        Text(
            "\(AmountText.grouped(String(count), in: .english))", "\(AmountText.grouped(String(count), in: .russian))")
    }

    /// Formats a share as `62 %`.
    package static func percent(_ share: Double, places: Int = 0) -> Text {
        decimal(share * 100, places: places) + Text(verbatim: "\u{A0}%")
    }

    /// Formats a share with its sign: `+1.3 %`.
    package static func change(_ share: Double) -> Text {
        Text(verbatim: share > 0 ? "+" : "") + percent(share, places: 1)
    }

    /// Formats a price; smaller prices have more decimals.
    package static func price(_ value: Double) -> Text {
        let size = abs(value)
        return decimal(value, places: size >= 1000 ? 0 : size >= 10 ? 2 : size >= 0.1 ? 4 : 8)
    }

    package static func money(_ money: Money) -> Text { Text("\(money)", "\(money)") }

    /// Formats an amount with its sign, including `+`.
    package static func change(_ money: Money) -> Text {
        Text(verbatim: money.minorUnits > 0 ? "+" : "") + .money(money)
    }

    package static func day(_ day: CalendarDay) -> Text { Text("\(day)", "\(day)") }

    /// Formats a day or a moment from a service; any other text stays as it is.
    package static func day(_ text: String) -> Text {
        CalendarDay(text.prefix(10)).map { .day($0) } ?? Text(verbatim: text)
    }

    /// Formats a candle's day, or its moment for candles shorter than a day; any other text stays as it is.
    package static func candle(_ text: String) -> Text {
        if let day = CalendarDay(text) { return .day(day) }
        return Instant(text).map { moment in
            Text("\(ValueText.timeInUTC(moment, in: .english))", "\(ValueText.timeInUTC(moment, in: .russian))")
        } ?? Text(verbatim: text)
    }

    /// Formats a moment in the user's time zone.
    package static func moment(_ instant: Instant) -> Text { Text("\(instant)", "\(instant)") }
}
