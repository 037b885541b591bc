import Curl
import Domain
import Reasons
import Signals
import Sodium
import Telegram

/// Carries messages as mail.
struct MailSender: ChannelSending {
    private static let limit = Duration.seconds(30)

    /// Nil where no server is set up.
    let client: MailClient?
    /// The same.
    let server: MailServer?

    func send(_ parcel: Parcel) async -> SendOutcome? {
        guard let server, let client else {
            return .later(SendAnswer(.noMailServer))
        }
        guard let recipient = EmailAddress(parcel.channel.address) else {
            return .refused(SendAnswer(.mailAddressInvalid))
        }
        let letter = MailLetter(
            letter: parcel.letter, id: parcel.delivery.id, date: parcel.delivery.createdAt, sender: server.sender,
            recipient: recipient, language: parcel.wording.language.rawValue)
        do {
            var mail = request(to: server, within: Self.limit)
            (mail.recipient, mail.message) = (recipient.text, letter.bytes)
            let answer = try await client.send(mail)
            return Self.outcome(of: answer)
        } catch {
            switch error.code {
            case .cancelled, .closed: return nil
            case .invalidRequest: return .refused(SendAnswer(error.refusal(.mailNotSent)))
            default: return .later(SendAnswer(error.refusal(.mailNotSent)))
            }
        }
    }

    /// A request without a message, from the house to itself.
    func request(to server: MailServer, within limit: Duration) -> MailRequest {
        MailRequest(
            url: server.url, security: server.security, authorities: server.authorities, user: server.user,
            password: server.password.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } },
            sender: server.sender.text, recipient: server.sender.text, message: [], timeout: limit)
    }

    static func outcome(of answer: MailAnswer) -> SendOutcome {
        switch answer.status {
        case 250: .taken(answer: SendAnswer(verbatim: answer.text))
        // It does not let us in: our affair, not that of the one who is written to.
        case 530, 534, 535, 538: .later(SendAnswer(.mailServerShutsUsOut, ["answer": .text(answer.text)]))
        case 500...599: .refused(SendAnswer(verbatim: answer.text))
        default: .later(SendAnswer(verbatim: answer.text))
        }
    }
}
