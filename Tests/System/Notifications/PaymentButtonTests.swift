import Coordination
import Domain
import Foundation
import Signals
import StrictJSON
import TestSupport
import Testing

/// A reminder in Telegram whose buttons settle the payment, from the tap to the database of subscriptions.
@Suite struct PaymentButtonTests {
    private static let anna = TelegramTestUser(id: 1001, name: "Anna")
    private static let boris = TelegramTestUser(id: 2002, name: "Boris")

    @Test func aTapOnPaidSettlesThePaymentOnceWhateverIsKilled() async throws {
        let telegram = try TelegramStandIn()
        let bank = Bank(environment: ["KOPILKA_TELEGRAM_URL": telegram.url])
        try FileManager.default.createDirectory(
            atPath: bank.house.dataDirectory, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        _ = try bank.house.directory.write(TelegramStandIn.token + "\n", to: "data/telegram-token")
        for service in ["auth", "ledger", "bonds", "history", "subscriptions", "notifications"] {
            try await bank.house.start(service)
        }
        let anna = try await bank.person()
        func ask(_ method: String, _ params: String = "") async throws -> WireReply {
            try await bank.ask(method, params, as: anna.session, key: Bank.newKey())
        }
        let added = try await ask(
            "notifications.addChannel", #""kind":"telegram","code":"\#(try await bank.proof(of: anna))""#)
        telegram.open(try #require(added.text("link"), "\(added)"), as: Self.anna)
        try await eventually("the chat is linked") { !telegram.messages(to: Self.anna).isEmpty }

        let start = WallClock.system.now().dayInUTC.adding(days: 2)
        let subscription = try await ask(
            "subscriptions.add",
            #"""
            "service":{"title":"Music"},"amount":\#(Bank.money("299")),"start":"\#(start)","every":{"count":1,\#
            "unit":"month"},"remindDaysBefore":[2]
            """#
        )
        let id = try #require(subscription.text("subscription", "id"), "\(subscription)")
        func reminder() -> TelegramTestMessage? {
            telegram.messages(to: Self.anna).first { $0.text.hasPrefix("Music: 299.00\u{A0}RUB is due in 2") }
        }
        try await eventually("the reminder comes") { reminder() != nil }
        let message = try #require(reminder())
        #expect(message.buttons.map(\.label) == ["Paid", "Skip", "Snooze"])
        let paid = try #require(message.buttons.first).data

        telegram.press(paid, under: message, as: Self.boris)
        try await eventually("he is told that it is not his") { telegram.notices.contains { $0.contains("not yours") } }
        // Twice, while the service is down.
        try await bank.house.kill("notifications")
        telegram.press(paid, under: message, as: Self.anna)
        telegram.press(paid, under: message, as: Self.anna)
        try await bank.house.start("notifications")
        try await eventually("the message says what came of it") {
            reminder().map { $0.text.hasSuffix("Marked as paid.") && $0.buttons.isEmpty } ?? false
        }
        try await bank.house.kill("notifications")
        try await bank.house.start("notifications")
        telegram.press(paid, under: message, as: Self.anna)
        try await eventually("a late tap is answered") {
            telegram.notices.contains { $0.contains("Already marked as paid") }
        }
        let payments = try await ask("subscriptions.payments", #""id":"\#(id)""#)
        let statuses = payments.result?.member("payments")?.elements.map { payment in
            "\(payment.member("status")?.string ?? "") \(payment.member("date")?.string ?? "")"
        }
        #expect(statuses == ["paid \(start)"], "\(payments)")
        await bank.close()
        telegram.stop()
    }
}
