import Domain
import Drawing
import Signals

/// The texts and points of bond charts.
package enum BondChartTexts {
    /// Returns the unit of the values.
    package static func unit(of kind: BondsSignal.ChartKind) -> Text {
        switch kind {
        case .price: ChartTexts.percentOfFace
        case .yield: ChartTexts.percentAYear
        }
    }

    /// Returns the label of a period's button.
    package static func period(_ period: BondsSignal.ChartPeriod) -> Text {
        switch period {
        case .week: Text("1W", "1Н")
        case .month: Text("1M", "1М")
        case .threeMonths: Text("3M", "3М")
        case .sixMonths: Text("6M", "6М")
        case .year: Text("1Y", "1Г")
        case .twoYears: Text("2Y", "2Г")
        case .all: Text("All", "Всё")
        }
    }

    /// Returns the last value and its change since the first.
    package static func totals(_ answer: BondsSignal.ChartAnswer) -> [Text] {
        guard let last = answer.points.last else { return [] }
        let days = answer.to.dayInUTC.daysSince1970 - answer.from.dayInUTC.daysSince1970
        let both = value(last.value) + Text(verbatim: "  ") + change(answer.change)
        return [
            both + Text(" in \(days, "day", "days")", " за \(days, "день", "дня", "дней")"), both, value(last.value),
        ]
    }

    /// Returns the lowest and the highest value.
    package static func range(_ answer: BondsSignal.ChartAnswer) -> Text {
        let (low, high) = (value(answer.lowest.value), value(answer.highest.value))
        return Text("from \(low) to \(high)", "от \(low) до \(high)")
    }

    /// Formats a price in percent of the face, or a yield.
    package static func value(_ value: Double) -> Text { .price(value) + Text(verbatim: "\u{A0}%") }

    /// Formats the difference of two values with its sign.
    package static func change(_ change: Double) -> Text {
        Text(verbatim: change > 0 ? "+" : "") + .decimal(change, places: 2)
    }

    /// Returns the points of the line. The service thins them, but takes the extremes from all quotes, so they are
    /// added.
    package static func points(of answer: BondsSignal.ChartAnswer) -> [Point] {
        let all = (answer.points + [answer.lowest, answer.highest]).sorted { $0.date < $1.date }
        var points: [Point] = []
        for point in all {
            let next = Point(at: point.date, point.value)
            if points.last != next { points.append(next) }
        }
        return points
    }

    /// Returns a note when the requested period reaches beyond the existing quotes; nil otherwise.
    package static func beyond(_ from: QuoteMoment?, _ to: QuoteMoment?, of answer: BondsSignal.ChartAnswer) -> Text? {
        guard let first = answer.firstQuote?.dayInUTC, let last = answer.lastQuote?.dayInUTC else { return nil }
        let isBefore = from.map { $0.instant.dayInUTC < first } ?? false
        let isAfter = to.map { $0.instant.dayInUTC > last } ?? false
        guard isBefore || isAfter else { return nil }
        return Text(
            "Quotes are there from \(first) to \(last) only: the rest of the period is empty.",
            "Котировки есть только с \(first) по \(last): остальной период пуст.")
    }
}
