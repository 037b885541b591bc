import Coordination
import Domain
import Signals
import Testing

@testable import GatewayScenes
@testable import GatewayTerminal
@testable import GatewayWords

/// The panes of scenes: overall totals, months, running sums, and outdated or missing data.
@Suite @MainActor struct PaneSceneTests {
    private func grid(_ screen: Screen, columns: Int = 80, rows: Int = 24) -> [String] {
        GridRenderer(rows: rows, columns: columns, language: .english)
            .grid(of: GridRenderer.Page(path: [screen.title], screen: screen)).lines
    }

    private func everything(_ screen: Screen) -> String {
        let renderer = PlainRenderer(language: .english)
        return screen.panes.flatMap { renderer.lines(of: $0, in: screen) }.joined(separator: "\n")
    }

    // MARK: The main scene

    @Test func whereNothingAnswersEachPaneSaysSoInAWord() {
        let gone = SceneFault(Fault(.unavailable, "ledger does not run: there is no socket."))
        var state = MainState(today: AppSamples.today)
        state.accounts = .failed(gone)
        state.features = .failed(gone)
        state.best = .failed(gone)
        state.patterns = .failed(gone)
        state.payments = .failed(gone)
        state.subscriptions = .failed(gone)
        state.schedules = .failed(gone)
        state.inbox = .failed(gone)
        state.spent = .failed(gone)
        let said = everything(MainView().screen(state))
        #expect(said.components(of: gone.message.spoken(in: .english)) == 1, "\(said)")
        #expect(said.components(of: "gateway up --detach") == 1)
        for service in ["ledger, bonds, subscriptions", "notifications", "patterns"] {
            #expect(said.contains("! no answer: \(service)"), "\(said)")
        }
    }

    @Test func whatIsOldSaysSinceWhen() async throws {
        let isGone = Recorded<Bool>()
        let services = FakeServices { answers in
            answers.answer(
                LedgerSignal.Accounts.self, LedgerSignal.AccountList(accounts: [AppSamples.main, AppSamples.savings]))
            answers.answer(AppSignal.AwaitEvents.self) { asked, _ in
                if isGone.values.last == true, asked.service == "ledger" { throw Fault(.unavailable, "It is gone.") }
                try await Task.sleep(for: .milliseconds(1))
                return AppSignal.News(last: 1, count: 0)
            }
        }
        let tree = fakeTree(services)
        let tools = SceneTools.forTests()
        tools.live.transmitter = tree
        let presenter = MainPresenter(signals: tree, tools: tools)
        let scene = Scene(presenter, MainView())
        scene.open()
        try await eventuallyOnMain("accounts are there") { scene.screen().list != nil }
        #expect(scene.screen().panes[0].staleSince == nil)
        isGone.add(true)
        try await eventuallyOnMain("the accounts are old") { scene.screen().panes[0].staleSince != nil }
        #expect(grid(scene.screen())[1].contains("RUB  ! "), "the rule tells the time of the data")
        #expect(scene.screen().panes.first { $0.name == MainView.inbox }?.staleSince == nil, "the others are not")
        isGone.add(false)
        try await eventuallyOnMain("they are new again") { scene.screen().panes[0].staleSince == nil }
        scene.close()
        tools.live.stop()
    }

    @Test func theRuleSumsUpAllAccountsByCurrency() {
        var state = MainState(today: AppSamples.today)
        state.accounts = .content([AppSamples.main, AppSamples.savings], stale: nil)
        #expect(grid(MainView().screen(state))[1].contains("━ 312\u{A0}500.50\u{A0}RUB ━"))
    }

    @Test func paymentsToOnesOwnAccountsAreNoPartOfTheirSum() {
        var state = MainState(today: AppSamples.today)
        state.schedules = .content([AppSamples.schedule("15000", next: AppSamples.today.adding(days: 3))], stale: nil)
        for (payee, sums) in [("else", 1), ("landlord", 0)] {
            state.accounts = .content([AppSamples.main, AppSamples.account(payee, "Savings", "0")], stale: nil)
            #expect(state.due.count == 1 && MainAsides.payments(state).totals.count == sums, "\(payee)")
        }
    }

