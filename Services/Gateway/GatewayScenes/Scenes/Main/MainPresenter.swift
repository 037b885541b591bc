import Coordination
import Domain
import GatewayWords
import Signals

/// Shows the accounts, the operations of the selected one, and the events of the day.
@MainActor final class MainPresenter: StatePresenter<MainState> {
    enum Output {
        case part(AppPart, LedgerSignal.Account?)
    }

    /// The number of days for upcoming payments.
    private static let daysAhead = 30

    var output: ((Output) -> Void)?
    /// The account to select once it is loaded.
    private var wanted: String?

    init(signals: any Transmitter, tools: SceneTools) {
        super.init(MainState(today: tools.clock.now().localDay), signals: signals, tools: tools)
    }

    override func open() {
        loadAll()
        follow("notifications") { [weak self] in self?.loadInbox() }
        follow("ledger") { [weak self] in
            self?.loadAccounts()
            self?.loadPayments()
        }
        followMoney { [weak self] in
            self?.loadMoney()
            self?.loadSpent()
        }
        follow("patterns") { [weak self] in self?.loadMarket() }
        follow("bonds") { [weak self] in
            self?.loadPayments()
            self?.loadHoldings()
        }
        follow("subscriptions") { [weak self] in
            self?.loadPayments()
            self?.loadMoney()
        }
    }

    /// Refreshes the scene: some changes have no event.
    override func comeBack() { loadAll() }

    private func loadAll() {
        loadAccounts()
        loadMarket()
        loadPayments()
        loadHoldings()
        loadInbox()
        loadSpent()
    }

    override func receive(_ input: SceneInput) {
        if let pane, pane != .main, receive(input, in: pane) { return }
        switch input {
        case .step(let step): select(step.row(from: state.selected, count: state.accounts.value?.count ?? 0))
        case .choose(let row): select(row)
        case .enter: output?(.part(state.hasNoAccount ? .opening : .balance, state.account))
        case .perform(.retry): loadAll()
        case .perform(let name):
            guard let part = AppPart(rawValue: name.name) else { return }
            output?(.part(part, state.account))
        default: break
        }
    }

    /// Handles an input for a pane beside the accounts.
    /// - Returns: True if it was for one of them.
    private func receive(_ input: SceneInput, in pane: PaneName) -> Bool {
        let (count, part): (Int, AppPart) =
            switch pane {
            case MainView.payments: (state.due.count, .subscriptions)
            case MainView.inbox: (state.inbox.value?.notifications.count ?? 0, .inbox)
            case MainView.bonds: (state.holdings.value?.holdings.count ?? 0, .bonds)
            default: (state.patterns.value?.patterns.count ?? 0, .securities)
            }
        switch input {
        case .step(let step): state.chosen[pane] = step.row(from: state.chosen[pane] ?? 0, count: count)
        case .choose(let row): state.chosen[pane] = max(0, min(row, count - 1))
        case .enter: output?(.part(part, state.account))
        default: return false
        }
        return true
    }

    /// Selects an account, at the latest once it is loaded.
    func choose(account id: String) {
        wanted = id
        if let row = state.accounts.value?.firstIndex(where: { $0.id == id }) { select(row) }
    }

    private func select(_ row: Int) {
        guard let accounts = state.accounts.value, accounts.indices.contains(row), row != state.selected else { return }
        if accounts[row].id != wanted { wanted = nil }
        state.selected = row
        loadFeatures()
        loadMoney()
    }

    private func loadAccounts() {
        state.today = tools.clock.now().localDay
        loadRates()
        load(\.accounts) { [weak self] in
            guard let self else { throw CancellationError() }
            let accounts = try await ask(LedgerSignal.Accounts()).accounts.filter { $0.status != .closed }
            let chosen = wanted ?? state.account?.id
            let row = accounts.firstIndex { $0.id == chosen }
            if row != nil { wanted = nil }
            state.selected = row ?? accounts.firstIndex { $0.id == state.account?.id } ?? 0
            // The account whose features are needed is known only now.
            state.accounts = .content(accounts, stale: nil)
            loadFeatures()
            loadMoney()
            return accounts
        }
    }

    private func loadRates() {
        load(\.rates) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(LedgerSignal.Rates()).rates
        }
    }

    private func loadHoldings() {
        load(\.holdings) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(BondsSignal.Holdings())
        }
    }

    private func loadFeatures() {
        guard let account = state.account else { return }
        if state.features.value == nil { state.features = .loading }
        load(\.features) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(LedgerSignal.Features(account: account.id)).features
        }
    }

    private func loadMarket() {
        load(\.patterns) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(PatternsSignal.List(limit: 20))
        }
        load(\.best) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await askForBest()
        }
    }

    private func loadInbox() {
        load(\.inbox) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(NotificationsSignal.List(limit: 50, language: Language.current.ofNotices))
        }
    }

    private func loadMoney() {
        guard let account = state.account else { return }
        if state.money.value?.account != account.id { state.money = .loading }
        let today = state.today
        load(\.money) { [weak self] in
            guard let self else { throw CancellationError() }
            // One of the two is enough for a line.
            async let forecast = try? ask(SubscriptionsSignal.Forecast(days: MoneyLine.days, account: account.id))
            var rows: [HistorySignal.SummaryRow]?
            do {
                let first = today.adding(days: -MoneyLine.days).description
                rows = try await ask(
                    HistorySignal.Summary(by: .day, account: account.id, from: first, limit: 1000)
                ).rows
            } catch {
                guard await forecast != nil else { throw error }
            }
            return MoneyLine(
                of: account, today: today, rows: rows,
                forecast: await forecast?.accounts.first { $0.account == account.id })
        }
    }

    private func loadSpent() {
        let (year, month, _) = state.today.components
        guard let first = CalendarDay(year: year, month: month, day: 1) else { return }
        load(\.spent) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(
                HistorySignal.Summary(by: .category, type: .expense, from: first.description, own: false, undone: false)
            ).rows
        }
    }

    private func loadPayments() {
        load(\.schedules) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(LedgerSignal.Schedules()).schedules
        }
        load(\.payments) { [weak self] in
            guard let self else { throw CancellationError() }
            let today = tools.clock.now().localDay
            let coming = try await ask(
                BondsSignal.Calendar(from: today, to: today.adding(days: Self.daysAhead), limit: 20))
            return coming.payments.filter { $0.amount.minorUnits > 0 }.map {
                NextPayment(date: $0.date, title: Text(verbatim: $0.title), amount: $0.amount)
            }
        }
        load(\.subscriptions) { [weak self] in
            guard let self else { throw CancellationError() }
            let last = tools.clock.now().localDay.adding(days: Self.daysAhead)
            return try await ask(SubscriptionsSignal.List(limit: 100)).subscriptions.compactMap { subscription in
                guard let next = subscription.nextPayment, next.date <= last else { return nil }
                let amount = Money(minorUnits: -next.amount.minorUnits, currency: next.amount.currency)
                return NextPayment(
                    date: next.date, title: subscription.title.text, amount: amount)
            }
        }
    }
}
