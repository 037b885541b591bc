import GatewayWords
import Signals

/// The texts of the scenes about one pattern and one match.
enum PatternTexts {
    static let from = Text("from", "с")
    static let to = Text("to", "по")
    static let candles = Text("candles", "свечей")
    static let similarity = Text("alike", "сходство")
    static let notYet = Text("not yet known", "пока неизвестно")
    static let notYetShort = Text("not yet", "ещё нет")
    static let compare = Text("compare shapes", "сравнить формы")
    static let match = Text("Match", "Совпадение")
    static let searched = Text("searched", "искали")
    static let found = Text("found", "найдено")
    static let matches = Text("Matches", "Совпадения")
    static let scale = Text(
        "Closes, each on its own scale and as long as the segment, as they were compared.",
        "Цены закрытия, каждые в своём масштабе и одной длины, как их сравнивали.")

    static let ownScale = Text("each on its own scale", "каждая в своём масштабе")
    static let candleScale = Text(
        "Candles beside each other, each run on its own scale, as they were compared.",
        "Свечи рядом, каждый отрезок в своём масштабе, как их сравнивали.")

    static func title(_ ticker: String?) -> Text {
        ticker.map { Text("Pattern of \($0)", "Паттерн: \($0)") } ?? Text("Pattern", "Паттерн")
    }

    static func status(_ status: PatternsSignal.Status) -> Text {
        switch status {
        case .active: Text("active", "активна")
        case .superseded:
            Text("Newer candles have come: it does not count any more.", "Появились новые свечи: она больше не в счёт.")
        case .expired: Text("It is too old to count.", "Она слишком старая.")
        case .gone:
            Text("With what is known now it would not be found.", "С тем, что известно сейчас, её бы не нашли.")
        }
    }
}
