import Coordination
import Domain
import GatewayWords

/// The texts shared by all scenes.
package enum AppTexts {
    package static let help = Text("help", "справка")
    package static let pane = Text("pane", "панель")
    static let firstPane = Text("pane 1", "панель 1")
    package static let back = Text("back", "назад")
    static let retry = Text("retry", "повторить")
    static let loading = Text("Loading…", "Загружается…")
    package static let nothingToDraw = Text("There is nothing to draw.", "Рисовать нечего.")
    static let open = Text("open", "открыть")
    package static let next = Text("next", "дальше")
    package static let leave = Text("quit", "выход")
    package static let quit = Text("quit", "выйти из приложения")
    static let no = Text("no", "нет")
    static let refresh = Text("refresh", "обновить")
    static let notUpToDate = Text("Not up to date: ", "Данные устарели: ")

    /// Tells the age of content that could not be refreshed.
    package static func dataOf(_ moment: Instant) -> Text {
        let time = moment.description.dropFirst(11).prefix(8)
        return Text("! data of \(time)", "! данные \(time)")
    }

    /// Tells the same in fewer characters.
    package static func since(_ moment: Instant) -> Text {
        Text(verbatim: "! \(moment.description.dropFirst(11).prefix(8))")
    }

    /// Formats a position: `3 of 3 000`.
    package static func position(_ place: Int, of count: ListBlock.Count) -> Text {
        switch count {
        case .exactly(let count):
            Text("\(Text.count(place)) of \(Text.count(count))", "\(Text.count(place)) из \(Text.count(count))")
        case .atLeast(let count):
            Text("\(Text.count(place)) of \(Text.count(count))+", "\(Text.count(place)) из \(Text.count(count))+")
        case .uncounted: .blank
        }
    }

    package static let browserOnly = Text("This needs a browser.", "Для этого нужен браузер.")

    static let startServices = Text(
        "gateway up --detach starts the services, gateway status shows what runs",
        "gateway up --detach запустит службы, gateway status покажет, что работает")

    static func details(_ trace: TraceID) -> Text {
        Text("details: gateway trace \(trace.description)", "подробности: gateway trace \(trace.description)")
    }
}
