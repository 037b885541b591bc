import Coordination
import Domain
import Signals

/// Sees to it that the ledger lets this service pay what a user wants paid, by the user's own session and within the
/// request that asks for it: nothing of the session is kept.
///
/// A mandate is for a year and for no more than the account's subscriptions may cost in it.
struct MandateDesk: Sendable {
    /// A year, and two months that may be caught up with after a time of being down.
    private static let days = 366 + 62

    let neighbours: any Neighbours

    /// Grants or raises the mandate for `account` where the one there is does not reach.
    ///
    /// - Parameters:
    ///   - subscriptions: All that are paid from it.
    ///   - code: What came with the request.
    /// - Throws: ``Fault`` of the ledger: `notFound`, `currencyMismatch`, `accountClosed`, `limitExceeded`,
    ///   `confirmationRequired`, `wrongCode`, `tooManyAttempts`, `unavailable`.
    func secure(
        _ account: String, for subscriptions: [Subscription], today: CalendarDay, code: String?,
        context: SignalContext
    ) async throws {
        guard let session = context.session else { throw Fault.unauthenticated("This needs a session: sign in first.") }
        guard let currency = subscriptions.first?.price(on: today).currency else { return }
        guard subscriptions.allSatisfy({ $0.prices(from: today).allSatisfy { $0.currency == currency } }) else {
            throw Fault(
                .currencyMismatch, "What is paid from one account must be in its currency.", field: "amount.currency")
        }
        let need = subscriptions.reduce(Int64(0)) { sum, subscription in
            Self.added(sum, Self.need(of: subscription, today: today))
        }
        let service = "subscriptions"
        let before = try await neighbours.mandates(session: session).first {
            $0.service == service && $0.account == account && $0.status == .active
        }
        let isYearly = before?.per == .year
        let spent = isYearly ? before?.spent.minorUnits ?? 0 : 0
        let wanted = Self.added(spent, need)
        if let before, isYearly, before.amount.currency == currency, before.amount.minorUnits >= wanted { return }
        let amount = max(wanted, isYearly ? before?.amount.minorUnits ?? 0 : 0)
        do {
            try await neighbours.grant(
                LedgerSignal.GrantMandate(
                    service: service, account: account, amount: Money(minorUnits: amount, currency: currency),
                    per: .year, code: code), session: session)
        } catch let fault as Fault where fault.field == "account" {
            throw Fault(
                code: fault.code, message: fault.message, field: "payFrom", isRetryable: fault.isRetryable,
                retryAfterMilliseconds: fault.retryAfterMilliseconds, details: fault.details)
        }
    }

    /// The most that a subscription may cost in the time.
    private static func need(of subscription: Subscription, today: CalendarDay) -> Int64 {
        let days = subscription.dues(from: today, through: today.adding(days: days))
        let dearest = subscription.prices(from: today).map(\.minorUnits).max() ?? 0
        let (product, isTooMuch) = dearest.multipliedReportingOverflow(by: Int64(max(1, days.count)))
        return isTooMuch ? SubscriptionLimits.largestAmount : min(product, SubscriptionLimits.largestAmount)
    }

    private static func added(_ left: Int64, _ right: Int64) -> Int64 {
        min(SubscriptionLimits.largestAmount, left + right)
    }
}
