import GatewayWords
import Signals

enum DashboardTexts {
    static let title = Text("Dashboard", "Панель")
    static let patterns = Text("Patterns", "Паттерны")
    static let lookNow = Text("look now", "искать сейчас")
    static let best = Text("best", "лучший")
    static let stale = Text("stale", "устарел")
    static let thenTitle = Text("Then", "Потом")
    static let level = Text("level", "вровень")
    static let always = Text("always", "всегда")
    static let after = Text("after", "через")
    static let kind = Text("kind", "вид")
    static let until = Text("ends", "конец")
    static let closes = Text("closes", "цены")
    static let matches = Text("found", "найдено")
    static let chance = Text("chance", "шанс")
    static let then = Text("then", "потом")
    static let deviationKey = Text("deviation", "отклонение")
    static let sort = Text("sort", "порядок")
    static let order = Text("other direction", "в другую сторону")
    static let stop = Text("stop", "остановить")
    static let nothing = Text("nothing to open", "открывать нечего")

    static func stale(_ count: Int) -> Text {
        Text("\(count) stale", "\(count, "устарел", "устарели", "устарели")")
    }

    /// Returns the averages of the patterns.
    static func averages(_ stats: PatternsSignal.DashboardStats) -> [Text] {
        let both = Text.percent(stats.avgProbability) + Text(verbatim: "  ") + .change(stats.avgPriceChange)
        return [Text("on average ", "в среднем ") + both, both]
    }

    /// Returns the heading of a pattern's chart.
    static func chart(_ pattern: PatternsSignal.Pattern) -> Text {
        Text(verbatim: pattern.ticker + " · ") + PatternsTexts.kind(pattern.type)
    }

    /// Returns the number of patterns that the filter hides, by its parts.
    static func hidden(_ hidden: PatternsSignal.HiddenPatterns, _ filter: DashboardState.Filter) -> Text? {
        guard hidden.total > 0 else { return nil }
        var parts: [Text] = []
        func add(_ count: Int, _ why: Text) {
            if count > 0 { parts.append(Text(verbatim: "\(count) ") + why) }
        }
        add(hidden.byType, Text("of the other kind (f)", "другого вида (f)"))
        let least = filter.minMatches
        add(
            hidden.byMatches,
            Text("with fewer than \(least, "match", "matches") (m)", "с числом совпадений меньше \(least) (m)"))
        add(hidden.byDeviation, Text("below the odds asked for (d)", "ниже нужной вероятности (d)"))
        guard parts.count > 1 else { return Text("Hidden by the filter: ", "Скрыто фильтром: ") + parts[0] }
        let all = parts.dropFirst().reduce(parts[0]) { $0 + Text(verbatim: ", ") + $1 }
        return Text("Hidden by the filter: \(hidden.total): ", "Скрыто фильтром: \(hidden.total): ") + all
    }

    static func noneFits(_ total: Int) -> Text {
        Text("None of \(total) fits the filter.", "Ни один из \(total) не подходит под фильтр.")
    }

    static func type(_ type: PatternsSignal.TypeFilter) -> Text {
        switch type {
        case .all: Text("all kinds", "все виды")
        case .candle: Text("candles", "свечи")
        case .chart: Text("lines", "линии")
        }
    }

    static func minimum(_ count: Int) -> Text {
        Text(
            "found \(count) or more", "найдено от \(count)")
    }

    static func deviation(_ deviation: Double) -> Text {
        if deviation < 0 { return Text("below the average too", "и хуже среднего") }
        if deviation == 0 { return Text("not below the average", "не хуже среднего") }
        let percent = Text.percent(deviation)
        return Text("\(percent) above the average", "на \(percent) лучше среднего")
    }

}
