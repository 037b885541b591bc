import GatewayWords
import Signals

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
    static let scanTitle = Text("Scan", "Поиск")
    static let stopSearch = Text("stop search", "остановить")
    static let resetSegment = Text("reset segment", "вернуть отрезок")
    static let otherSecurity = Text("another security", "другая бумага")
    static let failed = Text("failed", "не удалось")
    static let byFive = Text("by 5", "на 5")
    static let whole = Text("whole", "целиком")
    static let start = Text("start", "начало")
    static let oneEarlier = Text("end a candle earlier", "конец на свечу раньше")
    static let fiveEarlier = Text("end five candles earlier", "конец на пять свечей раньше")
    static let place = Text("search", "искать")
    static let reversedEnds = Text("The end is before the beginning.", "Конец раньше начала.")
    static let after = Text("after", "после")
    static let distance = Text("distance", "допуск")
    static let notSearched = Text("Nothing has been scanned for yet.", "Ещё ничего не искали.")
    static let nothingAlike = Text(
        "Nothing like it was found. Allow a greater distance (p) or choose another part.",
        "Ничего похожего не нашлось. Увеличьте допуск (p) или выберите другой отрезок.")
    static let run = Text("scan", "искать")
    static let otherEnd = Text("other end", "другой конец")
    static let parametersKey = Text("parameters", "параметры")
    static let resultsTitle = Text("Results", "Результаты")
    static let parametersTitle = Text("Parameters", "Параметры")
    static let earlier = Text("the whole segment earlier", "весь отрезок раньше")
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
    static let noTickers = Text("Choose at least one security.", "Выберите хотя бы одну бумагу.")
    static let searchFrom = Text("Search from", "Искать с")
    static let searchTo = Text("Search to", "Искать по")
    static let searchFromNote = Text(
        "A day such as 2020-01-31; empty for all there is.", "День, например 31.01.2020; пусто — с самого начала.")
    static let searchToNote = Text(
        "A day such as 2020-01-31; empty for all there is.", "День, например 31.01.2020; пусто — до конца.")
    static let searchOrder = Text("Not before the first day.", "Не раньше первого дня.")
    static let watch = Text("Candles to watch after", "Смотреть после, свечей")
    static let watchNote = Text("0 for as long as the run lasts.", "0 — до конца движения.")
    static let tolerance = Text("Greatest distance", "Допуск, расстояние до")
    static let minScale = Text("Shortest window", "Самое короткое окно")
    static let maxScale = Text("Longest window", "Самое длинное окно")
    static let scaleOrder = Text("Not less than the shortest.", "Не меньше самого короткого.")
    static let tail = Text("Candles in front", "Свечей впереди")
    static let tailNote = Text("They count by their direction alone.", "У них важно только направление.")
    static let body = Text("Bodies may differ by", "Тела могут отличаться на")
    static let shadow = Text("Shadows may differ by", "Тени могут отличаться на")
    static let outOfDate = Text("! out of date", "! устарело")

    static func noSuch(_ wanted: String) -> Text {
        Text("There is no \(wanted) in the market.", "На рынке нет \(wanted).")
    }

    /// Returns the choice of some securities, with the selected ones.
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

    static func segmentTitle(candles: Int, days: Int?) -> Text {
        let count = Text("Segment · ", "Отрезок · ") + Self.candles(candles)
        guard let days else { return count }
        return count + Text(", \(days, "day", "days")", ", \(days, "день", "дня", "дней")")
    }

    static func candles(_ count: Int) -> Text {
        Text("\(count, "candle", "candles")", "\(count, "свеча", "свечи", "свечей")")
    }

    static func tooShort(_ least: Int) -> Text {
        Text(
            "A segment has at least \(least, "candle", "candles").",
            "В отрезке не меньше \(least, "свечи", "свечей", "свечей").")
    }

    static func beyond(_ first: String, _ last: String) -> Text {
        let (first, last) = (Text.candle(first), Text.candle(last))
        return Text("There are candles from \(first) to \(last) only.", "Свечи есть только с \(first) по \(last).")
    }

    static func searching(_ share: Double) -> Text {
        let percent = Text.percent(share)
        return Text("scanning \(percent)", "поиск \(percent)")
    }

    static func byOne(end: Bool) -> Text { end ? Text("end by 1", "конец на 1") : Text("start by 1", "начало на 1") }

    static func otherKind(than kind: ScannerSignal.Kind) -> Text {
        PatternsTexts.kind(kind == .chart ? .candle : .chart)
    }

    /// Returns the securities to search, with their number.
    static func targets(_ parameters: ScanParameters, of all: Int) -> Text {
        if parameters.isOwnOnly { return own }
        guard parameters.targets.isEmpty else { return Text(verbatim: parameters.targets.joined(separator: ", ")) }
        guard all > 1 else { return Self.all }
        return Text("all \(all) securities", "во всех \(all, "бумаге", "бумагах", "бумагах")")
    }

    static func watched(_ candles: Int) -> Text {
        candles == 0 ? Text("to the end of the run", "до конца движения") : Self.candles(candles)
    }

    static func upTo(_ distance: Double) -> Text {
        let distance = Text.decimal(distance, places: 2)
        return Text("up to \(distance)", "до \(distance)")
    }

    static func both(_ searched: String, _ found: String) -> Text {
        Text("\(searched) and \(found)", "\(searched) и \(found)")
    }

    static func nearest(_ count: Int) -> Text {
        let count = Text.count(count)
        return Text("the nearest \(count)", "ближайшие \(count)")
    }

    /// Returns the most frequent direction and the average change.
    static func odds(_ stats: ScannerSignal.Statistics) -> [Text] {
        guard stats.matches > 0, let probability = stats.probability, stats.direction != .none else { return [] }
        let share = PatternsTexts.direction(stats.direction) + Text(verbatim: " ") + .percent(probability)
        guard let mean = stats.meanChange else { return [share] }
        return [share + Text(verbatim: "  ") + .change(mean), share]
    }

    /// Tells whether the result is significant.
    static func verdict(_ stats: ScannerSignal.Statistics) -> Text {
        guard let low = stats.probabilityLow, let high = stats.probabilityHigh else {
            return Text("What followed is not known yet.", "Что было потом, пока неизвестно.")
        }
        guard stats.direction != .none else { return Text("As many up as down.", "Вверх столько же, сколько вниз.") }
        let (least, most, edge) = (Text.percent(low), Text.percent(high), PatternsTexts.edge(stats.edge))
        let base = Text.percent((stats.direction == .up ? stats.baseRateUp : stats.baseRateDown) ?? 0)
        return Text(
            "95\u{A0}%: \(least) to \(most); after any candle \(base): \(edge)",
            "95\u{A0}%: от \(least) до \(most); после любой свечи \(base): \(edge)")
    }
}
