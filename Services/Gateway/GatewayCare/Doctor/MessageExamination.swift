import Coordination
import Domain
import GatewaySession
import GatewayWords
import Signals

/// Checks whether messages leave the house: the mail server and the outbox.
struct MessageExamination {
    /// The delay in seconds after which a waiting message gets a warning.
    private static let tolerable = 10 * 60
    /// The delay in seconds after which the house's own channel counts as broken.
    private static let intolerable = 60 * 60
    /// The channels of the house. The others lead to machines of people.
    private static let own: [NotificationsSignal.ChannelKind] = [.telegram, .email]
    /// The age in seconds up to which abandoned messages are reported.
    private static let recent = 7 * 86_400

    let house: House
    let client: ServiceClient
    let isQuick: Bool

    func findings() async -> [Finding] {
        do {
            let state = try await client.ask(NotificationsSignal.Outbox(checkMail: !isQuick))
            let now = house.clock.now()
            guard !state.channels.isEmpty else {
                return [
                    mail(state.mail),
                    Finding("outbox", nil, .skipped, Text("nobody has a channel", "каналов ни у кого нет")),
                ]
            }
            return [mail(state.mail)] + state.channels.map { outbox($0, now) }
        } catch {
            let fault = error as? Fault
            // The finding about the service already tells why it does not answer.
            let seen =
                fault?.code == .unavailable
                ? Text("notifications does not answer", "notifications не отвечает")
                : fault.map { FaultSentence.of($0) } ?? Text(verbatim: "\(error)")
            return [Finding("mail", nil, .skipped, seen), Finding("outbox", nil, .skipped, seen)]
        }
    }

    private func mail(_ mail: NotificationsSignal.MailState) -> Finding {
        let server = mail.server ?? ""
        switch mail.state {
        case .off:
            return Finding("mail", nil, .skipped, Text("no server of mail is set up", "почтовый сервер не настроен"))
        case .untried:
            return Finding(
                "mail", nil, .skipped,
                Text("\(server); --quick does not ask it", "\(server); --quick его не спрашивает"))
        case .ready: return Finding("mail", nil, .good, Text("\(server) lets us in", "\(server) нас впускает"))
        case .failing:
            let reason = ReasonText.of(mail.explanation, else: mail.reason)
            return Finding(
                "mail", nil, .bad, Text("\(server): \(reason)", "\(server): \(reason)"),
                cure: Text(
                    "look at KOPILKA_SMTP_URL, at the file smtp-password, and at the way to \(server)",
                    "проверьте KOPILKA_SMTP_URL, файл smtp-password и путь до \(server)"))
        }
    }

    private func outbox(_ load: NotificationsSignal.OutboxLoad, _ now: Instant) -> Finding {
        let kind = load.kind.rawValue
        let age = load.oldestLate.map { max(0, Int((now - $0).components.seconds)) } ?? 0
        if load.late > 0, age > Self.tolerable {
            return Finding(
                "outbox", kind, age > Self.intolerable && Self.own.contains(load.kind) ? .bad : .warning,
                Text(
                    """
                    \(load.late, "message", "messages") should have gone, the oldest for \
                    \(ValueText.duration(seconds: age, in: .english))
                    """,
                    """
                    не ушло: \(load.late, "сообщение", "сообщения", "сообщений"), старейшее ждёт \
                    \(ValueText.duration(seconds: age, in: .russian))
                    """
                ),
                cure: Text(
                    """
                    gateway logs notifications says what is answered; a channel's owner sees it with gateway notify \
                    channels
                    """,
                    """
                    gateway logs notifications скажет, что отвечают; владелец канала увидит это в gateway notify \
                    channels
                    """
                ))
        }
        let seen = Text(
            "\(load.waiting, "message waits", "messages wait"), \(load.dead) given up",
            "ждёт: \(load.waiting, "сообщение", "сообщения", "сообщений"), не доставлено: \(load.dead)")
        if let newest = load.newestDead, (now - newest).components.seconds < Self.recent {
            return Finding(
                "outbox", kind, .warning, seen,
                cure: Text(
                    "their owners see them with gateway notify failed, and gateway notify resend tries again",
                    "владельцы увидят их в gateway notify failed; gateway notify resend попробует ещё раз"))
        }
        return Finding("outbox", kind, .good, seen)
    }
}
