import Curl
import Domain
import Signals
import Sodium
import TestSupport
import Testing

@testable import NotificationsService

/// A man in the middle between the house and the mail server strips the encryption.
@Suite struct StrippedMailTests {
    /// The answers of the man in the middle.
    enum Trick: CaseIterable {
        /// The server offers no STARTTLS.
        case notOffered
        /// The server offers STARTTLS and then refuses it.
        case refused
        /// The consent is followed by answers to all later commands in one packet. A client that takes them for answers
        /// on the encrypted connection believes it is signed in (CVE-2021-22947).
        case answeredAhead
    }

    private static func answer(_ line: String, _ trick: Trick) -> String? {
        switch line.prefix(4).uppercased() {
        case "EHLO" where trick == .notOffered: "250-mail.example\r\n250 AUTH PLAIN LOGIN\r\n"
        case "EHLO": "250-mail.example\r\n250-STARTTLS\r\n250 AUTH PLAIN LOGIN\r\n"
        case "STAR" where trick == .refused: "454 4.7.0 TLS is not available just now\r\n"
        case "STAR":
            "220 Ready\r\n250 mail.example\r\n235 Signed in\r\n250 OK\r\n250 OK\r\n354 Go on\r\n250 Taken\r\n"
        case "DATA": "354 Go on\r\n"
        case "QUIT": nil
        case "AUTH": "235 Signed in\r\n"
        default: "250 OK\r\n"
        }
    }

    @Test(arguments: Trick.allCases)
    func whoTakesTheEncryptionAwayHearsNeitherPasswordNorMail(trick: Trick) async throws {
        let middle = try LineServer(greeting: "220 mail.example\r\n") { Self.answer($0, trick) }
        var password = Array("hunter2-hunter2".utf8)
        let sender = MailSender(
            client: MailClient(),
            server: MailServer(
                url: "smtp://127.0.0.1:\(middle.port)/kopilka.example", security: .required, authorities: nil,
                user: "kopilka-user", password: SecretBytes(moving: &password),
                sender: try #require(EmailAddress("kopilka@house.example"))))
        guard case .later? = await sender.send(try Self.parcel()) else {
            Issue.record("the mail was taken for sent")
            return
        }
        #expect(await sender.check().state == .failing)
        // Only the greeting and the request to encrypt are sent in clear text, nothing of the message or its sender.
        let lines = middle.heard.split(whereSeparator: \.isNewline).map { $0.uppercased() }
        #expect(lines.first?.hasPrefix("EHLO") == true, "\(lines)")
        for word in ["AUTH", "MAIL FROM", "RCPT", "DATA"] {
            #expect(!lines.contains { $0.hasPrefix(word) }, "\(lines)")
        }
        for secret in ["hunter2", "kopilka-user", "anna@example.org"] {
            #expect(!middle.heard.contains(secret), "\(lines)")
        }
    }

    private static func parcel() throws -> Parcel {
        let now = Instant(milliseconds: 1_795_000_000_000)
        let notice = Notice(
            id: "n", userID: "anna", event: "e-1", kind: .signedIn, facts: NoticeFacts(), occurredAt: now,
            createdAt: now, isLate: false)
        let channel = Channel(
            id: "c", userID: "anna", kind: .email, name: "mail", address: "anna@example.org", state: .on,
            createdAt: now)
        let delivery = Delivery(
            id: "01arz3ndektsv4rrffq69g5fav", userID: "anna", channelID: "c", form: .single, dueAt: now, createdAt: now)
        return Parcel(channel: channel, delivery: delivery, notices: [notice], wording: Wording(.ru, .utc))
    }
}
