import Domain
import Signals

extension Invariants {
    /// The subscriptions are those that were added, and each due day has its payment.
    static func subscriptions(_ town: TownFacts) -> [String] {
        town.people.flatMap { person in
            listedSubscriptions(person, town) + person.subscriptions.flatMap { dues(of: $0, person, town) }
        }
    }

    private static func listedSubscriptions(_ person: PersonFacts, _ town: TownFacts) -> [String] {
        let added = town.books.subscriptions.values.filter { $0.person == person.index }
        let told = Set(person.subscriptions.map(\.id))
        var problems = told.subtracting(added.map(\.id)).sorted().map {
            "Person \(person.index) has subscription \($0), which nobody added."
        }
        problems += added.filter { !$0.mayHaveEnded && !told.contains($0.id) }.map(\.id).sorted().map {
            "Subscription \($0) of person \(person.index) was acknowledged and is not listed."
        }
        problems += added.filter { $0.hasEnded && told.contains($0.id) }.map(\.id).sorted().map {
            "Subscription \($0) of person \(person.index) was removed and is listed."
        }
        return problems
    }

    /// Each day on which it was due has a payment, whatever became of it. A pause skips days, so one that may have been
    /// paused is not looked at.
    private static func dues(
        of subscription: SubscriptionsSignal.Subscription, _ person: PersonFacts, _ town: TownFacts
    ) -> [String] {
        let name = "Subscription \(subscription.id) of person \(person.index)"
        let own = person.payments.filter { $0.subscription == subscription.id }
        guard let recurrence = recurrence(of: subscription) else { return ["\(name) has no rhythm: \(subscription)."] }
        var problems = own.filter { payment in
            recurrence.firstIndex(notBefore: payment.date).flatMap { recurrence.occurrence($0) } != payment.date
        }.map { "\(name) has a payment for \($0.date), which is none of its days." }
        let added = town.books.subscriptions.values.first { $0.id == subscription.id }
        guard let added, !added.mayHavePaused else { return problems }
        // What was due on the day on which it was added depends on the clocks of its owner.
        let first = max(subscription.start, subscription.createdAt.dayInUTC.adding(days: 2))
        var index = recurrence.firstIndex(notBefore: first) ?? 0
        let paid = Set(own.map(\.date))
        while let day = recurrence.occurrence(index),
            town.start(of: day, for: person.index).upperBound + grace < town.now
        {
            if !paid.contains(day) { problems.append("\(name) was due on \(day), and there is no payment.") }
            index += 1
        }
        return problems
    }

    private static func recurrence(of subscription: SubscriptionsSignal.Subscription) -> Recurrence? {
        Recurrence(start: subscription.start, every: subscription.every.count, subscription.every.unit)
    }

    /// Each payment is for one day, was made once, and moved what it says.
    static func payments(_ town: TownFacts) -> [String] {
        town.people.flatMap { person -> [String] in
            var problems = person.payments.flatMap { payment(of: $0, person, town) }
            problems += doubled(person) + debits(person) + refused(person, town)
            problems += broken(person, town) + priced(person, town) + paused(person, town)
            return problems
        }
    }

    private static func payment(
        of payment: SubscriptionsSignal.Payment, _ person: PersonFacts, _ town: TownFacts
    ) -> [String] {
        let name = "Payment \(payment.id) of person \(person.index)"
        var problems: [String] = []
        let start = town.start(of: payment.date, for: person.index)
        if payment.status == .pending, start.upperBound + grace < town.now {
            problems.append("\(name), due on \(payment.date), waits for the ledger at \(town.now).")
        }
        if payment.method == .recorded || payment.method == .debited || payment.status == .pastDue,
            start.lowerBound > town.now
        {
            problems.append("\(name), due on \(payment.date), was made before that: \(payment).")
        }
        let isResting = town.books.subscriptions.values.contains {
            $0.id == payment.subscription && ($0.mayHavePaused || $0.mayHaveEnded)
        }
        if let next = payment.nextTry, payment.status == .pastDue, !isResting,
            town.start(of: next, for: person.index).upperBound + grace < town.now
        {
            problems.append("\(name) was to be tried again on \(next), and was not: \(payment).")
        }
        guard payment.method == .debited else {
            if payment.transfer != nil { problems.append("\(name) was not debited and has a transfer: \(payment).") }
            return problems
        }
        guard let movement = person.posted.first(where: { $0.transfer.id == payment.transfer }) else {
            return problems + ["\(name) names a transfer that the ledger does not tell of: \(payment)."]
        }
        let isRight =
            movement.transfer.from == payment.account && movement.transfer.amount == payment.amount
            && movement.entries.contains { $0.cause == .mandate }
        return problems + (isRight ? [] : ["\(name), \(payment), moved something else: \(movement.transfer)."])
    }

    /// A day is paid once, and a transfer pays one day.
    private static func doubled(_ person: PersonFacts) -> [String] {
        let days = Dictionary(person.payments.map { ("\($0.subscription) on \($0.date)", 1) }, uniquingKeysWith: +)
        let transfers = Dictionary(person.payments.compactMap(\.transfer).map { ($0, 1) }, uniquingKeysWith: +)
        return days.filter { $0.value > 1 }.keys.sorted().map {
            "Subscription \($0) of person \(person.index) has several payments."
        }
            + transfers.filter { $0.value > 1 }.keys.sorted().map {
                "Transfer \($0) of person \(person.index) is of several payments."
            }
    }

    /// Each debit belongs to a payment: what the ledger took was taken for something.
    private static func debits(_ person: PersonFacts) -> [String] {
        let known = Set(person.payments.compactMap(\.transfer))
        return person.posted.filter { movement in
            movement.entries.contains { $0.cause == .mandate } && !known.contains(movement.transfer.id)
        }.map {
            "Transfer \($0.transfer.id) of \($0.transfer.amount.decimalText) from \($0.transfer.from) of person "
                + "\(person.index) was debited for no payment: \($0.transfer.description)."
        }
    }

    /// No payment stays refused for want of money while its account could pay all that it refused.
    private static func refused(_ person: PersonFacts, _ town: TownFacts) -> [String] {
        let resting = Set(
            town.books.subscriptions.values.filter { $0.mayHavePaused || $0.mayHaveEnded }.map(\.id))
        let waiting = person.payments.filter { $0.status == .pastDue && $0.reason == "insufficientFunds" }
        return Dictionary(grouping: waiting) { $0.account ?? "" }.sorted { $0.key < $1.key }.flatMap {
            account, payments -> [String] in
            guard let found = person.accounts.first(where: { $0.id == account }), found.status == .active,
                found.available.minorUnits >= payments.reduce(0, { $0 + $1.amount.minorUnits })
            else { return [] }
            return payments.filter { !resting.contains($0.subscription) }.map {
                "Payment \($0.id) of person \(person.index) was refused for want of money, and account \(account) has "
                    + "\(found.available.decimalText): \($0)."
            }
        }
    }
}
