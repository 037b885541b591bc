import Coordination
import Domain
import Signals
import Terminal
import TestSupport
import Testing

@testable import GatewayCommandLine
@testable import GatewayScenes
@testable import GatewayTerminal
@testable import GatewayWords

/// The whole app over scripted services: coordinators by the screens they show, and conversations by lines.
@Suite @MainActor struct AppFlowTests {
    nonisolated private static let person = AuthSignal.SignedIn(
        user: AuthSignal.User(id: "u1", name: "Anna", email: "anna@example.org"),
        session: AuthSignal.Session(
            id: "s1", userId: "u1", token: "token", refreshToken: "refresh", expiresAt: AppSamples.now + .seconds(900)))

    /// Returns services in which everything answers.
    nonisolated private static func services(
        accounts: @escaping @Sendable () throws -> [LedgerSignal.Account] = { [AppSamples.main, AppSamples.savings] },
        opened: Recorded<String> = Recorded(),
        news: @escaping @Sendable (AppSignal.AwaitEvents) async throws -> AppSignal.News = { asked in
            if asked.after != nil { try await Task.sleep(for: .seconds(600)) }
            return AppSignal.News(last: 0, count: 0)
        }
    ) -> FakeServices {
        FakeServices { answers in
            answers.answer(AuthSignal.Login.self, person)
            answers.answer(AuthSignal.Logout.self, AuthSignal.Done(done: true))
            answers.answer(LedgerSignal.Accounts.self) { _, _ in LedgerSignal.AccountList(accounts: try accounts()) }
            answers.answer(LedgerSignal.Features.self, LedgerSignal.FeatureList(features: AppSamples.features))
            answers.answer(LedgerSignal.Schedules.self, LedgerSignal.ScheduleList(schedules: []))
            answers.answer(LedgerSignal.MakeTransfer.self, AppSamples.transfer("500"))
            answers.answer(LedgerSignal.OpenAccount.self) { signal, _ in
                opened.add(signal.name ?? "")
                return LedgerSignal.AccountAnswer(account: AppSamples.account("n1n2n3", signal.name ?? "RUB", "0"))
            }
            answers.answer(PatternsSignal.Best.self, AppSamples.best)
            answers.answer(NotificationsSignal.List.self, AppSamples.inbox)
            answers.answer(
                BondsSignal.Calendar.self,
                BondsSignal.PaymentList(from: AppSamples.today, to: AppSamples.today, payments: [], totals: []))
            answers.answer(
                HistorySignal.Transactions.self,
                HistorySignal.TransactionPage(transactions: [AppSamples.transaction(1)], totals: []))
            answers.answer(
                HistorySignal.GetTransaction.self,
                HistorySignal.TransactionAnswer(transaction: AppSamples.transaction(1)))
            answers.answer(AppSignal.AwaitEvents.self) { signal, _ in try await news(signal) }
        }
    }

    private func app(
        _ services: FakeServices, user: String? = "Anna"
    ) -> (application: ApplicationCoordinator, router: SceneRouter, account: FakeAccount) {
        let router = SceneRouter()
        let account = FakeAccount(user)
        let application = ApplicationCoordinator(
            router: router, tools: .forTests(), services: [services], account: account)
        application.begin()
        return (application, router, account)
    }

    private func title(_ router: SceneRouter) -> String? { router.top?.screen().title.spoken(in: .english) }

    private func press(_ keys: TerminalKey..., on router: SceneRouter) {
        for key in keys {
            guard let screen = router.top?.screen(),
                let input = KeyMap.input(for: key, on: screen, also: router.globalActions, in: .english)
            else { continue }
            router.receive(input)
        }
    }

