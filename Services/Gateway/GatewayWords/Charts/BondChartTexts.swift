import Domain
import Drawing
import Signals

/// What charts of bonds say, and what they draw.
package enum BondChartTexts {
    /// What the values are counted in.
    package static func unit(of kind: BondsSignal.ChartKind) -> Text {
        switch kind {
        case .price: ChartTexts.percentOfFace
        case .yield: ChartTexts.percentAYear
        }
    }

    /// A stretch of time as its button says it.
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

    /// The last value, and by how much that is more than the first.
    package static func totals(_ answer: BondsSignal.ChartAnswer) -> [Text] {
        guard let last = answer.points.last else { return [] }
        let days = answer.to.dayInUTC.daysSince1970 - answer.from.dayInUTC.daysSince1970
        let both = value(last.value) + Text(verbatim: "  ") + change(answer.change)
        return [
            both + Text(" in \(days, "day", "days")", " за \(days, "день", "дня", "дней")"), both, value(last.value),
        ]
    }

    /// Between which values it went.
    package static func range(_ answer: BondsSignal.ChartAnswer) -> Text {
        let (low, high) = (value(answer.lowest.value), value(answer.highest.value))
        return Text("from \(low) to \(high)", "от \(low) до \(high)")
    }

    /// A price in percent of the face, or a yield.
    package static func value(_ value: Double) -> Text { .price(value) + Text(verbatim: "\u{A0}%") }

    /// A difference of two, with its sign.
    package static func change(_ change: Double) -> Text {
        Text(verbatim: change > 0 ? "+" : "") + .decimal(change, places: 2)
    }

    /// The line. Points are thinned; the extremes are of all quotes and belong into it.
    package static func points(of answer: BondsSignal.ChartAnswer) -> [Point] {
        let all = (answer.points + [answer.lowest, answer.highest]).sorted { $0.date < $1.date }
        var points: [Point] = []
        for point in all {
            let next = Point(at: point.date, point.value)
            if points.last != next { points.append(next) }
        }
        return points
    }

    /// That the period asked for reaches beyond the quotes there are; nil where it does not.
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
