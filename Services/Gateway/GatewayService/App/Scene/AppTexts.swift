import Coordination

/// What every scene says.
enum AppTexts {
    static let help = Text("help", "справка")
    static let back = Text("back", "назад")
    static let retry = Text("retry", "повторить")
    static let loading = Text("Loading…", "Загружается…")
    static let nothingToDraw = Text("There is nothing to draw.", "Рисовать нечего.")
    static let open = Text("open", "открыть")
    static let next = Text("next", "дальше")
    static let leave = Text("quit", "выход")
    static let quit = Text("quit", "выйти из приложения")
    static let no = Text("no", "нет")
    static let refresh = Text("refresh", "обновить")
    static let notUpToDate = Text("Not up to date: ", "Данные устарели: ")

    static let startServices = Text(
        "gateway up --detach starts the services, gateway status shows what runs",
        "gateway up --detach запустит службы, gateway status покажет, что работает")

    static func whatWasDone(_ trace: TraceID) -> Text {
        Text("what was done: gateway trace \(trace.description)", "что сделано: gateway trace \(trace.description)")
    }
}
