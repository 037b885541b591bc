import Curl
import Domain
import Reasons
import Signals
import Sodium
import Telegram

/// A sender of messages by mail.
struct MailSender: ChannelSending {
    private static let limit = Duration.seconds(30)

    /// Nil without a mail server.
    let client: MailClient?
    /// Nil without a mail server.
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

    /// Returns a request without a message, from the house to itself.
    func request(to server: MailServer, within limit: Duration) -> MailRequest {
        MailRequest(
            url: server.url, security: server.security, authorities: server.authorities, user: server.user,
            password: server.password.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } },
            sender: server.sender.text, recipient: server.sender.text, message: [], timeout: limit)
    }

    static func outcome(of answer: MailAnswer) -> SendOutcome {
        switch answer.status {
        case 250: .taken(answer: SendAnswer(verbatim: answer.text))
        // The server refuses our credentials. This is the operator's problem, not the recipient's.
        case 530, 534, 535, 538: .later(SendAnswer(.mailServerShutsUsOut, ["answer": .text(answer.text)]))
        case 500...599: .refused(SendAnswer(verbatim: answer.text))
        default: .later(SendAnswer(verbatim: answer.text))
        }
    }
}
