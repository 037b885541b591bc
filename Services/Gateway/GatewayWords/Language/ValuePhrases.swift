import Domain
import Drawing

/// Numbers, amounts and days as texts, so that they take the form of the language they are seen in.
extension Text {
    /// A number with so many decimals.
    package static func decimal(_ value: Double, places: Int) -> Text {
        let number = NumberLabel.decimal(value, places: places)
        return Text("\(NumberLabel.grouped(number))", "\(NumberLabel.grouped(number, in: .russian))")
    }

    /// A count with its thousands apart.
    package static func count(_ count: Int) -> Text {
        Text(
            "\(AmountText.grouped(String(count), in: .english))", "\(AmountText.grouped(String(count), in: .russian))")
    }

    /// `62 %`.
    package static func percent(_ share: Double, places: Int = 0) -> Text {
        decimal(share * 100, places: places) + Text(verbatim: "\u{A0}%")
    }

    /// `+1.3 %`.
    package static func change(_ share: Double) -> Text {
        Text(verbatim: share > 0 ? "+" : "") + percent(share, places: 1)
    }

    /// A price: more decimals the smaller it is.
    package static func price(_ value: Double) -> Text {
        let size = abs(value)
        return decimal(value, places: size >= 1000 ? 0 : size >= 10 ? 2 : size >= 0.1 ? 4 : 8)
    }

    /// An amount.
    package static func money(_ money: Money) -> Text { Text("\(money)", "\(money)") }

    /// An amount with its sign, also above zero.
    package static func change(_ money: Money) -> Text {
        Text(verbatim: money.minorUnits > 0 ? "+" : "") + .money(money)
    }

    /// A day.
    package static func day(_ day: CalendarDay) -> Text { Text("\(day)", "\(day)") }

    /// A day or a moment as services write it; what is none stays as it is.
    package static func day(_ text: String) -> Text {
        CalendarDay(text.prefix(10)).map { .day($0) } ?? Text(verbatim: text)
    }

    /// A candle's day, or its moment where candles are shorter, as services write it; what is neither stays as it is.
    package static func candle(_ text: String) -> Text {
        if let day = CalendarDay(text) { return .day(day) }
        return Instant(text).map { moment in
            Text("\(ValueText.timeInUTC(moment, in: .english))", "\(ValueText.timeInUTC(moment, in: .russian))")
        } ?? Text(verbatim: text)
    }

    /// A moment, by the clocks of the person.
    package static func moment(_ instant: Instant) -> Text { Text("\(instant)", "\(instant)") }
}
