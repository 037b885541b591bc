import Coordination
import Domain
import Foundation
import Reasons
import Signals
import Testing

@testable import GatewayScenes
@testable import GatewayTerminal
@testable import GatewayWords

/// The screens stored in Tests/Gateway/Screens: 80 x 24, in both languages. `GOLDEN_WRITE=1` stores the current ones.
@Suite struct GoldenScreenTests {
    private static func main(_ change: (inout MainState) -> Void = { _ in }) -> MainState {
        var state = MainState(today: AppSamples.today)
        state.accounts = .content([AppSamples.main, AppSamples.savings], stale: nil)
        state.features = .content(AppSamples.features, stale: nil)
        state.best = .content(AppSamples.best, stale: nil)
        state.schedules = .content(
            [AppSamples.schedule("15000", next: AppSamples.today.adding(days: 3))], stale: nil)
        state.payments = .content([], stale: nil)
        state.subscriptions = .content(
            [
                NextPayment(
                    date: AppSamples.today.adding(days: 5), title: Text(verbatim: "Netflix"),
                    amount: AppSamples.money("-999"))
            ],
            stale: nil)
        state.inbox = .content(AppSamples.inbox, stale: nil)
        state.patterns = .content(AppSamples.patternList, stale: nil)
        state.holdings = .content(AppSamples.holdings, stale: nil)
        state.rates = .content([], stale: nil)
        state.money = .content(AppSamples.moneyLine, stale: nil)
        state.spent = .content(AppSamples.spent, stale: nil)
        change(&state)
        return state
    }

    private static let unavailable = SceneFault(
        Fault(.unavailable, .unreachable, ["service": "ledger"], cause: .linkClosed))

    private static let traced = SceneFault(
        Text("Something went wrong.", "Внутренняя ошибка."), code: .internalFault,
        trace: TraceID("4bf92f3577b34da6a3ce929d0e0e4736"))

    private static func accountForm(currency: String, isTaken: Bool = false) -> AccountFormState {
        var state = AccountFormState(
            account: nil,
            form: Form([
                FormField(
                    "name", AccountFormTexts.name, text: "main",
                    note: isTaken ? AccountFormTexts.taken("main") : AccountFormTexts.nameNote),
                FormField(
                    "currency", AccountFormTexts.currency, .pick(CurrencyText.all.map(CurrencyText.name)),
                    note: AccountFormTexts.currencyNote),
            ]))
        guard !isTaken else { return state }
        state.form.focus(on: "currency")
        for character in currency { _ = state.form.receive(.type(character)) }
        if state.form.fields[1].isUnknown { state.form.setProblems(["currency": AccountFormTexts.noCurrency]) }
        return state
    }

    private static func balance(_ change: (inout BalanceState) -> Void = { _ in }) -> BalanceState {
        var state = BalanceState(account: AppSamples.main)
        state.balance = .content(
            LedgerSignal.BalanceAnswer(
                account: AppSamples.main.id, balance: AppSamples.main.balance, available: AppSamples.main.available,
                held: AppSamples.money("500"), asOf: AppSamples.now), stale: nil)
        state.features = .content(AppSamples.features, stale: nil)
        state.line = .content(
            BalanceLine([], currency: AppSamples.roubles, until: AppSamples.today), stale: nil)
        change(&state)
        return state
    }

    private static func closing(_ stage: AccountClosingState.Stage) -> AccountClosingState {
        var state = AccountClosingState(account: AppSamples.main)
        state.others = .content([AppSamples.savings], stale: nil)
        state.form = Form([
            FormField(
                "to", AccountClosingTexts.to,
                .choice([Text(verbatim: "savings  ") + .money(AppSamples.savings.balance)]))
        ])
        state.stage = stage
        return state
    }

