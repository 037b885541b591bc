import Coordination
import Domain
import Reasons
import Signals
import Testing

@testable import GatewayScenes
@testable import GatewayTerminal

/// One transaction: its neighbours in the list that it was opened from, and similar ones.
@Suite @MainActor struct TransactionSceneTests {
    private nonisolated static let listed = (0..<4).map { row($0, description: $0 == 2 ? "tea" : "coffee") }

    private nonisolated static func row(
        _ number: Int, _ type: HistorySignal.TransactionType = .expense, description: String, to other: String? = nil
    ) -> HistorySignal.Transaction {
        HistorySignal.Transaction(
            id: "t\(number)", type: type, amount: AppSamples.money("100"), description: description,
            date: AppSamples.today.adding(days: -10 * number).startInUTC, account: AppSamples.main.id,
            fromAccount: type == .expense ? AppSamples.main.id : other,
            toAccount: type == .expense ? other : AppSamples.main.id, balanceAfter: AppSamples.money("900"))
    }

    private nonisolated static func total(_ expense: String, _ currency: Currency = AppSamples.roubles)
        -> HistorySignal.Total
    {
        HistorySignal.Total(
            currency: currency, income: Money(minorUnits: 0, currency: currency),
            expense: (try? Money(decimal: expense, currency: currency)) ?? Money(minorUnits: 0, currency: currency))
    }

    private nonisolated static func day(_ ago: Int, _ count: Int64) -> HistorySignal.SummaryRow {
        HistorySignal.SummaryRow(
            key: AppSamples.today.adding(days: -ago).description, currency: AppSamples.roubles,
            income: AppSamples.money("0"), expense: AppSamples.money("100"), count: count)
    }

    private static func services() -> FakeServices {
        FakeServices { answers in
            answers.answer(LedgerSignal.Accounts.self, LedgerSignal.AccountList(accounts: [AppSamples.main]))
            answers.answer(HistorySignal.GetTransaction.self) { asked, _ in
                guard let found = listed.first(where: { $0.id == asked.id }) else { throw Fault(.notFound, "None.") }
                return HistorySignal.TransactionAnswer(transaction: found, counterpart: nil)
            }
            answers.answer(HistorySignal.Transactions.self) { asked, _ in
                let found = listed.filter { asked.text == nil || asked.text == "\"\($0.description)\"" }
                return HistorySignal.TransactionPage(
                    transactions: found, totals: [total("\(found.count)00")])
            }
            answers.answer(HistorySignal.Summary.self) { asked, _ in
                guard asked.by == .day, asked.text == "\"coffee\"" else { return HistorySignal.SummaryPage(rows: []) }
                // Page by page, as for a long history.
                return asked.cursor == nil
                    ? HistorySignal.SummaryPage(rows: [day(0, 1)], nextCursor: "more")
                    : HistorySignal.SummaryPage(rows: [day(30, 2)])
            }
        }
    }

    private func opened(_ services: FakeServices) async throws -> (
        history: HistoryPresenter, presenter: TransactionPresenter, tree: RelayCoordinator
    ) {
        let tree = fakeTree(services)
        let history = HistoryPresenter(AppSamples.main, signals: tree, tools: .forTests())
        history.open()
        try await eventuallyOnMain("rows are there") { history.state.chosen != nil }
        let presenter = TransactionPresenter(
            Self.listed[0], in: AppSamples.main.id, signals: tree, tools: .forTests())
        presenter.goToNeighbour = { history.neighbour($0) }
        presenter.open()
        try await eventuallyOnMain("it is there") {
            presenter.state.details.value != nil && presenter.state.alike.value != nil
        }
        return (history, presenter, tree)
    }

    @Test func arrowsWalkTheListThatItWasOpenedFrom() async throws {
        let (history, presenter, tree) = try await opened(Self.services())
        presenter.receive(.perform("newer"))
        #expect(presenter.state.listed.id == "t0", "there is nothing newer")
        for number in 1...3 {
            presenter.receive(.perform("older"))
            #expect(presenter.state.transaction.id == "t\(number)")
            #expect(history.state.selected == number, "the list goes with it")
        }
        presenter.receive(.perform("older"))
        #expect(presenter.state.listed.id == "t3")
        presenter.receive(.perform("newer"))
        try await eventuallyOnMain("its own likeness is there") {
            presenter.state.details.value?.transaction.id == "t2" && presenter.state.alike.value?.newest.count == 1
        }
        #expect(presenter.state.likeness?.words == "tea")
        presenter.close()
        history.close()
        withExtendedLifetime(tree) {}
    }

