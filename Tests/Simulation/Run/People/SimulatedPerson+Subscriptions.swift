import Coordination
import Domain
import Signals

extension SimulatedPerson {
    func subscribe(
        _ slot: Int?, _ amount: Int64, _ every: Rhythm, ahead: Int, remind: Bool, _ number: Int
    ) async {
        let account = slot.flatMap { own($0) }
        guard slot == nil || account != nil, let currency = account?.currency ?? Currency(code: "RUB") else { return }
        let unit: Recurrence.Unit =
            switch every {
            case .day: .day
            case .week: .week
            case .month: .month
            }
        let signal = SubscriptionsSignal.Add(
            service: .own(title: "Paper \(number)", color: nil), amount: Money(minorUnits: amount, currency: currency),
            start: WallClock.system.now().dayInUTC.adding(days: ahead),
            every: SubscriptionsSignal.Every(count: 1, unit: unit), description: "Act \(number)",
            remindDaysBefore: remind ? [1, 0] : nil, payFrom: account?.id)
        guard let answer = await change(signal, number: number)?.subscription else { return }
        if answer.amount != signal.amount || answer.payFrom != signal.payFrom {
            books.note("Act \(number): person \(index) added \(signal) and was answered \(answer).")
        }
        var added = Arrangement(id: answer.id, person: index)
        added.priceTables.append(Arrangement.PriceTable(prices: answer.prices, acknowledgedAt: WallClock.system.now()))
        books.write { [added] in $0.subscriptions[number] = added }
    }

    /// Enters another price, which holds from now on or from so many days ahead.
    func changePrice(_ made: Int, _ amount: Int64, ahead: Int?, _ number: Int) async {
        guard let subscription = subscription(made) else { return }
        // The currency is that of the price it has.
        guard let now = await read(SubscriptionsSignal.Show(id: subscription.id))?.subscription else { return }
        let price = Money(minorUnits: amount, currency: now.amount.currency)
        let from = ahead.map { WallClock.system.now().dayInUTC.adding(days: $0) }
        let signal = SubscriptionsSignal.Update(id: subscription.id, amount: price, amountFrom: from)
        guard let answer = await change(signal, number: number)?.subscription else {
            return books.write { $0.subscriptions[made]?.isPriceDoubtful = true }
        }
        if !answer.prices.contains(where: { $0.amount == price }) {
            books.note("Act \(number): person \(index) entered \(signal) and was answered \(answer.prices).")
        }
        let table = Arrangement.PriceTable(prices: answer.prices, acknowledgedAt: WallClock.system.now())
        books.write { $0.subscriptions[made]?.priceTables.append(table) }
    }

    func markPaid(_ made: Int, _ number: Int) async {
        guard let subscription = subscription(made) else { return }
        guard let answer = await change(SubscriptionsSignal.Pay(id: subscription.id), number: number) else { return }
        if answer.payment.status != .paid || answer.payment.subscription != subscription.id {
            books.note("Act \(number): \(subscription.id) was marked as paid and answered \(answer.payment).")
        }
    }

    func skip(_ made: Int, _ number: Int) async {
        guard let subscription = subscription(made) else { return }
        guard let answer = await change(SubscriptionsSignal.Skip(id: subscription.id), number: number) else { return }
        if answer.payment.status != .skipped || answer.payment.subscription != subscription.id {
            books.note("Act \(number): a payment of \(subscription.id) was skipped and answered \(answer.payment).")
        }
    }

    func pauseSubscription(_ made: Int, _ number: Int) async {
        guard let subscription = subscription(made) else { return }
        books.write { $0.subscriptions[made]?.mayHavePaused = true }
        guard await change(SubscriptionsSignal.Pause(id: subscription.id), number: number) != nil else { return }
        books.write { $0.subscriptions[made]?.paused(at: WallClock.system.now()) }
    }

    func resumeSubscription(_ made: Int, _ number: Int) async {
        guard let subscription = subscription(made) else { return }
        books.write { $0.subscriptions[made]?.mayGoOn(at: WallClock.system.now()) }
        _ = await change(SubscriptionsSignal.Resume(id: subscription.id), number: number)
    }

    func removeSubscription(_ made: Int, _ number: Int) async {
        guard let subscription = subscription(made) else { return }
        books.write { $0.subscriptions[made]?.mayHaveEnded = true }
        guard await change(SubscriptionsSignal.Remove(id: subscription.id), number: number) != nil else { return }
        books.write { $0.subscriptions[made]?.hasEnded = true }
    }

    private func subscription(_ made: Int) -> Arrangement? {
        books.now.subscriptions[made].flatMap { $0.person == index && !$0.hasEnded ? $0 : nil }
    }
}