    private static func transfer(_ stage: TransferState.Stage) -> TransferState {
        var state = TransferState()
        state.accounts = .content([AppSamples.main, AppSamples.savings], stale: nil)
        state.form = Form([
            FormField("from", TransferTexts.from, .choice([Text(verbatim: "main")])),
            FormField("to", TransferTexts.to, text: "savings", note: TransferTexts.toNote),
            FormField("amount", TransferTexts.amount, text: "500", note: TransferTexts.amountNote),
            FormField("description", TransferTexts.purpose, text: "lunch"),
        ])
        state.recipients = Recipients(accounts: [AppSamples.main, AppSamples.savings])
        state.stage = stage
        state.preview = .allowed(AppSamples.transfer("500"))
        return state
    }

    private static func record(_ stage: RecordState.Stage) -> RecordState {
        var state = RecordState()
        state.accounts = .content([AppSamples.main, AppSamples.savings], stale: nil)
        state.form = Form([
            FormField(
                "account", RecordTexts.account, .choice([Text(verbatim: "main  ") + .money(AppSamples.main.balance)])),
            FormField(
                "direction", RecordTexts.direction, .choice(RecordState.Direction.allCases.map(RecordTexts.name)),
                choice: 1, note: RecordTexts.directionNote),
            FormField("amount", TransferTexts.amount, text: "500", note: TransferTexts.amountNote),
            FormField("description", TransferTexts.purpose, text: "lunch"),
            FormField("category", RecordTexts.category, note: RecordTexts.categoryNote),
        ])
        state.form.focus(on: "category")
        state.amount = AppSamples.money("500")
        state.stage = stage
        return state
    }

    private static func history() -> HistoryState {
        var state = HistoryState(account: AppSamples.main)
        state.rows = .content(
            HistoryState.Rows(
                transactions: [AppSamples.transaction(9, .income)] + (1...8).map { AppSamples.transaction($0) },
                nextCursor: nil,
                totals: [
                    HistorySignal.Total(
                        currency: AppSamples.roubles, income: AppSamples.money("900"), expense: AppSamples.money("3600")
                    )
                ]), stale: nil)
        state.selected = 2
        state.counts = [.all: 9, .income: 1, .expense: 8]
        state.months = .content(["2026-11": state.rows.value?.totals ?? []], stale: nil)
        state.line = .content(
            BalanceLine(AppSamples.days, currency: AppSamples.roubles, until: AppSamples.today), stale: nil)
        state.likeness = AlikeTransactions.Likeness(of: AppSamples.transaction(2), in: AppSamples.main.id)
        state.alike = .content(AppSamples.alike, stale: nil)
        return state
    }

    private static var transaction: TransactionState {
        var state = TransactionState(AppSamples.transaction(2))
        state.details = .content(
            HistorySignal.TransactionAnswer(transaction: AppSamples.transaction(2), counterpart: nil), stale: nil)
        state.names = [AppSamples.main.id: "main"]
        state.likeness = AlikeTransactions.Likeness(of: state.listed, in: nil)
        state.alike = .content(AppSamples.alike, stale: nil)
        state.isListed = true
        return state
    }

    private static func scanner(_ change: (inout ScannerState) -> Void = { _ in }) -> ScannerState {
        var state = ScannerState()
        (state.security, state.stage) = (AppSamples.security, .segment)
        state.candles = .content(AppSamples.candles, stale: nil)
        state.segment = 30...49
        if let order = state.order { state.results = ScannerState.Results(order: order, answer: AppSamples.scan) }
        if let pair = state.pair {
            (state.compared, state.shapes) = (pair, .content(AppSamples.shapes(state.parameters.kind), stale: nil))
        }
        change(&state)
        return state
    }

    private static func scannerResults() -> Screen {
        var screen = ScannerView().screen(scanner())
        screen.focus = ScannerView.results
        return screen
    }

    private static func bondChart() throws -> BondChartState {
        var state = BondChartState(isin: try AppSamples.bond().isin)
        state.chart = .content(try AppSamples.bondChart(), stale: nil)
        return state
    }

    private static func bond() throws -> BondState {
        let bond = try AppSamples.bond()
        var state = BondState(isin: bond.isin, today: AppSamples.today)
        state.bond = .content(
            BondsSignal.BondAnswer(
                bond: bond, terms: AppSamples.terms,
                figures: BondsSignal.QuotedFigures(
                    day: AppSamples.today.adding(days: -700), figures: AppSamples.figures)), stale: nil)
        state.selected = 1
        state.line = .content(try AppSamples.bondChart(), stale: nil)
        return state
    }

