import Domain
import GatewayWords
import Signals

enum SessionsTexts {
    static let title = Text("Sessions", "Сеансы")
    static let key = Text("sessions", "сеансы")
    static let device = Text("device", "устройство")
    static var begun: Text { .byClock("since", "с") }
    static var used: Text { .byClock("last used", "последний раз") }
    static let current = Text("this one", "этот")
    static let unnamed = Text("without a name", "без имени")
    static let end = Text("end it", "завершить")
    static let endOthers = Text("end all others", "завершить остальные")
    static let isCurrent = Text("sign out ends this one", "этот завершает выход из учётной записи")
    static let noOthers = Text("there is no other", "других нет")

    static let endingOthers = Question(
        Text("End all sessions but this one?", "Завершить все сеансы, кроме этого?"), yes: endOthers)

    static func ending(_ session: AuthSignal.SessionSummary) -> Question {
        let name = name(of: session)
        return Question(
            Text("End the session ", "Завершить сеанс ") + name
                + Text(
                    ", last used \(session.lastUsedAt)\(WallClocks.suffix)?",
                    ", последний раз \(session.lastUsedAt)\(WallClocks.suffix)?"), yes: end
        )
    }

    static func ended(_ count: Int) -> Text {
        Text("\(count, "session has", "sessions have") ended.", "Завершено: \(count, "сеанс", "сеанса", "сеансов").")
            + Text(verbatim: " ") + SharedTexts.review
    }

    static func name(of session: AuthSignal.SessionSummary) -> Text {
        session.device.map { SharedTexts.device($0) } ?? unnamed
    }
}
