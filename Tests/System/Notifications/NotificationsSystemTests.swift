import Coordination
import Domain
import Foundation
import Signals
import StrictJSON
import Synchronization
import TestSupport
import Testing
import Transport

/// Notifications end to end: real services, real peers, killed on the way.
@Suite struct NotificationsSystemTests {
    private static let rounds = max(
        2, (ProcessInfo.processInfo.environment["KOPILKA_TEST_KILLS"].flatMap { Int($0) } ?? 200) / 40)
    private static let anna = TelegramTestUser(id: 1001, name: "Anna")
    private static let boris = TelegramTestUser(id: 2002, name: "Boris")

    /// Services and the link to notifications.
    private struct Scene {
        let bank: Bank
        let notifications: ServiceLink

        static func with(
            environment: [String: String] = [:], token: String? = nil, _ body: (Scene) async throws -> Void
        ) async throws {
            let bank = Bank(environment: environment)
            if let token {
                try FileManager.default.createDirectory(
                    atPath: bank.house.dataDirectory, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
                _ = try bank.house.directory.write(token + "\n", to: "data/telegram-token")
            }
            for service in ["auth", "ledger", "notifications"] { try await bank.house.start(service) }
            let scene = Scene(
                bank: bank,
                notifications: ServiceLink(
                    service: "notifications", runDirectory: bank.house.runDirectory, loop: bank.loop))
            try await body(scene)
            await scene.notifications.close()
            await bank.close()
        }

        func ask<S: Signal>(_ signal: S, as person: Person) async throws -> S.Answer {
            try await notifications.send(
                signal, context: bank.context(person, key: Bank.newKey()), within: .seconds(180))
        }

        func inbox(of person: Person) async throws -> [NotificationsSignal.Notification] {
            try await ask(NotificationsSignal.List(limit: 1000), as: person).notifications
        }

        /// Turns on notices about people's own transfers.
        func tellOwn(to people: Person...) async throws {
            for person in people {
                _ = try await ask(NotificationsSignal.SetPreferences(own: [.moneyIn, .moneyOut]), as: person)
            }
        }

        func deposit(_ amount: String, to account: String, of person: Person) async throws {
            let reply = try await bank.ask(
                "ledger.deposit", #""account":"\#(account)","amount":\#(Bank.money(amount))"#, as: person.session,
                key: Bank.newKey())
            try #require(reply.result != nil, "\(reply)")
        }

        func restart() async throws {
            try await bank.house.kill("notifications")
            try await bank.house.start("notifications")
        }
    }

