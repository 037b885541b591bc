import Coordination
import Domain
import Foundation
import Hosting
import Signals
import StrictJSON
import TestSupport
import Transport

/// Somebody who is reminded of payments in Telegram, and settles each by a tap.
final class ChaosTelegram: Sendable {
    private static let chat = TelegramTestUser(id: 1001, name: "Anna")

    private let telegram: TelegramStandIn
    private let email = "telegram@example.org"
    private let password = Identifier.random(length: 26)

    init() throws { telegram = try TelegramStandIn() }

    /// The variables of a house that uses the stand-in.
    var environment: [String: String] { ["KOPILKA_TELEGRAM_URL": telegram.url] }

    /// Puts the bot's token into a house that does not run yet.
    func prepare(_ house: RunningHouse) throws {
        try FileManager.default.createDirectory(
            atPath: house.dataDirectory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        _ = try house.directory.write(TelegramStandIn.token + "\n", to: "data/telegram-token")
    }

    /// Links the chat.
    func begin(_ bank: CrashBank) async throws {
        let register = AuthSignal.Register(email: email, password: password)
        let person = try await bank.auth.send(register, within: CrashBank.patience)
        let proof = try await bank.auth.send(
            AuthSignal.Prove(password: password),
            context: SignalContext(idempotencyKey: .random(), session: person.session.token),
            within: CrashBank.patience
        ).proof
        let added = try await bank.demand(
            "notifications.addChannel", #""kind":"telegram","code":"\#(proof)""#, as: person.session.token)
        guard let link = added.text("link") else { throw ChaosError("no link to Telegram: \(added)") }
        telegram.open(link, as: Self.chat)
        try await eventually("the chat is linked", within: CrashBank.patience) {
            !self.telegram.messages(to: Self.chat).isEmpty
        }
    }

    /// Adds an expense that is due soon, taps on Paid in its reminder, twice as impatient people do, and sees that it
    /// is paid once.
    func settleOnce(_ bank: CrashBank) async throws {
        let context = SignalContext(idempotencyKey: .random())
        let login = AuthSignal.Login(login: email, password: password)
        let session = try await bank.insist {
            try await bank.auth.send(login, context: context, within: CrashBank.patience)
        }.session.token
        let (title, due) = ("Music \(String.random())", WallClock.system.now().dayInUTC.adding(days: 2))
        let added = try await bank.demand(
            "subscriptions.add",
            #"""
            "service":{"title":"\#(title)"},"amount":\#(Bank.money("2.99")),"start":"\#(due)","remindDaysBefore":[2],\#
            "every":{"count":1,"unit":"month"}
            """#, as: session)
        guard let id = added.text("subscription", "id") else { throw ChaosError("no subscription: \(added)") }
        func reminders() -> [TelegramTestMessage] {
            telegram.messages(to: Self.chat).filter { $0.text.hasPrefix(title) }
        }
        try await eventually("the reminder comes", within: CrashBank.patience) { !reminders().isEmpty }
        guard let reminder = reminders().first, let paid = reminder.buttons.first?.data else {
            throw ChaosError("the reminder has no buttons: \(reminders())")
        }
        for _ in 0..<2 { telegram.press(paid, under: reminder, as: Self.chat) }
        do {
            // A reminder whose sending was interrupted comes twice, and the last one tells.
            try await eventually("the reminder says what came of it", within: CrashBank.patience) {
                reminders().contains { $0.buttons.isEmpty }
            }
        } catch let waited as WaitedInVain {
            throw ChaosError("\(waited): \(reminders()), told \(telegram.notices.suffix(5))")
        }
        let payments = try await bank.demand("subscriptions.payments", #""id":"\#(id)""#, as: session)
        let statuses = payments.result?.member("payments")?.elements.compactMap { $0.member("status")?.string }
        guard statuses == ["paid"] else { throw ChaosError("a tap did not pay once: \(payments)") }
        _ = try await bank.demand("subscriptions.remove", #""id":"\#(id)""#, as: session)
    }
}

extension CrashBank {
    /// Asks by raw sockets, with the same key, until it is done.
    /// - Throws: ``ChaosError`` for a refusal for good.
    func demand(_ method: String, _ params: String, as session: String) async throws -> WireReply {
        let request = Bank.request(method, params, session: session, key: .random())
        let path = house.socket(of: String(method.prefix { $0 != "." }))
        let end = ContinuousClock.now + Self.patience
        while .now < end {
            let reply = try? await withRawPeer(path: path) { WireReply(try $0.askJSON(request, within: .seconds(5))) }
            if let reply, reply.result != nil { return reply }
            if let reply, reply.isRetryable != true { throw ChaosError("\(method) was refused: \(reply)") }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw ChaosError("\(method) was not done within \(Self.patience)")
    }
}
