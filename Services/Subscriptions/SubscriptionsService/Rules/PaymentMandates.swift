import Coordination
import Domain
import Reasons
import Signals

/// Makes sure that the ledger lets this service pay what a user wants paid, by the user's own session and within the
/// request that asks for it: nothing of the session is kept.
///
/// A mandate that suffices is left as it is, whoever granted it. One that does not is raised by no more than is missing,
/// and keeps its period. A new one is for a year and for what the account's subscriptions may cost in it.
struct PaymentMandates: Sendable {
    /// A year, and two months that may be caught up with after a time of being down.
    private static let days = 366 + 62
    private static let service = "subscriptions"

    let neighbours: Neighbours

    /// ListenerRights or raises the mandate for `account` where the one there is does not reach.
    ///
    /// - Parameters:
    ///   - subscriptions: All that are paid from it.
    ///   - zone: Where the days of the payments begin; those of mandates do there too.
    ///   - code: What came with the request.
    /// - Returns: What became of the mandate.
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

    /// The most that subscriptions may cost in a period of their mandate, in which `spent` is taken already.
    private static func need(
        of subscriptions: [Subscription], in period: LedgerSignal.MandatePeriod, spent: Int64, today: CalendarDay,
        _ zone: TimeZone
    ) -> Int64 {
        if period == .year {
            // Not by years of the calendar: what was missed in December is paid in January.
            return subscriptions.reduce(spent) { added($0, wholeNeed(of: $1, today: today)) }
        }
        // Ledger counts by the zone of the user, or by UTC while there is none: enough for both.
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

    /// The most that a subscription may cost in the time.
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