    @Test func everyEventIsToldOnceToEachWhateverIsKilled() async throws {
        try await Scene.with { scene in
            let (anna, boris) = (try await scene.bank.person(), try await scene.bank.person())
            try await scene.tellOwn(to: anna)
            let (hers, his) = (
                try await scene.bank.account(of: anna, with: "10000"), try await scene.bank.account(of: boris)
            )
            var sent = 1
            for round in 0..<Self.rounds {
                for _ in 0..<10 {
                    let reply = try await scene.bank.ask(
                        "ledger.transfer", #""from":"\#(hers)","to":"\#(his)","amount":\#(Bank.money("1.50"))"#,
                        as: anna.session, key: Bank.newKey())
                    try #require(reply.result != nil, "\(reply)")
                    sent += 1
                }
                if round.isMultiple(of: 2) { try await scene.restart() }
            }
            try await eventually("all is told") {
                let out = try await scene.inbox(of: anna).count { $0.kind == .moneyOut }
                let arrived = try await scene.inbox(of: boris).count { $0.kind == .moneyIn }
                return out == sent - 1 && arrived == sent - 1
            }
            let told = try await scene.inbox(of: anna)
            #expect(Set(told.map(\.event)).count == told.count && told.count == sent, "no event twice")
            #expect(told.allSatisfy { $0.event.hasPrefix("ledger-") && $0.body.contains("balance") })
            // A sign-in and a changed password are reported, too; the registration is not.
            _ = try await scene.bank.ask(
                "auth.login", #""login":"\#(anna.email)","password":"\#(anna.password)","device":"tablet""#)
            let changed = try await scene.bank.ask(
                "auth.changePassword", #""current":"\#(anna.password)","new":"verdant harbour lamp 7""#,
                as: anna.session)
            try #require(changed.result != nil, "\(changed)")
            try await eventually("security is told") {
                try await scene.inbox(of: anna).filter { $0.category == .security }.map(\.kind)
                    == [.passwordChanged, .signedIn]
            }
            let walk = try await scene.bank.ask("notifications.events", #""after":0,"limit":1000"#, as: boris.session)
            let users = walk.result?.member("events")?.elements.compactMap {
                $0.member("data")?.member("userId")?.string
            }
            #expect(Set(users ?? []) == [boris.id], "nobody hears of others")
        }
    }

    @Test func moneyOfAnotherPersonSaysFromWhom() async throws {
        try await Scene.with { scene in
            let (anna, boris) = (try await scene.bank.person("anna-sends"), try await scene.bank.person())
            let hers = try await scene.bank.account(of: anna, with: "10000")
            let his = try await scene.bank.account(of: boris)
            // A missing name does not delay the notice, so a notice occasionally lacks it.
            try await eventually("a notice names the sender") {
                let reply = try await scene.bank.ask(
                    "ledger.transfer", #""from":"\#(hers)","to":"\#(his)","amount":\#(Bank.money("1.50"))"#,
                    as: anna.session, key: Bank.newKey())
                let id = try #require(reply.result?.member("transfer")?.member("id")?.string, "\(reply)")
                try await eventually("it is told") { try await scene.inbox(of: boris).contains { $0.subject == id } }
                return try await scene.inbox(of: boris).contains { $0.title.hasSuffix(" from a…@example.org") }
            }
        }
    }

    @Test func anImportIsOneNoticeAlsoWhenNotificationsWasDownAndOnesOwnMoneyIsNoNews() async throws {
        try await Scene.with { scene in
            let (anna, boris) = (try await scene.bank.person(), try await scene.bank.person())
            let account = try await scene.bank.account(of: anna, with: "10")
            let his = try await scene.bank.account(of: boris, with: "10")
            for killed in [false, true] {
                if killed { try await scene.bank.house.kill("notifications") }
                let rows = (0..<3000).map { index in
                    #"{"amount":\#(Bank.money("0.50")),"date":"2021-03-05","reference":"id:\#(killed)-\#(index)"}"#
                }
                let reply = try await scene.bank.ask(
                    "ledger.import", #""account":"\#(account)","rows":[\#(rows.joined(separator: ","))]"#,
                    as: anna.session, key: Bank.newKey())
                try #require(reply.result != nil, "\(reply)")
                if killed { try await scene.bank.house.start("notifications") }
            }
            let sent = try await scene.bank.ask(
                "ledger.transfer", #""from":"\#(his)","to":"\#(account)","amount":\#(Bank.money("1.50"))"#,
                as: boris.session, key: Bank.newKey())
            try #require(sent.result != nil, "\(sent)")
            try await eventually("what others sent is told") {
                try await scene.inbox(of: anna).contains { $0.kind == .moneyIn }
            }
            let inbox = try await scene.ask(NotificationsSignal.List(), as: anna)
            let imports = inbox.notifications.filter { $0.kind == .imported }
            #expect(inbox.notifications.count == 1 + imports.count && inbox.unread == inbox.notifications.count)
            #expect(
                imports.count == 2 && imports.allSatisfy { $0.title.contains("3\u{A0}000\u{A0}rows") }, "\(imports)")
            #expect(try await scene.inbox(of: boris).isEmpty)
        }
    }

    @Test func whatHappenedWhileItWasDownIsToldLateAndSaysSo() async throws {
        try await Scene.with { scene in
            let anna = try await scene.bank.person()
            try await scene.tellOwn(to: anna)
            let account = try await scene.bank.account(of: anna)
            try await scene.bank.house.kill("notifications")
            try await scene.deposit("5", to: account, of: anna)
            let later = WallClock.system.now() + .seconds(120)
            try await scene.bank.house.start(
                "notifications", environment: ["KOPILKA_CLOCK": "\(later)", "KOPILKA_LATE_AFTER": "60s"])
            try await eventually("it is told") { try await scene.inbox(of: anna).count == 1 }
            let notification = try #require(try await scene.inbox(of: anna).first)
            #expect(notification.late && notification.body.contains("notification is late"), "\(notification)")
        }
    }

    @Test func aMessageThatACrashLeftInTheMiddleComesAgainUnderTheSameID() async throws {
        let served = Mutex<[String]>([])
        let server = try LoopbackServer { request in
            let count = served.withLock { list in
                list.append(request.headers["webhook-id"] ?? "")
                return list.count
            }
            // The first call is received and never answered: it was delivered without an acknowledgement.
            return count == 1 ? .silence : .answer(status: 200)
        }
        try await Scene.with(environment: ["KOPILKA_WEBHOOK_ALLOW": "127.0.0.0/8"]) { scene in
            let anna = try await scene.bank.person()
            try await scene.tellOwn(to: anna)
            let account = try await scene.bank.account(of: anna)
            let proof = try await scene.bank.proof(of: anna)
            _ = try await scene.ask(
                NotificationsSignal.AddChannel(kind: .webhook, url: server.url + "/hook", code: proof), as: anna)
            try await scene.deposit("5", to: account, of: anna)
            try await eventually("the message is on its way") { served.withLock { $0.count } >= 1 }
            try await scene.restart()
            // Whatever is not acknowledged in time may come once more than the crash alone would make it.
            try await eventually("it came again") { served.withLock { $0.count } >= 2 }
            try await eventually("and is noted") {
                let id = try await scene.inbox(of: anna)[0].id
                return try await scene.ask(NotificationsSignal.Show(id: id), as: anna).deliveries.map(\.state) == [
                    .sent
                ]
            }
            try await scene.restart()
            let first = served.withLock { $0 }
            #expect(Set(first).count == 1, "\(first)")
            try await scene.deposit("6", to: account, of: anna)
            try await eventually("the next one came") { served.withLock { $0.count } > first.count }
            let next = served.withLock { $0 }.dropFirst(first.count)
            #expect(Set(next).count == 1 && next.last != first.last, "\(first) \(next)")
        }
        server.stop()
    }

    @Test func telegramIsLinkedPausesIsAnsweredByItsOwnerAndGoesOff() async throws {
        let telegram = try TelegramStandIn()
        let mail = try await MailStandIn()
        let environment = [
            "KOPILKA_TELEGRAM_URL": telegram.url, "KOPILKA_SMTP_URL": mail.url, "KOPILKA_LOG": "trace",
        ]
        try await Scene.with(environment: environment, token: TelegramStandIn.token) { scene in
            let anna = try await scene.bank.person()
            try await scene.tellOwn(to: anna)
            let account = try await scene.bank.account(of: anna)
            let proof = try await scene.bank.proof(of: anna)
            let added = try await scene.ask(NotificationsSignal.AddChannel(kind: .telegram, code: proof), as: anna)
            let link = try #require(added.link)
            telegram.open(link, as: Self.anna)
            try await eventually("the chat is linked") {
                try await scene.ask(NotificationsSignal.Channels(), as: anna).channels.map(\.state) == [.on]
            }
            try await eventually("the bot says so") {
                telegram.messages(to: Self.anna).contains { $0.text.contains("come here from now on") }
            }
            // Another person cannot use the same link.
            telegram.open(link, as: Self.boris)
            try await eventually("he is told so") {
                telegram.messages(to: Self.boris).contains { $0.text.contains("This link has expired") }
            }
            let tested = try await scene.ask(NotificationsSignal.Test(channel: added.channel.id), as: anna)
            #expect(tested.delivered, "\(tested)")

            // A pause that Telegram asks for is observed, and the message arrives once.
            telegram.misbehave("sendMessage", TelegramStandIn.failure(429, "Too Many Requests", retryAfter: 2))
            let (began, calls) = (ContinuousClock.now, telegram.calls(of: "sendMessage"))
            try await scene.deposit("777.25", to: account, of: anna)
            func told() -> Int { telegram.messages(to: Self.anna).count { $0.text.contains("777.25") } }
            try await eventually("it came after the pause") { told() == 1 }
            #expect(ContinuousClock.now - began >= .seconds(2) && telegram.calls(of: "sendMessage") == calls + 2)

            // The button of another person's message does nothing, and neither does an invalid button.
            let message = try #require(telegram.messages(to: Self.anna).last)
            telegram.press("i:p:01aaaaaaaaaaaaaaaaaaaaaaaa", under: message, as: Self.boris)
            try await eventually("he is told") { telegram.notices.contains { $0.contains("not yours") } }

            // An email reports that Telegram was turned off.
            let added2 = try await scene.ask(
                NotificationsSignal.AddChannel(kind: .email, address: "anna@example.org", code: proof), as: anna)
            #expect(try await scene.ask(NotificationsSignal.Test(channel: added2.channel.id), as: anna).delivered)
            try await eventually("Telegram tells of it") {
                telegram.messages(to: Self.anna).contains { $0.text.hasPrefix("A channel was added: anna@example.org") }
            }
            telegram.misbehave("sendMessage", TelegramStandIn.failure(403, "Forbidden: bot was blocked by the user"))
            try await scene.deposit("888.75", to: account, of: anna)
            try await eventually("mail tells") {
                mail.mails.contains {
                    $0.subject == "The channel Telegram is off" && $0.plain.contains("blocked by the user")
                }
            }
            try await eventually("and carries the rest") { mail.mails.contains { $0.plain.contains("888.75") } }
            let channels = try await scene.ask(NotificationsSignal.Channels(), as: anna).channels
            #expect(channels.map(\.state) == [.off, .on] && channels[0].reason?.contains("403") == true)
            let failed = try await scene.ask(NotificationsSignal.Failed(), as: anna).failed
            #expect(failed.count == 1)
            _ = try await scene.ask(
                NotificationsSignal.SwitchChannel(
                    channel: added.channel.id, on: true, code: try await scene.bank.proof(of: anna)), as: anna)
            _ = try await scene.ask(NotificationsSignal.Resend(id: failed[0].id), as: anna)
            try await eventually("it is resent by hand") {
                telegram.messages(to: Self.anna).contains { $0.text.contains("888.75") }
            }
            let log = scene.bank.house.log(of: "notifications") + scene.bank.house.log(of: "auth")
            for secret in [TelegramStandIn.token, String(link.suffix(26)), "anna@example.org", "777.25"] {
                #expect(!log.contains(secret), "\(secret) stands in a log")
            }
        }
        telegram.stop()
    }

    @Test func ofAPersonWhoLeftNothingStaysInTheDatabase() async throws {
        try await Scene.with { scene in
            let anna = try await scene.bank.person("anna-who-leaves")
            try await scene.tellOwn(to: anna)
            let account = try await scene.bank.account(of: anna)
            _ = try await scene.ask(
                NotificationsSignal.AddChannel(
                    kind: .webhook, name: "leaving-robot", url: "https://leaving.example/x",
                    code: try await scene.bank.proof(of: anna)), as: anna)
            try await scene.deposit("5", to: account, of: anna)
            try await eventually("both are told") { try await scene.inbox(of: anna).count == 2 }
            let withdrawn = try await scene.bank.ask(
                "ledger.withdraw", #""account":"\#(account)","amount":\#(Bank.money("5"))"#, as: anna.session,
                key: Bank.newKey())
            try #require(withdrawn.result != nil, "\(withdrawn)")
            let left = try await scene.bank.ask(
                "auth.deleteUser", #""password":"\#(anna.password)","name":"\#(anna.email)""#, as: anna.session)
            try #require(left.result != nil, "\(left)")
            // After a stop the log is in the file, and deleted data are overwritten.
            try await eventually("nothing is left") {
                try await scene.bank.house.stop("notifications")
                let isGone = !Self.files(scene.bank).contains("leaving")
                try await scene.bank.house.start("notifications")
                return isGone
            }
        }
    }

    private static func files(_ bank: Bank) -> String {
        ["", "-wal"].map { ending in
            let path = bank.house.database(of: "notifications") + ending
            let content = FileManager.default.contents(atPath: path) ?? Data()
            return String(decoding: content, as: UTF8.self)
        }.joined()
    }
}