    @Test func whereRatesAreKnownTheRuleTellsAllOfItInOneCurrency() throws {
        func account(_ code: String, _ balance: String) throws -> LedgerSignal.Account {
            let currency = try #require(Currency(code: code))
            let amount = try Money(decimal: balance, currency: currency)
            return LedgerSignal.Account(
                id: code, userId: "u1", name: code, currency: currency, balance: amount, available: amount,
                status: .active, openedAt: AppSamples.now)
        }
        var state = MainState(today: AppSamples.today)
        state.accounts = .content(
            [AppSamples.main, AppSamples.savings, try account("EUR", "100"), try account("THB", "7")], stale: nil)
        func rule(_ columns: Int) -> String { grid(MainView().screen(state), columns: columns)[1] }
        #expect(rule(160).contains("312\u{A0}500.50\u{A0}RUB") && !rule(160).contains("in all"))
        state.rates = .content([], stale: nil)
        #expect(!rule(160).contains("in all"), "a sum of roubles alone is none of all")
        #expect(everything(MainView().screen(state)).contains("! not counted, no rate: EUR, THB"))
        let euro = try #require(Currency(code: "EUR"))
        state.rates = .content(
            [LedgerSignal.Rate(from: euro, to: AppSamples.roubles, rate: "100", source: "bank", asOf: AppSamples.now)],
            stale: nil)
        #expect(rule(160).contains("━ 322\u{A0}500.50\u{A0}RUB in all ━"), "\(rule(160))")
        #expect(rule(80).contains("━ 322\u{A0}500.50\u{A0}RUB in all ━"), "\(rule(80))")
        let said = everything(MainView().screen(state))
        #expect(said.contains("! not counted, no rate: THB") && !said.contains("no rate: EUR"))
    }

    @Test func bondsAndTheChosenMessageStandWhereThereIsRoom() {
        var state = MainState(today: AppSamples.today)
        state.accounts = .content([AppSamples.main], stale: nil)
        state.inbox = .content(AppSamples.inbox, stale: nil)
        state.holdings = .content(AppSamples.holdings, stale: nil)
        func said(_ columns: Int, _ rows: Int) -> String {
            grid(MainView().screen(state), columns: columns, rows: rows).joined(separator: "\n")
        }
        #expect(said(200, 50).contains("Kamaz") && said(200, 50).contains("There was not enough money."))
        #expect(said(200, 50).contains("41\u{A0}292.00\u{A0}RUB · coupons 3\u{A0}590.40\u{A0}RUB"))
        #expect(!said(80, 24).contains("Kamaz") && !said(80, 24).contains("There was not enough money."))
        state.holdings = .content(
            BondsSignal.HoldingList(day: AppSamples.today, holdings: [], totals: []), stale: nil)
        #expect(MainView().screen(state).panes.allSatisfy { $0.name != MainView.bonds }, "who holds none sees none")
    }

    // MARK: Charts

    @Test func escOnAChartTakesBackThePeriodBeforeItLeaves() throws {
        let presenter = BondChartPresenter(
            try AppSamples.bond().isin, signals: fakeTree(FakeServices()), tools: .forTests())
        (presenter.state.period, presenter.state.from) = (nil, AppSamples.today)
        #expect(BondChartView().screen(presenter.state).back == BondsTexts.dropPeriod)
        #expect(presenter.goBack() && presenter.state.period == .year && presenter.state.from == nil)
        #expect(!presenter.goBack())
        presenter.close()
    }

    // MARK: History

    private nonisolated static func row(_ number: Int, _ day: CalendarDay, _ type: HistorySignal.TransactionType)
        -> HistorySignal.Transaction
    {
        HistorySignal.Transaction(
            id: "t\(number)", type: type, amount: AppSamples.money("10"), description: "tea", date: day.startInUTC,
            account: AppSamples.main.id, balanceAfter: AppSamples.money("\(1000 - number)"))
    }