    /// Returns every stored screen, by name.
    static func screens() throws -> [(name: String, screen: Screen)] {
        var dashboard = DashboardState()
        (dashboard.stats, dashboard.list) = (
            .content(AppSamples.stats, stale: nil), .content(AppSamples.patternList, stale: nil)
        )
        dashboard.shown = .content(AppSamples.shown(AppSamples.pattern("SBER")), stale: nil)
        let pattern = PatternState(shown: .content(AppSamples.shown(AppSamples.pattern("SBER")), stale: nil))
        var home = PatternsHomeState()
        home.best = .content(AppSamples.best, stale: nil)
        home.watches = .content([], stale: nil)
        var period = try bondChart()
        period.dialogue = Form([
            FormField("from", BondsTexts.from, text: "2026-02-01", note: BondsTexts.dayNote),
            FormField("to", BondsTexts.to, text: "2026-01-01", note: BondsTexts.dayNote),
        ])
        period.dialogueFault = SceneFault(Fault(.periodReversed, .periodEndsTooEarly))
        var signIn = SignInState(form: Form([FormField("login", SignInTexts.login, text: "anna")]))
        signIn.fault = SceneFault(Fault(.invalidCredentials, .loginOrPasswordWrong))
        let help = HelpState(
            title: MainTexts.title, actions: MainView().screen(main()).actions, global: MainTexts.globalActions,
            isTyping: false)
        var match = MatchState(
            pair: MatchPair(
                segment: ScannerSignal.Segment(ticker: "SBER", from: "2025-09-08", to: "2025-10-08"),
                match: AppSamples.match, timeframe: .oneDay))
        match.shapes = .content(AppSamples.shapes(.chart), stale: nil)
        var candleMatch = MatchState(
            pair: MatchPair(
                segment: ScannerSignal.Segment(ticker: "SBER", from: "2025-10-06", to: "2025-10-08"),
                match: AppSamples.match, timeframe: .oneDay, kind: .candle))
        candleMatch.shapes = .content(AppSamples.shapes(.candle), stale: nil)
        var inbox = InboxState(today: AppSamples.today)
        inbox.inbox = .content(AppSamples.inbox, stale: nil)
        inbox.opened = "n1"
        var subscriptions = SubscriptionsState()
        subscriptions.subscriptions = .content(AppSamples.subscriptions, stale: nil)
        subscriptions.totals = .content(AppSamples.subscriptionTotals, stale: nil)
        subscriptions.forecast = .content(
            SubscriptionsSignal.ForecastAnswer(
                from: AppSamples.today, to: AppSamples.today.adding(days: 30), accounts: [AppSamples.forecast],
                unplaced: [], bonds: true), stale: nil)
        var removing = subscriptions
        removing.question = SubscriptionsTexts.removing(AppSamples.subscriptions[0].title)
        var recordQuestion = record(.confirming)
        recordQuestion.question = RecordTexts.question(AppSamples.money("500"), "main", .expense)
        var aimed = transfer(.confirming(AppSamples.transfer("500")))
        _ = aimed.question.receive(.aim("yes"))
        var sessions = SessionsState()
        sessions.sessions = .content(SessionSceneTests.sessions, stale: nil)
        var category = CategoryChoiceState(AppSamples.transaction(1))
        category.categories = .content(CategoryChoiceTests.categories, stale: nil)
        for character in "fo" { _ = category.search.receive(.type(character)) }
        var schedules = SchedulesState()
        schedules.accounts = [AppSamples.main, AppSamples.savings]
        schedules.schedules = .content(
            [
                AppSamples.schedule(
                    "15000", next: AppSamples.today.adding(days: 3), every: LedgerSignal.Every(count: 1, unit: .month)),
                AppSamples.schedule(
                    "700", next: AppSamples.today, every: LedgerSignal.Every(count: 1, unit: .week), status: .paused),
            ], stale: nil)
        var templates = TemplatesState()
        templates.accounts = [AppSamples.main, AppSamples.savings]
        templates.templates = .content(TemplateSceneTests.templates, stale: nil)
        var bonds = BondsState()
        bonds.bonds = .content([try AppSamples.bond()], stale: nil)
        return [
            ("sign-in-refused", SignInView().screen(signIn)),
            ("main", MainView().screen(main())),
            ("main-loading", MainView().screen(MainState(today: AppSamples.today))),
            ("main-failed", MainView().screen(main { $0.accounts = .failed(unavailable) })),
            ("main-empty", MainView().screen(main { $0.accounts = .content([], stale: nil) })),
            ("account-form", AccountFormView().screen(accountForm(currency: "дол"))),
            ("account-form-taken", AccountFormView().screen(accountForm(currency: "", isTaken: true))),
            ("account-form-unknown", AccountFormView().screen(accountForm(currency: "thaler"))),
            ("balance", BalanceView().screen(balance())),
            ("balance-freezing", BalanceView().screen(balance { $0.question = BalanceTexts.freezing("main") })),
            ("balance-refused", BalanceView().screen(balance { $0.fault = traced })),
            ("account-closing", AccountClosingView().screen(closing(.choosing))),
            ("account-closing-question", AccountClosingView().screen(closing(.confirming))),
            ("transfer-refused", TransferView().screen(transfer(.refused(traced)))),
            ("help", HelpView().screen(help)),
            ("transfer-editing", TransferView().screen(transfer(.editing))),
            ("transfer-confirming", TransferView().screen(transfer(.confirming(AppSamples.transfer("500"))))),
            ("transfer-aimed", TransferView().screen(aimed)),
            ("record", RecordView().screen(record(.editing))),
            ("record-question", RecordView().screen(recordQuestion)),
            ("record-done", RecordView().screen(record(.done(AppSamples.transfer("500"))))),
            ("history", HistoryView().screen(history())),
            ("transaction", TransactionView().screen(transaction)),
            ("securities", PatternsHomeView().screen(home)),
            ("dashboard", DashboardView().screen(dashboard)), ("pattern", PatternView().screen(pattern)),
            ("scanner-segment", ScannerView().screen(scanner())),
            ("scanner-candles", ScannerView().screen(scanner { $0.parameters.kind = .candle })),
            ("scanner-out-of-date", ScannerView().screen(scanner { $0.segment = 31...49 })),
            ("scanner-results", scannerResults()),
            ("match", MatchView().screen(match)), ("match-candles", MatchView().screen(candleMatch)),
            ("inbox", InboxView().screen(inbox)),
            ("subscriptions", SubscriptionsView().screen(subscriptions)),
            ("subscriptions-removing", SubscriptionsView().screen(removing)),
            ("subscription-form", SubscriptionFormView().screen(SubscriptionScreens.form)),
            ("forecast", ForecastView().screen(SubscriptionScreens.forecast(isLow: false))),
            ("forecast-low", ForecastView().screen(SubscriptionScreens.forecast(isLow: true))),
            ("sessions", SessionsView().screen(sessions)),
            ("category-choice", CategoryChoiceView().screen(category)),
            ("schedules", SchedulesView().screen(schedules)),
            ("templates", TemplatesView().screen(templates)),
            ("bonds", BondsView().screen(bonds)),
            ("bond", BondView().screen(try bond())),
            ("bond-chart", BondChartView().screen(try bondChart())),
            ("bond-period-reversed", BondChartView().screen(period)),
        ] + ImportScreens.all + [
            ("settings", SettingsView().screen(SettingSceneTests.state)),
            ("telegram-link", TelegramLinkView().screen(SettingSceneTests.telegram(isLinked: true))),
            ("preferences", PreferencesView().screen(PreferenceSceneTests.state)),
            ("preferences-zone", PreferencesView().screen(PreferenceSceneTests.searching)),
            ("limits", LimitsView().screen(LimitSceneTests.state)),
            ("codes", CodesView().screen(CodeSceneTests.state(.seen))),
            ("codes-confirming", CodesView().screen(CodeSceneTests.state(.confirming(CodeSceneTests.secret)))),
            ("codes-recovery", CodesView().screen(CodeSceneTests.state(.recovery(["k3f9-22ab", "m7q1-90zx"])))),
        ]
    }

