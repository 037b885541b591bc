import Coordination
import Domain
import GatewayWords
import Signals

/// The state of the list of subscriptions.
struct SubscriptionsState: Sendable {
    /// The subscriptions by their next payment; those without one come last.
    var subscriptions: Loadable<[SubscriptionsSignal.Subscription]> = .loading
    var totals: Loadable<SubscriptionsSignal.TotalsAnswer> = .loading
    /// The selected subscription with its payments.
    var shown: Loadable<SubscriptionsSignal.ShownSubscription> = .loading
    /// The forecast of the accounts' balances.
    var forecast: Loadable<SubscriptionsSignal.ForecastAnswer> = .loading
    /// The names of the accounts.
    var names: [String: String] = [:]
    var selected = 0
    /// The question before a change.
    var question: Question?
    /// The result of the last action.
    var said: Text?
    var fault: SceneFault?

    /// The selected subscription.
    var chosen: SubscriptionsSignal.Subscription? {
        guard let all = subscriptions.value, all.indices.contains(selected) else { return nil }
        return all[selected]
    }
}

/// Lists subscriptions, the next payment first, and marks payments as paid or skipped, pauses and removes
/// subscriptions.
@MainActor final class SubscriptionsPresenter: StatePresenter<SubscriptionsState> {
    enum Output {
        case add
        case edit(SubscriptionsSignal.Subscription)
        case forecast
    }

    var output: ((Output) -> Void)?

    init(signals: any Transmitter, tools: SceneTools) {
        super.init(SubscriptionsState(), signals: signals, tools: tools)
    }

    override func open() {
        reload()
        follow("subscriptions") { [weak self] in self?.reload() }
        run { [weak self] in
            guard let self else { return }
            state.names = await accountNames()
        }
    }

    /// Refreshes the list after changes in a form.
    override func comeBack() { reload() }

    override func goBack() -> Bool { withdrawQuestion(at: \.question) }

    override func receive(_ input: SceneInput) {
        if answer(input, at: \.question) { return }
        let count = state.subscriptions.value?.count ?? 0
        switch input {
        case .step(let step): select(step.row(from: state.selected, count: count))
        case .choose(let row): select(max(0, min(row, count - 1)))
        case .enter: if let chosen = state.chosen { output?(.edit(chosen)) }
        case .perform("add"): output?(.add)
        case .perform("forecast"): output?(.forecast)
        case .perform(.retry): reload()
        case .perform(let name): if let chosen = state.chosen { ask(name, about: chosen) }
        default: break
        }
    }

    /// Asks for consent, because each of these actions moves the next payment or ends it.
    private func ask(_ name: ActionName, about chosen: SubscriptionsSignal.Subscription) {
        let (id, title) = (chosen.id, chosen.title)
        var answers: [ActionName: @MainActor () -> Void] = [:]
        let question: Question
        switch name {
        case "pay":
            question = SubscriptionsTexts.paying(chosen)
            answers["yes"] = {
                self.send(
                    SubscriptionsSignal.Pay(id: id), ahead: SubscriptionsSignal.Pay(id: id, ahead: true),
                    SubscriptionsTexts.ahead
                ) { SubscriptionsTexts.paid(title, $0.payment.date) }
            }
        case "skip":
            question = SubscriptionsTexts.skipping(chosen)
            answers["yes"] = {
                self.send(
                    SubscriptionsSignal.Skip(id: id), ahead: SubscriptionsSignal.Skip(id: id, ahead: true),
                    SubscriptionsTexts.skip
                ) { SubscriptionsTexts.skipped(title, $0.payment.date) }
            }
        case "unpay":
            question = SubscriptionsTexts.takingBack(title)
            answers["yes"] = {
                self.send(SubscriptionsSignal.Unpay(id: id)) { SubscriptionsTexts.takenBack(title, $0.date) }
            }
        case "pause" where chosen.status == .paused:
            question = SubscriptionsTexts.resuming(chosen)
            answers["yes"] = { self.send(SubscriptionsSignal.Resume(id: id), SubscriptionsTexts.resumed(title)) }
        case "pause":
            question = SubscriptionsTexts.pausing(chosen)
            answers["yes"] = { self.send(SubscriptionsSignal.Pause(id: id), SubscriptionsTexts.paused(title)) }
        case "remove":
            question = SubscriptionsTexts.removing(title)
            // The user chooses whether the past payments are kept.
            for (answer, drops) in [("keep", false), ("drop", true)] as [(ActionName, Bool)] {
                answers[answer] = {
                    self.send(
                        SubscriptionsSignal.Remove(id: id, removePayments: drops), SubscriptionsTexts.removed(title))
                }
            }
        default: return
        }
        pose(question, at: \.question, answers: answers)
    }

    private func select(_ row: Int) {
        state.selected = row
        loadShown()
    }

    /// Loads the page of the selected subscription, once the selection rests.
    private func loadShown() {
        guard let chosen = state.chosen else { return }
        load(\.shown) { [weak self, pause = tools.typingPause] in
            if self?.state.shown.value?.subscription.id != chosen.id { try await Task.sleep(for: pause) }
            guard let self else { throw CancellationError() }
            return try await AppWork.$isItsOwn.withValue(true) {
                try await self.ask(SubscriptionsSignal.Show(id: chosen.id))
            }
        }
    }

    private func send<S: Signal>(_ signal: S, _ done: Text) { send(signal) { _ in done } }

    /// Sends a change.
    ///
    /// - Parameters:
    ///   - ahead: The signal to send instead, after consent, if a future payment is already settled.
    ///   - yes: The effect of consent.
    private func send<S: Signal>(
        _ signal: S, ahead: S? = nil, _ yes: Text = .blank, _ done: @escaping (S.Answer) -> Text
    ) {
        (state.said, state.fault) = (nil, nil)
        run { [weak self] in
            guard let self else { return }
            do {
                state.said = done(try await ask(signal))
                reload()
            } catch let fault as Fault where fault.field == "ahead" {
                guard let ahead else { return state.fault = SceneFault(fault) }
                pose(
                    Question(SceneFault(fault).message, yes: yes), at: \.question,
                    answers: ["yes": { self.send(ahead, yes, done) }])
            } catch {
                state.fault = SceneFault(error)
            }
        }
    }

    private func reload() {
        load(\.subscriptions) { [weak self] in
            guard let self else { throw CancellationError() }
            var all: [SubscriptionsSignal.Subscription] = []
            var cursor: String?
            repeat {
                let page = try await ask(SubscriptionsSignal.List(limit: 1000, cursor: cursor))
                all += page.subscriptions
                cursor = page.nextCursor
            } while cursor != nil
            let far = CalendarDay(daysSince1970: Int.max / 2)
            let sorted = all.sorted { ($0.nextPayment?.date ?? far) < ($1.nextPayment?.date ?? far) }
            state.subscriptions = .content(sorted, stale: nil)
            loadShown()
            return sorted
        }
        load(\.totals) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(SubscriptionsSignal.Totals())
        }
        load(\.forecast) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(SubscriptionsSignal.Forecast(days: MoneyLine.days))
        }
    }
}
