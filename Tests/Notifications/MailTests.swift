import Curl
import Domain
import Hosting
import Reasons
import Signals
import Sodium
import TestSupport
import Testing

@testable import NotificationsService

/// Mail, as an independent server and parser see it.
@Suite struct MailTests {
    private func makeSender(
        _ peer: MailStandIn, security: MailRequest.Security = .ifOffered, authorities: String? = nil
    ) throws -> MailSender {
        MailSender(
            client: MailClient(),
            server: MailServer(
                url: "\(peer.url)/kopilka.example", security: security, authorities: authorities, user: nil,
                password: nil, sender: try #require(EmailAddress("kopilka@house.example"))))
    }

    private func parcel(to address: String, name: String = "Music") -> Parcel {
        var facts = NoticeFacts()
        facts.name = name
        let now = Instant(milliseconds: 1_795_000_000_000)
        let notice = Notice(
            id: "n", userID: "anna", event: "e-1", kind: .signedIn, facts: facts, occurredAt: now, createdAt: now,
            isLate: false)
        let channel = Channel(
            id: "c", userID: "anna", kind: .email, name: "mail", address: address, state: .on, createdAt: now)
        let delivery = Delivery(
            id: "01arz3ndektsv4rrffq69g5fav", userID: "anna", channelID: "c", form: .single, dueAt: now, createdAt: now)
        return Parcel(channel: channel, delivery: delivery, notices: [notice], wording: Wording(.ru, .utc))
    }

    @Test func mailGoesEncryptedInBothFormsWithAStableID() async throws {
        let peer = try await MailStandIn()
        let sender = try makeSender(peer)
        let name = "телефон <b>&\r\nBcc: everybody@example.org"
        for _ in 0..<2 {
            #expect(await sender.send(parcel(to: "anna@example.org", name: name)) == .taken(answer: "250 2.0.0 Taken"))
        }
        let mails = peer.mails
        #expect(mails.count == 2 && Set(mails.map(\.id)) == ["<01arz3ndektsv4rrffq69g5fav@house.example>"])
        let mail = try #require(mails.first)
        #expect(mail.isEncrypted && mail.type == "multipart/alternative" && mail.defects.isEmpty)
        #expect(mail.sender == "kopilka@house.example" && mail.recipients == ["anna@example.org"])
        #expect(mail.subject == "Новый вход" && mail.longestLine <= 78)
        #expect(!mail.headers.contains("Bcc") && mail.headers.contains("Auto-Submitted"))
        #expect(
            mail.plain.contains("Устройство: телефон <b>&")
                && mail.plain.contains("№ \("01arz3ndektsv4rrffq69g5fav".suffix(8))"))
        #expect(mail.html.contains("телефон &lt;b&gt;&amp;") && mail.html.contains("<html lang=\"ru\">"))
    }

    @Test func whatTheServerRefusesIsToldAsItIs() async throws {
        let peer = try await MailStandIn()
        let sender = try makeSender(peer)
        #expect(
            await sender.send(parcel(to: "unknown@example.org")) == .refused("550 5.1.1 There is nobody of that name"))
        #expect(await sender.send(parcel(to: "full@example.org")) == .later("452 4.2.2 The box is full"))
        #expect(peer.mails.isEmpty)
        let gone = try makeSender(peer, security: .required)
        guard case .later(let reason, _, _)? = await gone.send(parcel(to: "anna@example.org")) else {
            Issue.record("a certificate that nobody knows was trusted")
            return
        }
        #expect(reason.explanation?.reason == "mailNotSent", "\(reason)")
        #expect(reason.explanation?.details["cause"] == "serverUntrusted", "\(reason)")
        #expect(peer.mails.isEmpty, "nothing was said to whom nobody knows")
    }

