import Coordination
import Domain
import Reasons
import Signals
import Testing

@testable import SubscriptionsService

/// Every refusal names its reason, with all details of its sentence.
@Suite struct RefusalTests {
    private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    private func expect<Sent: Signal>(
        _ reason: Reason, _ field: String?, of signal: Sent, in house: SubscriptionsHouse,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let fault = try #require(try await house.refusal(of: signal), sourceLocation: sourceLocation)
        #expect(
            fault.reason == reason.name && fault.field == field, "\(fault)", sourceLocation: sourceLocation)
        #expect(!fault.message.contains("{"), "\(fault)", sourceLocation: sourceLocation)
    }

    @Test func valuesOfASubscription() async throws {
        try await SubscriptionsHouse.on("2026-01-10") { house in
            let id = try await house.add("2026-02-01", trialUntil: "2026-03-01").id
            let start = try day("2026-02-01")
            let largest = Money(
                minorUnits: SubscriptionLimits.largestAmount + 1, currency: ScriptedNeighbours.rubles)
            try await expect(.mustBeAbove, "amount", of: S.Update(id: id, amount: roubles(0)), in: house)
            try await expect(.largestPrice, "amount", of: S.Update(id: id, amount: largest), in: house)
            try await expect(.goesWith, "amountFrom", of: S.Update(id: id, amountFrom: start), in: house)
            try await expect(.notADay, "ends", of: S.Update(id: id, ends: "soon"), in: house)
            try await expect(.mustNotBeBeforeDay, "ends", of: S.Update(id: id, ends: "2026-01-31"), in: house)
            try await expect(.mustNotBeBeforeDay, "ends", of: S.Update(id: id, ends: "2026-02-15"), in: house)
            try await expect(
                .badReminders, "remindDaysBefore", of: S.Update(id: id, remindDaysBefore: [-1]), in: house)
            try await expect(
                .mustBeBetween, "cancelDaysBefore", of: S.Update(id: id, cancelDaysBefore: 367), in: house)
            try await expect(
                .tooLongText, "description",
                of: S.Update(id: id, description: String(repeating: "x", count: 501)), in: house)
            try await expect(.hasControls, "category", of: S.Update(id: id, category: "a\u{7}"), in: house)
            try await expect(.noSubscription, "id", of: S.Show(id: "nothing"), in: house)
        }
    }

    @Test func paymentsAndWhoAsksForThem() async throws {
        try await SubscriptionsHouse.on("2026-01-10") { house in
            let id = try await house.add("2026-02-01", ends: "2026-02-15").id
            let tomorrow = try day("2026-01-11")
            try await expect(.mustNotBeAfterToday, "paidOn", of: S.Pay(id: id, paidOn: tomorrow), in: house)
            try await expect(.notADueDay, "date", of: S.Pay(id: id, date: tomorrow), in: house)
            try await expect(.noPaymentMarked, "id", of: S.Unpay(id: id), in: house)
            try await house.send(S.Pay(id: id))
            try await expect(.nothingDue, "id", of: S.Pay(id: id), in: house)
            try await expect(.paymentMade, "id", of: S.Skip(id: id, date: try day("2026-02-01")), in: house)
            try await expect(
                .onlyServicesActForOthers, "user", of: S.Pay(id: id, user: "boris"), in: house)
            try await expect(.mustBeBetween, "limit", of: S.Payments(limit: 0), in: house)
            try await expect(.notACursorBefore, "cursor", of: S.Payments(cursor: "x"), in: house)
            try await expect(.notACursorBefore, "cursor", of: S.List(cursor: "x"), in: house)
            try await expect(.mustBeBetween, "count", of: S.Dates(id: id, count: 0), in: house)
        }
    }

    @Test func forecastsAndSettings() async throws {
        try await SubscriptionsHouse.on("2026-01-10") { house in
            try await expect(.mustBeBetween, "days", of: S.Forecast(days: 0), in: house)
            try await expect(.goesWith, "buffer", of: S.Forecast(buffer: roubles(1)), in: house)
            try await expect(.noOpenAccount, "account", of: S.Forecast(account: "nothing"), in: house)
            try await expect(.unknownTimeZone, "timeZone", of: S.SetSettings(timeZone: "Mars/Base"), in: house)
            try await expect(.mustBeBetween, "warnDays", of: S.SetSettings(warnDays: 0), in: house)
            let suggestion = S.DismissSuggestion(suggestion: "")
            try await expect(.mustNotBeEmpty, "suggestion", of: suggestion, in: house)
            try await expect(.noSuggestion, "suggestion", of: S.AcceptSuggestion(suggestion: "x"), in: house)
        }
    }
}
