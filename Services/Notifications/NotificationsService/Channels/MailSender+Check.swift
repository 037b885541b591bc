import Curl
import Reasons
import Signals
import Telegram

extension MailSender: MailChecking {
    /// The time limit of a check. The operator waits for it.
    private static let patience = Duration.seconds(4)

    var standing: NotificationsSignal.MailState {
        NotificationsSignal.MailState(state: server == nil ? .off : .untried, server: server?.place)
    }

    func check() async -> NotificationsSignal.MailState {
        guard let server, let client else { return standing }
        func failing(_ reason: SendAnswer) -> NotificationsSignal.MailState {
            NotificationsSignal.MailState(
                state: .failing, server: server.place, reason: reason.text, explanation: reason.explanation)
        }
        do {
            let answer = try await client.greet(request(to: server, within: Self.patience))
            guard answer.status < 400 else { return failing(SendAnswer(verbatim: answer.text)) }
            return NotificationsSignal.MailState(state: .ready, server: server.place)
        } catch {
            return failing(SendAnswer(error.refusal(.noAnswer)))
        }
    }
}

extension MailServer {
    /// The URL without the user and the name for the greeting: `smtp://mail.example.org:587`.
    fileprivate var place: String { url.split(separator: "/").prefix(2).joined(separator: "//") }
}
