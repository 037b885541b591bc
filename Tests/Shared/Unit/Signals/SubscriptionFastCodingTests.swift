import Domain
import Signals
import StrictJSON
import Testing

/// The hand-written JSON of subscriptions equals that of the declaration, which decodes it.
@Suite struct SubscriptionFastCodingTests {
    @Test(arguments: 0...9)
    func whatIsWrittenIsReadByTheDeclaration(present: Int) throws {
        let written = try Self.subscription(present: present)
        let json = try JSONEncoding.encode(written)
        let node = try JSONDocument(json).root
        #expect(try node.decode(SubscriptionsSignal.Subscription.self) == written)
        // Absent fields are omitted; duplicates would have been rejected.
        let names = node.members.map(\.name)
        #expect(names.count == 10 + min(present, 8))
    }

    /// Returns a subscription with as many optional fields, reminders and prices as `present` says.
    private static func subscription(present: Int) throws -> SubscriptionsSignal.Subscription {
        func text(_ number: Int) -> String? { present >= number ? "Обед \" \\ \n \(number)" : nil }
        let day = try #require(CalendarDay("2026-02-28"))
        func optionalDay(_ number: Int) -> CalendarDay? { present >= number ? day.adding(days: number) : nil }
        let amount = Money(minorUnits: 123_456, currency: try #require(Currency(code: "KWD")))
        return SubscriptionsSignal.Subscription(
            id: "a", service: "netflix", title: SubscriptionsSignal.Title(ru: "Кино \"1\"", en: "Film"), color: text(1),
            amount: amount, every: SubscriptionsSignal.Every(count: 2, unit: .week), start: day,
            nextPayment: present >= 2
                ? SubscriptionsSignal.NextPayment(date: day, daysRemaining: -3, amount: amount) : nil,
            status: .pastDue, description: text(3), category: text(4), remindDaysBefore: Array(0..<present),
            cancelDaysBefore: present >= 5 ? 5 : nil, payFrom: text(6), trialUntil: optionalDay(7),
            ends: optionalDay(8), prices: Array(repeating: .init(from: day, amount: amount), count: present),
            createdAt: Instant(microseconds: 1_700_000_000_123_456))
    }
}