    @Test func theFiguresAreOfAllThatIsLikeItAndNotOfOnePage() async throws {
        let (history, presenter, tree) = try await opened(Self.services())
        let alike = try #require(presenter.state.alike.value)
        #expect(alike.count == 3 && alike.sums == [AppSamples.money("-300")])
        #expect(alike.average == AppSamples.money("-100") && alike.daysBetween == 15)
        #expect(alike.days?.lowerBound == AppSamples.today.adding(days: -30))
        for (language, words) in [
            (Language.english, ["On average: -100.00", "Every: 15 days", "Since: 2026-10-19"]),
            (.russian, ["В среднем: -100,00", "Раз в: 15 дней", "С: 19.10.2026"]),
        ] {
            let screen = TransactionView().screen(presenter.state)
            let said = PlainRenderer(language: language).lines(of: screen.panes[1], in: screen)
                .joined(separator: "\n").replacing("\u{A0}", with: " ")
            for word in words { #expect(said.contains(word), "\(said)") }
        }
        presenter.close()
        history.close()
        withExtendedLifetime(tree) {}
    }

    @Test func oneLikeItIsOpenedAndTheirHistoryToo() async throws {
        let (history, presenter, tree) = try await opened(Self.services())
        let opened = Recorded<String>()
        presenter.output = { output in
            switch output {
            case .open(let other): opened.add(other.id)
            case .history(let words): opened.add(words)
            case .category(let one): opened.add("category of \(one.id)")
            }
        }
        presenter.show(TransactionView.alike)
        presenter.receive(.step(.down))
        presenter.receive(.enter)
        #expect(presenter.neighbour(.down)?.id == "t3" && presenter.neighbour(.down) == nil)
        presenter.receive(.perform("history"))
        presenter.receive(.perform("category"))
        #expect(opened.values == ["t1", "coffee", "category of t0"])
        presenter.close()
        history.close()
        withExtendedLifetime(tree) {}
    }

    @Test func withoutADescriptionTheOtherSideCountsAndNothingIsLikeTheOutside() {
        let paid = AlikeTransactions.Likeness(of: Self.row(1, description: " ", to: "b0r1s"), in: nil)
        #expect(paid?.counterparty == "b0r1s" && paid?.text == nil && paid?.type == .expense)
        let got = AlikeTransactions.Likeness(of: Self.row(1, .income, description: "", to: "b0r1s"), in: nil)
        #expect(got?.counterparty == "b0r1s" && got?.type == .income)
        #expect(AlikeTransactions.Likeness(of: Self.row(1, description: ""), in: nil) == nil)
        let quoted = AlikeTransactions.Likeness(
            of: Self.row(1, description: "\"A\" \(String(repeating: "b", count: 300))"), in: nil)
        #expect(quoted?.text?.hasPrefix("\"A b") == true && quoted?.text?.count == 192)
    }

    @Test func anAverageIsRoundedToTheNearestAndIsOfOneCurrency() throws {
        func alike(_ totals: [HistorySignal.Total], _ count: Int64) -> AlikeTransactions {
            AlikeTransactions(
                HistorySignal.TransactionPage(transactions: [], totals: totals), byDay: [Self.day(0, count)])
        }
        #expect(alike([Self.total("0.05")], 2).average == AppSamples.money("-0.03"))
        #expect(alike([Self.total("0.10")], 3).average == AppSamples.money("-0.03"))
        #expect(alike([Self.total("1")], 2).daysBetween == nil, "one day tells nothing")
        let euro = try #require(Currency(code: "EUR"))
        #expect(alike([Self.total("1"), Self.total("1", euro)], 2).average == nil)
    }

    @Test func theOtherSideIsCalledByItsPayeeOrElseByItsOwner() async throws {
        let services = FakeServices { answers in
            answers.answer(LedgerSignal.Accounts.self, LedgerSignal.AccountList(accounts: [AppSamples.main]))
            answers.answer(
                LedgerSignal.Payees.self,
                LedgerSignal.PayeeList(payees: [
                    LedgerSignal.Payee(
                        name: "landlord", account: "known", currency: AppSamples.roubles, status: .active)
                ]))
            answers.answer(
                LedgerSignal.Parties.self,
                LedgerSignal.PartyList(parties: [LedgerSignal.Party(account: "stranger", owner: "Boris P.")]))
        }
        let tree = fakeTree(services)
        for (other, name) in [("known", "landlord"), ("stranger", "Boris P.")] {
            let presenter = TransactionPresenter(
                Self.row(7, description: "rent", to: other), in: nil, signals: tree, tools: .forTests())
            presenter.open()
            try await eventuallyOnMain("it has a name") { presenter.state.names[other] == name }
            presenter.close()
        }
        #expect(services.signals(of: LedgerSignal.Parties.self).map(\.transfers) == [["t7"]])
    }

    @Test func theRegisterNamesTheOtherSideOnceAndWhereNothingElseIsSaid() async throws {
        let rows = [
            Self.row(1, .income, description: "", to: "stranger"), Self.row(2, description: "rent", to: "stranger"),
            Self.row(3, description: "", to: "nobody"), Self.row(4, description: ""),
        ]
        let services = FakeServices { answers in
            answers.answer(LedgerSignal.Accounts.self, LedgerSignal.AccountList(accounts: [AppSamples.main]))
            answers.answer(
                LedgerSignal.Parties.self,
                LedgerSignal.PartyList(parties: [LedgerSignal.Party(account: "stranger", owner: "Boris P.")]))
            answers.answer(HistorySignal.Transactions.self) { _, _ in
                HistorySignal.TransactionPage(transactions: rows, totals: [])
            }
            answers.answer(HistorySignal.Summary.self, HistorySignal.SummaryPage(rows: []))
        }
        let tree = fakeTree(services)
        let history = HistoryPresenter(AppSamples.main, signals: tree, tools: .forTests())
        history.open()
        try await eventuallyOnMain("the other side has a name") { history.state.names["stranger"] == "Boris P." }
        let screen = HistoryView().screen(history.state)
        let lines = PlainRenderer(language: .english).lines(of: screen.panes[0], in: screen)
        #expect(lines.count { $0.contains("Boris P.") } == 1, "\(lines)")
        #expect(lines.contains { $0.contains("rent") && !$0.contains("Boris") }, "\(lines)")
        let beside = PlainRenderer(language: .english).lines(of: screen.panes[1], in: screen)
        #expect(beside.contains { $0.contains("From: Boris P.") }, "\(beside)")
        let asked = services.signals(of: HistorySignal.Transactions.self).count
        history.receive(.perform(.retry))
        try await eventuallyOnMain("it was read again") {
            services.signals(of: HistorySignal.Transactions.self).count > asked && !history.isAsking
        }
        #expect(services.signals(of: LedgerSignal.Parties.self).map(\.transfers) == [["t1", "t3"]])
        history.close()
        withExtendedLifetime(tree) {}
    }
}
