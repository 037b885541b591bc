import Signals

/// What the scene of a scan says.
enum ScannerTexts {
    static let title = Text("Scanner", "Сканер")
    static let choose = Text("Choose a security.", "Выберите бумагу.")
    static let name = Text("name", "название")
    static let timeframe = Text("candle", "свеча")
    static let take = Text("take it", "взять")
    static let emptyMarket = Text(
        "The market is empty: gateway market import FILE takes candles into it.",
        "Рынок пуст: gateway market import FILE загрузит свечи.")
    static let segment = Text("segment", "отрезок")
    static let segmentTitle = Text("Segment", "Отрезок")
    static let scanTitle = Text("Scan", "Поиск")
    static let stopSearch = Text("stop search", "остановить")
    static let run = Text("scan", "искать")
    static let otherEnd = Text("other end", "другой конец")
    static let parametersKey = Text("parameters", "параметры")
    static let kindKey = Text("lines or candles", "линии или свечи")
    static let resultsKey = Text("results", "результаты")
    static let resultsTitle = Text("Results", "Результаты")
    static let parametersTitle = Text("Parameters", "Параметры")
    static let changeSegment = Text("segment", "отрезок")
    static let earlier = Text("the whole segment earlier", "весь отрезок раньше")
    static let later = Text("the whole segment later", "весь отрезок позже")
    static let startEarlier = Text("start a candle earlier", "начало на свечу раньше")
    static let startLater = Text("start a candle later", "начало на свечу позже")
    static let kind = Text("Compare", "Сравнивать")
    static let targets = Text("Search", "Искать")
    static let all = Text("all securities", "во всех бумагах")
    static let own = Text("only this one", "только в этой")
    static let targetsNote = Text("t opens the list of securities.", "t откроет список бумаг.")
    static let targetsKey = Text("choose securities", "выбрать бумаги")
    static let targetsTitle = Text("Where to search", "Где искать")
    static let mark = Text("mark", "отметить")
    static let markFound = Text("mark all found", "отметить все найденные")
    static let done = Text("done", "готово")
    static let searchFor = Text("Find", "Найти")
    static let searchNote = Text("The beginning of a ticker or a name.", "Начало тикера или названия.")
    static let noTickers = Text("Choose at least one: t opens the list.", "Выберите хотя бы одну: t откроет список.")
    static let searchFrom = Text("Search from", "Искать с")
    static let searchTo = Text("Search to", "Искать по")
    static let searchFromNote = Text(
        "A day such as 2020-01-31; empty for all there is.", "День, например 31.01.2020; пусто — с самого начала.")
    static let searchToNote = Text(
        "A day such as 2020-01-31; empty for all there is.", "День, например 31.01.2020; пусто — до конца.")
    static let searchOrder = Text("Not before the first day.", "Не раньше первого дня.")
    static let watch = Text("Candles to watch after", "Сколько свечей смотреть после")
    static let watchNote = Text("0 for as long as the run lasts.", "0 — до конца движения.")
    static let tolerance = Text("Greatest distance", "Наибольшее расстояние")
    static let minScale = Text("Shortest window", "Самое короткое окно")
    static let maxScale = Text("Longest window", "Самое длинное окно")
    static let scaleOrder = Text("Not less than the shortest.", "Не меньше самого короткого.")
    static let tail = Text("Candles in front", "Свечей впереди")
    static let tailNote = Text("They count by their direction alone.", "У них важно только направление.")
    static let body = Text("Bodies may differ by", "Тела могут отличаться на")
    static let shadow = Text("Shadows may differ by", "Тени могут отличаться на")
    static let outOfDate = Text(
        "Out of date: something has changed since this scan.", "Устарело: с этого поиска что-то изменилось.")

    static func noSuch(_ wanted: String) -> Text {
        Text("There is no \(wanted) in the market.", "На рынке нет \(wanted).")
    }

    /// The choice of some securities, with those that are chosen.
    static func these(_ tickers: [String]) -> Text {
        guard !tickers.isEmpty else { return Text("in these: …", "в этих: …") }
        let all = tickers.joined(separator: ", ")
        return Text("in \(tickers.count): \(all)", "в \(tickers.count): \(all)")
    }