    private static let sum = HistorySignal.Total(
        currency: AppSamples.roubles, income: AppSamples.money("500"), expense: AppSamples.money("300"))

    private static func history(text: String = "") -> HistoryState {
        var state = HistoryState(account: AppSamples.main)
        state.text = text
        let days = [0, 1, 20, 21].map { AppSamples.today.adding(days: -$0) }
        state.rows = .content(
            HistoryState.Rows(
                transactions: days.enumerated().map { row($0.offset, $0.element, $0.offset == 1 ? .income : .expense) },
                nextCursor: "more", totals: [sum], sums: [sum]), stale: nil)
        state.counts = [.all: 3000, .income: 41, .expense: 2959]
        return state
    }

    @Test func theCounterAndTheTotalsAreOfEverythingThatIsFound() {
        let lines = grid(HistoryView().screen(Self.history()), columns: 100)
        #expect(lines[1].contains("· 1 of 3\u{A0}000 ━"), "\(lines[1])")
        #expect(lines[1].contains("in +500.00  out -300.00\u{A0}RUB"), "\(lines[1])")
        #expect(lines[2].contains("[all 3\u{A0}000]  income 41  expense 2\u{A0}959"))
    }

    @Test func monthsStandBetweenTheirRows() {
        let lines = grid(HistoryView().screen(Self.history()))
        #expect(
            lines.contains { $0.hasPrefix(" ── November 2026 ──") }
                && lines.contains { $0.hasPrefix(" ── October 2026 ──") })
    }

    @Test func aSearchEndsInASumAndARegisterInTheBalance() {
        func last(_ state: HistoryState) -> [String] {
            HistoryTable(state).list(selected: 0, count: state.count).rows.map {
                $0.last?.text.spoken(in: .english) ?? ""
            }
        }
        #expect(last(Self.history()) == ["1\u{A0}000.00", "999.00", "998.00", "997.00"])
        // 500 came in and 300 went out, 200 in all; before the newest, which took 10, it was 210.
        #expect(last(Self.history(text: "tea")) == ["200.00", "210.00", "200.00", "210.00"])
    }

    @Test func theEndAndADayAreReachedWhateverIsLoaded() async throws {
        let services = FakeServices { answers in
            answers.answer(LedgerSignal.Accounts.self, LedgerSignal.AccountList(accounts: [AppSamples.main]))
            answers.answer(HistorySignal.Transactions.self) { signal, _ in
                let first = signal.cursor.flatMap { Int($0) } ?? 0
                let end = min(400, first + (signal.limit ?? 50))
                return HistorySignal.TransactionPage(
                    transactions: (first..<end).map { Self.row($0, AppSamples.today.adding(days: -$0), .expense) },
                    nextCursor: end < 400 ? String(end) : nil, totals: [])
            }
        }
        let tree = fakeTree(services)
        let presenter = HistoryPresenter(AppSamples.main, signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("rows are there") { presenter.state.rows.value?.transactions.count == 50 }
        presenter.receive(.perform("day"))
        presenter.receive(.fill(field: "day", AppSamples.today.adding(days: -100).description))
        presenter.receive(.enter)
        try await eventuallyOnMain("the day is chosen") { presenter.state.selected == 100 }
        presenter.receive(.step(.last))
        try await eventuallyOnMain("the oldest is chosen") { presenter.state.selected == 399 }
        #expect(presenter.state.count == .exactly(400))
        presenter.receive(.step(.first))
        #expect(presenter.state.selected == 0)
        presenter.receive(.perform("earlier"))
        try await eventuallyOnMain("the month before is chosen") {
            presenter.state.chosen?.date.dayInUTC.description.hasPrefix("2026-10-31") == true
        }
        presenter.receive(.perform("later"))
        #expect(presenter.state.selected == 0)
        presenter.close()
    }
}

extension String {
    /// Returns how often a text occurs in this one.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
