import GatewayWords
import Signals

/// The texts of the scenes about patterns.
enum PatternsTexts {
    static let home = Text("Securities", "Бумаги")
    static let dashboard = Text("dashboard", "панель")
    static let scanner = Text("scanner", "сканер")
    static let bestTitle = Text("best pattern", "лучший паттерн")
    static let watch = Text("watch", "следить")
    static let unwatch = Text("stop watching", "не следить")
    static let watched = Text("You watch", "Вы следите")
    static let ticker = Text("ticker", "бумага")
    static let state = Text("state", "состояние")
    static let until = Text("candles until", "свечи по")
    static let patterns = Text("patterns", "паттерны")
    static let segment = Text("the pattern", "паттерн")
    static let noWatches = Text(
        "You watch nothing yet.", "Пока ни за чем.")
    static let noBest = Text(
        "No pattern of your securities ends now.", "Сейчас ни один паттерн ваших бумаг не закончился.")
    static let noRise = Text(
        "No pattern that ends now promises a rise.", "Ни один паттерн сейчас не обещает роста.")

    static func unwatching(_ ticker: String) -> Question {
        Question(
            Text("Stop watching \(ticker)?", "Больше не следить за \(ticker)?"), yes: unwatch,
            no: Text("go on watching", "следить дальше"))
    }

    static let watchNote = Text("Tickers of the market: SBER LKOH.", "Тикеры рынка: SBER LKOH.")

    static func best(_ ticker: String) -> Text {
        Text("Best expected rise now: \(ticker)", "Лучший ожидаемый рост сейчас: \(ticker)")
    }

    static func direction(_ direction: ScannerSignal.Direction) -> Text {
        switch direction {
        case .up: Text("up", "вверх")
        case .down: Text("down", "вниз")
        case .none: Text("nowhere", "никуда")
        }
    }

    static func kind(_ kind: ScannerSignal.Kind) -> Text {
        switch kind {
        case .candle: Text("candles", "свечи")
        case .chart: Text("line", "линия")
        }
    }

    static func edge(_ edge: ScannerSignal.Edge) -> Text {
        switch edge {
        case .yes: Text("more than chance explains", "больше, чем случайность")
        case .no: Text("no edge", "не лучше случайности")
        case .unknown: Text("too few to tell", "слишком мало, чтобы судить")
        }
    }

    /// Returns the direction after similar shapes, compared with the usual frequency of that direction.
    static func odds(_ pattern: PatternsSignal.Pattern) -> Text {
        let (probability, low, high) = (
            Text.percent(pattern.probability), Text.percent(pattern.probabilityLow),
            Text.percent(pattern.probabilityHigh)
        )
        let (direction, base, edge) = (
            direction(pattern.direction), Text.percent(pattern.baseRate), edge(pattern.edge)
        )
        let change = Text.change(pattern.priceChange)
        return Text(
            """
            \(direction) in \(probability) of \(pattern.considered, "match", "matches") (95 %: \(low) to \(high)), \
            \(change) on average; after any candle \(base): \(edge)
            """,
            """
            \(direction) в \(probability) из \(pattern.considered, "совпадения", "совпадений", "совпадений") (95 %: от \
            \(low) до \(high)), в среднем \(change); после любой свечи \(base): \(edge)
            """
        )
    }

    static func watchState(_ state: PatternsSignal.WatchState) -> Text {
        switch state {
        case .waiting: Text("waits for a look", "ждёт проверки")
        case .current: Text("current", "проверена")
        case .stale: Text("stale", "устарела")
        case .noCandles: Text("no candles", "нет свечей")
        case .quiet: Text("quiet", "тихо")
        }
    }
}
