import Coordination
import Domain
import Reasons
import Signals

/// Secures the mandates that this service needs for the payments of a user. It uses the user's own session, within the
/// request that needs it, and keeps nothing of the session.
///
/// A mandate that suffices stays unchanged, whatever its origin. A mandate that does not suffice is raised by no more
/// than the missing amount and keeps its period. A new mandate is for a year and covers what the account's
/// subscriptions may cost in that time.
struct PaymentMandates: Sendable {
    /// A year, and two months of payments that may have to be caught up with after an outage.
    private static let days = 366 + 62
    private static let service = "subscriptions"

    let neighbours: Neighbours

    /// Grants a mandate for `account`, or raises the present one when it does not suffice.
    ///
    /// - Parameters:
    ///   - subscriptions: All subscriptions that are paid from the account.
    ///   - zone: The zone in which the days of payments, and of mandates, begin.
    ///   - code: The code that came with the request.
    /// - Returns: The mandate, and whether it was granted, raised or kept.
    /// - Throws: ``Fault`` of the ledger: `notFound`, `currencyMismatch`, `accountClosed`, `limitExceeded`,
    ///   `confirmationRequired`, `wrongCode`, `tooManyAttempts`, `unavailable`.
    func secure(
        _ account: String, for subscriptions: [Subscription], today: CalendarDay, _ zone: TimeZone, code: String?,
        context: SignalContext
    ) async throws -> SubscriptionsSignal.Mandate? {
        guard let currency = subscriptions.first?.currentPrice(on: today).currency else { return nil }
        guard subscriptions.allSatisfy({ $0.pricesToCome(on: today).allSatisfy { $0.currency == currency } }) else {
            throw Fault(.currencyMismatch, .subscriptionsInOtherCurrency, field: "amount.currency")
        }
        let before = try await neighbours.mandates(of: context).first {
            $0.service == Self.service && $0.account == account && $0.status == .active
                && $0.amount.currency == currency
        }
        let period = before?.per ?? .year
        let need = Self.need(
            of: subscriptions, in: period, spent: before?.spent.minorUnits ?? 0, today: today, zone)
        if let before, before.amount.minorUnits >= need {
            return SubscriptionsSignal.Mandate(change: .kept, amount: before.amount, per: before.per)
        }
        let amount = Money(minorUnits: need, currency: currency)
        do {
            try await neighbours.grant(
                LedgerSignal.GrantMandate(
                    service: Self.service, account: account, amount: amount, per: period, code: code),
                for: context)
        } catch let fault as Fault where fault.field == "account" {
            throw Fault(
                code: fault.code, reason: fault.reason, message: fault.message, field: "payFrom",
                isRetryable: fault.isRetryable, retryAfterMilliseconds: fault.retryAfterMilliseconds,
                details: fault.details)
        }
        return SubscriptionsSignal.Mandate(
            change: before == nil ? .granted : .raised, amount: amount, per: period, before: before?.amount)
    }

    /// Returns the most that subscriptions may cost in one period of their mandate, of which `spent` is already used.
    private static func need(
        of subscriptions: [Subscription], in period: LedgerSignal.MandatePeriod, spent: Int64, today: CalendarDay,
        _ zone: TimeZone
    ) -> Int64 {
        if period == .year {
            // Calendar years do not fit: a payment missed in December is made in January.
            return subscriptions.reduce(spent) { added($0, wholeNeed(of: $1, today: today)) }
        }
        // The ledger counts days in the user's zone, or in UTC while the user has none. The result suffices for both.
        let days: [(CalendarDay) -> CalendarDay] = [{ $0 }, { zone.start(of: $0).dayInUTC }]
        return days.map { day in
            var sums = [period.calendar.start(of: day(today)): spent]
            for subscription in subscriptions {
                let dearest = dearest(of: subscription, today: today)
                for due in subscription.dues(from: today, through: today.adding(days: Self.days)) {
                    let start = period.calendar.start(of: day(due))
                    sums[start] = added(sums[start] ?? 0, dearest)
                }
            }
            return sums.values.max() ?? spent
        }.max() ?? spent
    }

    /// Returns the most that a subscription may cost within ``days``.
    private static func wholeNeed(of subscription: Subscription, today: CalendarDay) -> Int64 {
        let days = subscription.dues(from: today, through: today.adding(days: days))
        let (product, isTooMuch) = dearest(of: subscription, today: today).multipliedReportingOverflow(
            by: Int64(max(1, days.count)))
        return isTooMuch ? SubscriptionLimits.largestAmount : min(product, SubscriptionLimits.largestAmount)
    }

    private static func dearest(of subscription: Subscription, today: CalendarDay) -> Int64 {
        subscription.pricesToCome(on: today).map(\.minorUnits).max() ?? 0
    }

    private static func added(_ left: Int64, _ right: Int64) -> Int64 {
        min(SubscriptionLimits.largestAmount, left + right)
    }
}