    @Test(arguments: Language.allCases) func screensLookAsTheyAreKept(language: Language) throws {
        let mayWrite = ProcessInfo.processInfo.environment["GOLDEN_WRITE"] != nil
        var sized: [(name: String, screen: Screen, size: GoldenScreen.Size)] = []
        for (name, screen) in try Self.screens() {
            let sizes = [GoldenScreen.usual] + (GoldenScreen.wide.contains(name) ? GoldenScreen.wideSizes : [])
            for size in sizes { sized.append((name, screen, size)) }
        }
        for (name, screen, size) in sized {
            let grid = GridRenderer(rows: size.rows, columns: size.columns, language: language)
                .grid(of: GridRenderer.Page(path: [screen.title], screen: screen))
            let drawn = GoldenScreen.text(of: grid)
            let file = GoldenScreen.file(name, language, size)
            if mayWrite { try drawn.write(to: file, atomically: true, encoding: .utf8) }
            let kept = try String(contentsOf: file, encoding: .utf8)
            #expect(drawn == kept, "\(name) in \(language.rawValue):\n\(drawn)")
        }
    }

    @Test func everyKeptScreenIsDrawn() throws {
        let names = Set(try Self.screens().map(\.name))
        let files = try FileManager.default.contentsOfDirectory(atPath: GoldenScreen.folder.path).filter {
            $0.hasSuffix(".txt")
        }
        #expect(Set(files.compactMap { $0.split(separator: ".").first.map(String.init) }) == names)
        let count = names.count + GoldenScreen.wide.count * GoldenScreen.wideSizes.count
        #expect(files.count == count * Language.allCases.count)
    }

