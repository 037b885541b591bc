import Coordination
import Domain
import Signals

/// What the list of subscriptions has.
struct SubscriptionsState: Sendable {
    /// By the next payment, those without one last.
    var subscriptions: Loadable<[SubscriptionsSignal.Subscription]> = .loading
    var totals: Loadable<SubscriptionsSignal.TotalsAnswer> = .loading
    var selected = 0
    /// The one that is to be removed, if the person says so.
    var removing: SubscriptionsSignal.Subscription?
    /// What was done last, or why it was not.
    var said: Text?
    var fault: SceneFault?

    /// The chosen one.
    var chosen: SubscriptionsSignal.Subscription? {
        guard let all = subscriptions.value, all.indices.contains(selected) else { return nil }
        return all[selected]
    }
}

/// Subscriptions, the next payment first: paid, skipped, paused, removed.
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
    }

    /// What was done in a form is seen here.
    override func comeBack() { reload() }

    override func goBack() -> Bool {
        defer { state.removing = nil }
        return state.removing != nil
    }

    override func receive(_ input: SceneInput) {
        if let removing = state.removing { return answer(input, removing) }
        let count = state.subscriptions.value?.count ?? 0
        switch input {
        case .step(let step): state.selected = step.row(from: state.selected, count: count)
        case .choose(let row): state.selected = max(0, min(row, count - 1))
        case .enter: if let chosen = state.chosen { output?(.edit(chosen)) }
        case .perform("add"): output?(.add)
        case .perform("forecast"): output?(.forecast)
        case .perform(.retry): reload()
        case .perform("remove"): state.removing = state.chosen
        case .perform(let name): if let chosen = state.chosen { change(name, chosen) }
        default: break
        }
    }

    private func change(_ name: ActionName, _ chosen: SubscriptionsSignal.Subscription) {
        switch name {
        case "pay": send(SubscriptionsSignal.Pay(id: chosen.id), SubscriptionsTexts.paid(chosen.title))
        case "skip": send(SubscriptionsSignal.Skip(id: chosen.id), SubscriptionsTexts.skipped(chosen.title))
        case "pause" where chosen.status == .paused:
            send(SubscriptionsSignal.Resume(id: chosen.id), SubscriptionsTexts.resumed(chosen.title))
        case "pause": send(SubscriptionsSignal.Pause(id: chosen.id), SubscriptionsTexts.paused(chosen.title))
        default: break
        }
    }

    /// What becomes of the payments that were made is the person's choice.
    private func answer(_ input: SceneInput, _ removing: SubscriptionsSignal.Subscription) {
        let keeps: Bool
        switch input {
        case .perform("keep"): keeps = true
        case .perform("drop"): keeps = false
        default: return
        }
        state.removing = nil
        send(
            SubscriptionsSignal.Remove(id: removing.id, removePayments: !keeps),
            SubscriptionsTexts.removed(removing.title))
    }

    private func send<S: Signal>(_ signal: S, _ done: Text) {
        (state.said, state.fault) = (nil, nil)
        run { [weak self] in
            guard let self else { return }
            do {
                _ = try await ask(signal, key: newKey())
                state.said = done
                reload()
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
            return all.sorted { ($0.nextPayment?.date ?? far) < ($1.nextPayment?.date ?? far) }
        }
        load(\.totals) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(SubscriptionsSignal.Totals())
        }
    }
}