    @Test func aServerIsAskedWithoutBeingSentAnything() async throws {
        let peer = try await MailStandIn()
        let sender = try makeSender(peer)
        #expect(sender.standing == NotificationsSignal.MailState(state: .untried, server: peer.url))
        let ready = NotificationsSignal.MailState(state: .ready, server: peer.url)
        // A check gives up after four seconds, which a process of its own may take on a busy machine.
        try await eventually("it is ready") { await sender.check() == ready }
        let doubtful = await (try makeSender(peer, security: .required)).check()
        #expect(doubtful.state == .failing && doubtful.reason?.isEmpty == false)
        #expect(peer.mails.isEmpty)
        let nowhere = MailSender(
            client: MailClient(),
            server: MailServer(
                url: "smtp://127.0.0.1:1/kopilka.example", security: .ifOffered, authorities: nil, user: nil,
                password: nil, sender: try #require(EmailAddress("kopilka@house.example"))))
        let silent = await nowhere.check()
        #expect(silent.state == .failing && silent.server == "smtp://127.0.0.1:1", "\(silent)")
        #expect(silent.explanation?.reason == "noAnswer", "\(silent)")
        let none = await MailSender(client: nil, server: nil).check()
        #expect(none == NotificationsSignal.MailState(state: .off))
    }

    @Test func whereItMustBeEncryptedItIsOrNothingIsSent() async throws {
        let known = try await MailStandIn()
        let trusting = MailSender(
            client: MailClient(),
            server: MailServer(
                url: "smtp://localhost:\(known.port)/kopilka.example", security: .required,
                authorities: known.certificate, user: nil, password: nil,
                sender: try #require(EmailAddress("kopilka@house.example"))))
        #expect(await trusting.send(parcel(to: "anna@example.org")) == .taken(answer: "250 2.0.0 Taken"))
        let plain = try await MailStandIn(isPlain: true)
        let strict = try makeSender(plain, security: .required)
        guard case .later? = await strict.send(parcel(to: "anna@example.org")) else {
            Issue.record("mail went in the open")
            return
        }
        #expect(plain.mails.isEmpty)
        let lenient = try makeSender(plain)
        #expect(await lenient.send(parcel(to: "anna@example.org")) == .taken(answer: "250 2.0.0 Taken"))
        #expect(plain.mails.first?.isEncrypted == false, "on this very machine it may")
    }

    @Test func subjectsAreEncodedInWholeCharactersOnShortLines() {
        let text = String(repeating: "Ж😀", count: 60) + "\r\nX: y"
        let encoded = MailLetter.encoded(text)
        for line in encoded.split(separator: "\r\n") {
            #expect(line.utf8.count <= 76 && line.utf8.allSatisfy { (0x20...0x7E).contains($0) })
        }
        #expect(!encoded.contains("X:"))
        #expect(MailLetter.dateText(Instant(milliseconds: 0)) == "Thu, 1 Jan 1970 00:00:00 +0000")
        #expect(HTTPDate.read("Sun, 06 Nov 1994 08:49:37 GMT") == Instant("1994-11-06T08:49:37Z"))
        #expect(HTTPDate.read("Sunday, 06-Nov-94 08:49:37 GMT") == nil)
    }

    @Test func settingsNameTheServerAndNeverItsPassword() throws {
        func read(_ variables: [String: String], _ directory: TemporaryDirectory) -> (
            server: MailServer?, faults: String
        ) {
            let reader = SettingsReader(
                environment: Environment(variables: variables, arguments: []), service: "notifications")
            let server = MailServer.read(reader, dataDirectory: directory.path)
            do throws(SettingsError) {
                try reader.finish()
                return (server, "")
            } catch {
                return (server, error.description)
            }
        }
        let directory = TemporaryDirectory()
        #expect(read([:], directory).server == nil)
        let local = read(["KOPILKA_SMTP_URL": "smtp://127.0.0.1:2525"], directory)
        #expect(local.server?.security == .ifOffered && local.faults.isEmpty)
        for host in ["localhost", "LOCALHOST", "127.0.0.1", "127.8.8.8", "[::1]"] {
            let server = read(["KOPILKA_SMTP_URL": "smtp://\(host):2525"], directory).server
            #expect(server?.security == .ifOffered, "\(host)")
        }
        for host in [
            "127.evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "128.0.0.1", "[::2]", "[::1%eth0]",
        ] {
            let server = read(["KOPILKA_SMTP_URL": "smtp://\(host):2525"], directory).server
            #expect(server?.security == .required, "\(host) is another machine")
        }
        let elsewhere = read(["KOPILKA_SMTP_URL": "smtps://mail.example.org"], directory)
        #expect(elsewhere.server?.security == .required)
        #expect(elsewhere.server?.url == "smtps://mail.example.org:465/localhost.localdomain")
        let secret = read(["KOPILKA_SMTP_URL": "smtp://anna:hunter2@mail.example.org"], directory)
        #expect(
            secret.server == nil && secret.faults.contains("smtp-password-file") && !secret.faults.contains("hunter2"))
        #expect(read(["KOPILKA_SMTP_URL": "smtp://anna@mail.example.org"], directory).faults.contains("password"))
        _ = try directory.write("hunter2\n", to: "smtp-password")
        let signedIn = read(["KOPILKA_SMTP_URL": "smtp://anna%40example.org@mail.example.org"], directory)
        #expect(signedIn.server?.user == "anna@example.org" && signedIn.server?.password?.count == 7)
        for text in [
            "http://mail.example.org", "mail.example.org", "smtp://", "smtp://a:b:c", "smtp://host:0", "smtp://h/x",
        ] {
            #expect(read(["KOPILKA_SMTP_URL": text], directory).server == nil, "\(text)")
        }
    }
}
