import Domain
import Signals

extension Invariants {
    /// No promise of another try is broken: whatever was told by an event, by that day there was one more attempt, or
    /// the payment was settled.
    static func broken(_ person: PersonFacts, _ town: TownFacts) -> [String] {
        let resting = Set(town.books.subscriptions.values.filter { $0.mayHavePaused || $0.mayHaveEnded }.map(\.id))
        return person.subscriptionEvents.compactMap { event in
            guard case .paymentFailed(let failed) = event.facts, let next = failed.nextTry,
                !resting.contains(failed.id),
                town.start(of: next, for: person.index).upperBound + grace < town.now
            else { return nil }
            let payment = person.payments.first { $0.subscription == failed.id && $0.date == failed.day }
            guard let payment, payment.status != .pastDue || payment.failedAttempts > failed.attempt else {
                return "Subscription \(failed.id) of person \(person.index) was refused its payment for "
                    + "\(failed.day) by attempt \(failed.attempt), was to be tried again on \(next), and was not: "
                    + "\(payment.map { "\($0)" } ?? "it is not listed")."
            }
            return nil
        }
    }

    /// What a payment costs is the price of its day, as it was acknowledged.
    static func priced(_ person: PersonFacts, _ town: TownFacts) -> [String] {
        let known = subscriptionsByID(town)
        return person.payments.compactMap { payment in
            guard let subscription = known[payment.subscription], !subscription.isPriceDoubtful else { return nil }
            let tables = subscription.priceTables
            let start = town.start(of: payment.date, for: person.index).lowerBound
            // A payment that its owner settles may be older than its day. Any other is made when the day has come, by
            // the prices of that time.
            let first =
                payment.isByClock ? tables.lastIndex { $0.acknowledgedAt + TownFacts.doubt < start } ?? 0 : 0
            let prices = tables[first...].compactMap { $0.price(on: payment.date) }
            if prices.contains(payment.amount) { return nil }
            return "Payment \(payment.id) of person \(person.index) is of \(payment.amount.decimalText); the price of "
                + "\(payment.date) is \(prices.map(\.decimalText)): \(payment)."
        }
    }

    /// A subscription is not paid for a day that lies wholly within a pause.
    static func paused(_ person: PersonFacts, _ town: TownFacts) -> [String] {
        let known = subscriptionsByID(town)
        return person.payments.compactMap { payment in
            guard payment.isByClock, let subscription = known[payment.subscription] else { return nil }
            let start = town.start(of: payment.date, for: person.index).lowerBound
            let end = town.start(of: payment.date.adding(days: 1), for: person.index).upperBound
            let pause = subscription.pauses.first { pause in
                pause.start + TownFacts.doubt < start && (pause.end.map { end + TownFacts.doubt < $0 } ?? true)
            }
            return pause.map {
                "Payment \(payment.id) of person \(person.index) was made for a day of a pause from \($0.start) to "
                    + "\($0.end.map { "\($0)" } ?? "now"): \(payment)."
            }
        }
    }

    private static func subscriptionsByID(_ town: TownFacts) -> [String: Arrangement] {
        Dictionary(town.books.subscriptions.values.map { ($0.id, $0) }) { first, _ in first }
    }
}

extension SubscriptionsSignal.Payment {
    /// True when nobody settled it by hand: it was made because its day had come.
    fileprivate var isByClock: Bool { status != .skipped && method != .byHand }
}
