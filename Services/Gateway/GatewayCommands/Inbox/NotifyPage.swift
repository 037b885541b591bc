import Coordination
import Domain
import GatewayCommandLine
import GatewayWords
import Signals

/// What people see of channels and messages.
enum NotifyPage {
    static func adviseReview(_ page: inout Page) { page.line(StyledText(SharedTexts.review, .dim)) }

    static func present(_ answer: NotificationsSignal.ChannelList, _ page: inout Page) {
        if answer.channels.isEmpty {
            page.say(
                "there are no channels: gateway notify add telegram", "каналов нет: gateway notify add telegram", .dim)
        }
        var table = Table([
            .words(Text("kind", "вид")), .text(Text("name", "название")), .text(Text("where to", "куда")),
            .words(Text("state", "состояние")), .numbers(Text("waiting", "ждут")), .numbers(Text("failed", "не ушли")),
            .ids(Text(verbatim: "id")), .text(Text("why", "почему")),
        ])
        for channel in answer.channels {
            table.add([
                StyledText(channel.kind.rawValue, .bold), StyledText(channel.name), StyledText(channel.address),
                state(channel.state), StyledText(String(channel.waiting)), StyledText(String(channel.failed)),
                StyledText(channel.id, .dim), StyledText(ReasonText.of(channel.explanation, else: channel.reason)),
            ])
        }
        page.table(table)
    }

    static func present(_ added: NotificationsSignal.AddedChannel, _ page: inout Page) {
        page.facts([
            (Text("channel", "канал"), StyledText(added.channel.id, .bold)),
            (Text("state", "состояние"), state(added.channel.state)),
            (Text("open and press Start", "откройте и нажмите Start"), added.link.map { StyledText($0, .bold) }),
            (Text.byClock("until", "до"), added.expiresAt.map { StyledText(ValueText.time($0)) }),
            (Text("secret, shown this once", "секрет, показан один раз"), added.secret.map { StyledText($0, .yellow) }),
        ])
        if added.link == nil {
            page.say(
                "gateway notify test \(added.channel.id) tries it",
                "gateway notify test \(added.channel.id) проверит его", .dim)
        }
    }

    static func state(_ state: NotificationsSignal.ChannelState) -> StyledText {
        switch state {
        case .pending: StyledText("waits for Start", "ждёт Start", .yellow)
        case .on: StyledText("on", "включён", .green)
        case .off: StyledText("off", "выключен", .red)
        }
    }

    /// Returns the state of a message on one line.
    static func state(of delivery: NotificationsSignal.Delivery) -> StyledText {
        let answer =
            delivery.answer.map { Text(verbatim: ": ") + ReasonText.of(delivery.answerReason, else: $0) } ?? .blank
        let what: Text =
            switch delivery.state {
            case .sent: Text("sent", "отправлено")
            case .failed: Text("given up", "не доставлено")
            case .waiting: Text("waits", "ждёт")
            }
        return StyledText(
            """
            \(delivery.id)  \(delivery.kind.rawValue)  \(what), \(delivery.attempts, "try", "tries")\(answer)  \
            \(delivery.title)
            """,
            """
            \(delivery.id)  \(delivery.kind.rawValue)  \(what), \
            \(delivery.attempts, "попытка", "попытки", "попыток")\(answer)  \(delivery.title)
            """,
            delivery.state == .failed ? .red : .plain)
    }
}