    static func chosen(_ count: Int, of all: Int) -> Text {
        Text("\(count) of \(all) chosen", "выбрано \(count) из \(all)")
    }

    static func title(_ name: Text) -> Text { Text("Scanner: ", "Сканер: ") + name }

    static func range(_ range: ClosedRange<Double>) -> Text {
        let (low, high) = (number(range.lowerBound), number(range.upperBound))
        return Text("A number from \(low) to \(high).", "Число от \(low) до \(high).")
    }

    private static func number(_ value: Double) -> Text {
        .decimal(value, places: value == value.rounded() ? 0 : 2)
    }

    static func length(candles: Int, days: Int?) -> Text {
        let count = Text("\(candles, "candle", "candles")", "\(candles, "свеча", "свечи", "свечей")")
        guard let days else { return count }
        return count + Text(", \(days, "day", "days")", ", \(days, "день", "дня", "дней")")
    }

    static func moves(end: Bool) -> Text {
        end ? Text("← → move the end", "← → двигают конец") : Text("← → move the start", "← → двигают начало")
    }

    static func parameters(_ parameters: ScanParameters) -> Text {
        let kind = PatternsTexts.kind(parameters.kind)
        let targets: Text =
            parameters.isOwnOnly
            ? own : parameters.targets.isEmpty ? all : Text(verbatim: parameters.targets.joined(separator: ", "))
        let watched = parameters.daysToWatch
        let distance = Text.decimal(parameters.tolerance, places: 2)
        let base = Text(
            "Compares: \(kind); search: \(targets); watches \(watched, "candle", "candles")",
            "Сравнение: \(kind); поиск: \(targets); после — \(watched, "свеча", "свечи", "свечей")")
        let from = parameters.searchFrom.map { Text("; from \($0)", "; с \($0)") } ?? .blank
        let to = parameters.searchTo.map { Text("; to \($0)", "; по \($0)") } ?? .blank
        guard parameters.kind == .chart else { return base + from + to }
        return base + from + to + Text("; distance up to \(distance)", "; расстояние до \(distance)")
    }

    /// What was found, and whether that says anything.
    static func found(_ answer: ScannerSignal.ScanAnswer) -> Text {
        let stats = answer.stats
        let place = Text(
            "in \(answer.searched.securities, "security", "securities") (\(answer.searched.candles, "candle", "candles"))",
            "в \(answer.searched.securities, "бумаге", "бумагах", "бумагах") (\(answer.searched.candles, "свеча", "свечи", "свечей"))"
        )
        guard stats.matches > 0 else { return Text("Nothing like it was found \(place).", "Ничего похожего \(place).") }
        let count = Text(
            "\(stats.matches, "match", "matches") \(place).",
            "\(stats.matches, "совпадение", "совпадения", "совпадений") \(place).")
        guard let probability = stats.probability, let low = stats.probabilityLow, let high = stats.probabilityHigh
        else {
            return count + Text(" What followed is not known yet.", " Что было потом, пока неизвестно.")
        }
        guard stats.direction != .none else {
            return count + Text(" As many up as down.", " Вверх столько же, сколько вниз.")
        }
        let (share, least, most) = (Text.percent(probability), Text.percent(low), Text.percent(high))
        let direction = PatternsTexts.direction(stats.direction)
        let edge = PatternsTexts.edge(stats.edge)
        let base = Text.percent((stats.direction == .up ? stats.baseRateUp : stats.baseRateDown) ?? 0)
        let mean = stats.meanChange.map { Text.change($0) } ?? Text(verbatim: "–")
        return count
            + Text(
                " Then \(direction) in \(share) (95 %: \(least) to \(most)), \(mean) on average; after any candle \(base): \(edge).",
                " Потом \(direction) в \(share) (95 %: от \(least) до \(most)), в среднем \(mean); после любой свечи \(base): \(edge)."
            )
    }
}