    @Test(arguments: [(10, 40), (12, 50), (24, 80), (50, 200), (3, 10), (0, 0)])
    func anySizeIsDrawnWithoutAnythingOutside(rows: Int, columns: Int) throws {
        for (_, screen) in try Self.screens() {
            for isASCII in [false, true] {
                let renderer = GridRenderer(rows: rows, columns: columns, language: .russian, isASCII: isASCII)
                let grid = renderer.grid(of: GridRenderer.Page(path: [screen.title], screen: screen))
                #expect(grid.lines.count == rows)
                #expect(grid.lines.allSatisfy { DisplayText.width(of: $0) <= columns })
            }
        }
    }

    @Test func asciiScreensHoldNothingElseButTexts() throws {
        let (_, screen) = try #require(try Self.screens().first { $0.name == "bond-chart" })
        let grid = GridRenderer(rows: 24, columns: 80, language: .english, isASCII: true)
            .grid(of: GridRenderer.Page(path: [], screen: screen))
        let others = grid.lines.joined().unicodeScalars.filter { !$0.isASCII && $0 != "\u{A0}" }
        #expect(others.isEmpty, "\(others)")
    }

    @Test(arguments: Language.allCases) func noPlainScreenHasSignsThatAConsoleLacks(language: Language) throws {
        let renderer = GridRenderer(rows: 24, columns: 80, language: language, isASCII: true)
        for (name, screen) in try Self.screens() {
            let lines = renderer.grid(of: GridRenderer.Page(path: [screen.title, screen.title], screen: screen)).lines
            let lacking = lines.joined().unicodeScalars.filter {
                "‹›…•—–".unicodeScalars.contains($0) || (0x2190...0x2BFF).contains($0.value)
            }
            #expect(lacking.isEmpty, "\(name): \(lacking)")
        }
    }

    @Test func readOutScreensHaveNeitherBoxesNorBraille() throws {
        for (name, screen) in try Self.screens() {
            for language in Language.allCases {
                let text = PlainRenderer(language: language).lines(of: screen, path: [screen.title]).joined(
                    separator: "\n")
                let drawn = text.unicodeScalars.filter {
                    (0x2500...0x259F).contains($0.value) || (0x2801...0x28FF).contains($0.value)
                }
                #expect(drawn.isEmpty, "\(name): \(text)")
            }
        }
    }
}