    @Test(arguments: ["Anna", nil]) func theBranchOfThePersonIsIsolated(user: String?) async throws {
        let (application, _, _) = app(Self.services(), user: user)
        let branch = try #require(application.node.children.last)
        let plain = RelayCoordinator()
        branch.startFlow(plain)
        let flow = Flow()
        plain.startFlow(flow)
        let fault = await #expect(throws: Fault.self) {
            try await application.send(FlowSignal(), context: SignalContext(), within: nil)
        }
        #expect(fault?.code == .methodNotFound, "nothing gets in from outside")
        #expect(try await plain.send(FlowSignal()) == "here")
        #expect(
            try await plain.send(AppSignal.AwaitEvents(service: "ledger", after: nil, waitMilliseconds: 0)).count == 0)
    }

    @Test func signingInLeadsToTheMainSceneAndOutAgain() async throws {
        let (application, router, account) = app(Self.services(), user: nil)
        #expect(title(router) == "Sign in")
        press(.function(3), on: router)
        #expect(title(router) == "Register")
        press(.escape, on: router)
        router.receive(.scene(.fill(field: "login", "anna")))
        router.receive(.scene(.fill(field: "password", "secret")))
        press(.enter, .enter, on: router)
        try await eventuallyOnMain("the main scene is there") { title(router) == "Main" }
        #expect(account.name == "Anna" && router.depth == 1)
        router.receive(.scene(.perform("sign-out")))
        try await eventuallyOnMain("signing in is there") { title(router) == "Sign in" }
        #expect(account.name == nil)
        withExtendedLifetime(application) {}
    }

    @Test func aSessionThatHasEndedLeadsBackWithAWord() async throws {
        let services = Self.services(accounts: { throw Fault(.unauthenticated, "The session has ended.") })
        let (application, router, account) = app(services)
        try await eventuallyOnMain("signing in is there") { title(router) == "Sign in" }
        #expect(account.name == nil)
        let text = PlainRenderer(language: .russian).lines(of: try #require(router.top?.screen()), path: [])
        #expect(text.contains("Сеанс закончился; войдите снова."))
        withExtendedLifetime(application) {}
    }

    @Test func partsOpenAndCloseAsFlowsOfTheTree() async throws {
        let (application, router, _) = app(Self.services())
        try await eventuallyOnMain("accounts are there") { router.top?.screen().list != nil }
        let signedIn = try #require(application.node.children.first { $0 is SignedInCoordinator })
        press(.character("р"), on: router)
        #expect(title(router) == "History of main")
        #expect(signedIn.node.children.contains { $0 is BankCoordinator })
        try await eventuallyOnMain("rows are there") { router.top?.screen().list != nil }
        press(.enter, on: router)
        #expect(title(router)?.hasPrefix("Transaction ") == true && router.depth == 3)
        press(.escape, .escape, .escape, on: router)
        #expect(title(router) == "Main" && router.depth == 1, "nothing is below the main scene")
        #expect(signedIn.node.children.isEmpty)
        withExtendedLifetime(application) {}
    }

    @Test func anAccountThatWasOpenedIsTheChosenOne() async throws {
        let opened = Recorded<String>()
        let services = Self.services(
            accounts: {
                [AppSamples.main, AppSamples.savings]
                    + opened.values.map { AppSamples.account("n1n2n3", $0, "0") }
            }, opened: opened)
        let (application, router, _) = app(services)
        try await eventuallyOnMain("accounts are there") { router.top?.screen().list?.rows.count == 2 }
        press(.down, on: router)
        press(.character("ф"), on: router)
        #expect(title(router) == "New account" && router.depth == 2)
        for character in "travel" { press(.character(character), on: router) }
        press(.enter, .enter, on: router)
        try await eventuallyOnMain("the main scene shows it") {
            title(router) == "Main" && router.top?.screen().list?.selected == 2
        }
        #expect(opened.values == ["travel"])
        let signedIn = try #require(application.node.children.first { $0 is SignedInCoordinator })
        #expect(signedIn.node.children.isEmpty, "its flow has ended")
        // The person moves on, and a reload leaves the selection unchanged.
        press(.up, on: router)
        router.receive(.scene(.perform(.retry)))
        try await eventuallyOnMain("it stays") { router.top?.screen().list?.selected == 1 }
        // Reachable from everywhere by the palette; going back adds no further step.
        press(.character("b"), on: router)
        router.receive(.scene(.perform("open-account")))
        #expect(title(router) == "New account" && router.depth == 2)
        press(.escape, on: router)
        #expect(title(router) == "Main" && opened.values.count == 1)
    }

    @Test func whereThereIsNoAccountEnterOpensOne() async throws {
        let (application, router, _) = app(Self.services(accounts: { [] }))
        try await eventuallyOnMain("it is known") { router.top?.screen().actions.first?.name == .enter }
        press(.enter, on: router)
        #expect(title(router) == "New account")
        press(.escape, on: router)
        press(.character("a"), on: router)
        #expect(title(router) == "New account")
        withExtendedLifetime(application) {}
    }

    @Test func helpSearchesInEitherLanguageAndDoesWhatIsChosen() async throws {
        let (application, router, _) = app(Self.services())
        try await eventuallyOnMain("accounts are there") { router.top?.screen().list != nil }
        press(.character("?"), on: router)
        #expect(title(router) == "Help")
        for character in "перев" { press(.character(character), on: router) }
        #expect(router.top?.screen().list?.rows.count == 2, "transfers of today and of days to come")
        press(.enter, on: router)
        #expect(title(router) == "Transfer")
        withExtendedLifetime(application) {}
    }

    @Test func whatWasDoneMeanwhileIsSeenWhenASceneIsBack() async throws {
        let services = Self.services()
        let (application, router, _) = app(services)
        try await eventuallyOnMain("accounts are there, and schedules were asked for") {
            router.top?.screen().list != nil && !services.signals(of: LedgerSignal.Schedules.self).isEmpty
        }
        let before = services.signals(of: LedgerSignal.Schedules.self).count
        press(.character("t"), on: router)
        #expect(title(router) == "Transfer")
        press(.escape, on: router)
        #expect(title(router) == "Main")
        try await eventuallyOnMain("it asks again") {
            services.signals(of: LedgerSignal.Schedules.self).count > before
        }
        withExtendedLifetime(application) {}
    }

    @Test func thePaletteLeadsFromOnePartToAnother() async throws {
        let (application, router, _) = app(Self.services())
        try await eventuallyOnMain("accounts are there") { router.top?.screen().list != nil }
        press(.character("t"), on: router)
        #expect(title(router) == "Transfer")
        func choose(_ word: String) {
            press(.function(1), on: router)
            for character in word { press(.character(character), on: router) }
            press(.enter, on: router)
        }
        choose("bonds")
        #expect(title(router) == "Bonds" && router.depth == 2, "nothing is left of the transfer")
        choose("истор")
        #expect(title(router) == "History" && router.depth == 2)
        choose("main")
        #expect(title(router) == "Main" && router.depth == 1)
        // Every part that needs no earlier selection is reachable from everywhere, and listed once.
        press(.character("?"), on: router)
        let names = try #require(router.top?.screen().list?.rows.map { $0[1].text.spoken(in: .english) })
        #expect(Set(names).count == names.count)
        for part in AppPart.everywhere {
            #expect(names.contains(MainTexts.name(of: part).spoken(in: .english)), "\(part)")
        }
        withExtendedLifetime(application) {}
    }

    @Test func settingsLeadToEachPartAndKeepAZoneThatWasChosen() async throws {
        let (application, router, account) = app(Self.services())
        try await eventuallyOnMain("accounts are there") { router.top?.screen().list != nil }
        // The key of p on the Russian layout.
        press(.character("з"), on: router)
        #expect(title(router) == "Settings")
        for name in ["Sessions", "One-time codes", "Passkeys", "Notifications and time", "Telegram"] {
            press(.enter, on: router)
            #expect(title(router) == name && router.depth == 3)
            press(.escape, .down, on: router)
            #expect(title(router) == "Settings")
        }
        let signedIn = try #require(application.node.children.first { $0 is SignedInCoordinator })
        let person = try #require(signedIn.node.children.first { $0 is PersonCoordinator } as? PersonCoordinator)
        _ = try await person.send(AppSignal.ZoneChosen(zone: "Asia/Tokyo"), context: SignalContext(), within: nil)
        #expect(account.zone == "Asia/Tokyo")
        press(.escape, on: router)
        #expect(title(router) == "Main" && signedIn.node.children.isEmpty)
        withExtendedLifetime(application) {}
    }

    @Test func aLongPaletteIsScrolled() {
        let actions = (0..<60).map { SceneAction(ActionName("action\($0)"), nil, Text(verbatim: "action \($0)")) }
        let presenter = HelpPresenter(
            HelpState(title: MainTexts.title, actions: actions, global: MainTexts.globalActions, isTyping: false))
        func drawn() -> String {
            GridRenderer(rows: 24, columns: 80, language: .english, isASCII: false)
                .grid(of: GridRenderer.Page(path: [], screen: HelpView().screen(presenter.state)))
                .lines.joined(separator: "\n")
        }
        #expect(drawn().contains("▸") && drawn().contains("action 0") && !drawn().contains("action 59"))
        for _ in 0..<3 { presenter.receive(.step(.pageDown)) }
        #expect(drawn().contains("action 30") && drawn().contains("31 of \(60 + MainTexts.globalActions.count)"))
        presenter.receive(.step(.last))
        #expect(drawn().contains("sign out"))
        presenter.receive(.step(.first))
        #expect(drawn().contains("action 0"))
    }

    @Test func everyActionOfHelpHasATitleAndNoKeyIsTakenTwice() async throws {
        let (application, router, _) = app(Self.services())
        try await eventuallyOnMain("accounts are there") { router.top?.screen().list != nil }
        let actions = try #require(router.top?.screen().actions) + router.globalActions
        let keys = actions.compactMap(\.key)
        #expect(Set(keys).count == keys.count)
        #expect(actions.allSatisfy { !$0.title.isEmpty })
        withExtendedLifetime(application) {}
    }

    @Test func aServiceThatComesBackIsAskedAgainByItself() async throws {
        let failures = Counter()
        let services = Self.services(accounts: {
            if failures.next() < 4 { throw Fault(.unavailable, "ledger does not run.") }
            return [AppSamples.main]
        })
        let (application, router, _) = app(services)
        try await eventuallyOnMain("accounts are there") { router.top?.screen().list?.rows.count == 1 }
        #expect(failures.value >= 4)
        withExtendedLifetime(application) {}
    }

    @Test func newsOfAServiceChangeTheScreen() async throws {
        let (balance, turns) = (Recorded<Int>(), Counter())
        let services = Self.services(
            accounts: { [AppSamples.account("a1", "main", balance.values.isEmpty ? "1" : "2")] },
            news: { asked in
                guard asked.service == "ledger", asked.after != nil else { return AppSignal.News(last: 5, count: 0) }
                guard turns.next() == 1 else {
                    try await Task.sleep(for: .seconds(600))
                    throw CancellationError()
                }
                #expect(asked.after == 5)
                balance.add(2)
                return AppSignal.News(last: 6, count: 1)
            })
        let (application, router, _) = app(services)
        try await eventuallyOnMain("the new balance is seen") {
            let screen = router.top?.screen()
            return screen?.list?.rows.first?[1].text.spoken(in: .english).hasPrefix("2.00") == true
        }
        withExtendedLifetime(application) {}
    }

    @Test func aServiceThatIsGoneIsNamedInTheCorner() async throws {
        let isGone = Recorded<Bool>()
        let services = Self.services(news: { asked in
            if asked.service == "ledger", isGone.values.isEmpty { throw Fault(.unavailable, "It does not run.") }
            if asked.after != nil { try await Task.sleep(for: .seconds(600)) }
            return AppSignal.News(last: 1, count: 0)
        })
        let (application, router, _) = app(services)
        func corner() -> String {
            router.corner.pieces.map { $0.span.text.spoken(in: .english) }.joined()
        }
        try await eventuallyOnMain("ledger is named") { corner().contains("no answer: ledger") }
        isGone.add(false)
        try await eventuallyOnMain("it is not any more") { !corner().contains("ledger") }
        withExtendedLifetime(application) {}
    }

    // MARK: Conversations

    private func talk(
        _ lines: [String], user: String? = "Anna", over services: FakeServices = services()
    ) async -> String {
        let (application, router, _) = app(services, user: user)
        let output = Recorder()
        let stream = TextStream(isTerminal: false, width: nil, hasColor: false) { output.append($0) }
        let left = Recorded<String>()
        let input = PlainInput { _ in
            guard left.values.count < lines.count else { return nil }
            let line = lines[left.values.count]
            left.add(line)
            return line
        }
        await PlainFace(router, output: stream, language: .english, input: input).run()
        router.pop(to: 0)
        withExtendedLifetime(application) {}
        return output.text
    }

    @Test func aTransferIsMadeInAConversation() async throws {
        let text = await talk(["t", "", "savings", "500", "lunch", "y", "q"])
        #expect(text.contains("Shall this be done?"))
        #expect(text.contains("Done."))
        #expect(text.contains("500.00\u{A0}RUB from main to savings"))
    }

    @Test func aColonBeforeAWordMeansTheSameInListsAndFields() async throws {
        let text = await talk([":t", ":inbox", "."])
        #expect(!text.contains("That is none of the choices."), "\(text)")
    }

    @Test func anAccountIsOpenedInAConversation() async throws {
        let opened = Recorded<String>()
        let services = Self.services(
            accounts: { opened.values.map { AppSamples.account("n1n2n3", $0, "0") } }, opened: opened)
        let text = await talk(["a", "travel", "thaler", "", "usd", "q"], over: services)
        #expect(text.contains("There is no account yet."))
        #expect(text.contains("a: open an account") && !text.contains("enter: open an account"), "once is enough")
        #expect(text.contains("Currency: thaler. There is no such currency."))
        #expect(text.contains("1. travel"))
        let sent = services.signals(of: LedgerSignal.OpenAccount.self)
        #expect(sent.map(\.currency.code) == ["USD"] && sent.map(\.name) == ["travel"])
    }

    @Test func signingInIsAConversationToo() async throws {
        let text = await talk(["anna", "secret", "2", ".", "q"], user: nil)
        #expect(!text.contains("secret"))
        #expect(text.contains("Main"))
        #expect(text.contains("2. savings"))
    }

    @Test func helpFindsAndIsChosenFromInAConversation() async throws {
        let text = await talk(["?", "transfer", "1", ".", "q"])
        #expect(text.contains("1. key t, what it does transfer"))
        #expect(text.contains("Main, Transfer"))
    }

    @Test func aScreenIsReadOutOnceAndAgainWhereThatIsAsked() async throws {
        let once = await talk(["nonsense", "q"])
        #expect(once.ranges(of: "2. savings").count == 1, "\(once)")
        let again = await talk(["", "q"])
        #expect(again.ranges(of: "2. savings").count == 2)
    }

    @Test func whatIsNoChoiceIsSaid() async throws {
        let text = await talk(["nonsense", "й"])
        #expect(text.contains("That is none of the choices."))
    }
}

private struct FlowSignal: Signal {
    typealias Answer = String
    static let method: SignalMethod = "test.flow"
    static let summary = "Is for the flows of one person."
}

/// A flow that answers ``FlowSignal``.
private final class Flow: ActionService {
    let node = CoordinatorNode()
    let handlers: SignalHandlers = {
        var handlers = SignalHandlers()
        handlers.answer(FlowSignal.self) { _, _ in "here" }
        return handlers
    }()
}
