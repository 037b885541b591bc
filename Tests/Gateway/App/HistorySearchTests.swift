import Coordination
import Domain
import Reasons
import Signals
import Testing

@testable import GatewayScenes

/// The search field of the history takes queries.
@Suite @MainActor struct HistorySearchTests {
    private nonisolated static func services(refusing refused: String? = nil) -> FakeServices {
        FakeServices { answers in
            answers.answer(LedgerSignal.Accounts.self, LedgerSignal.AccountList(accounts: [AppSamples.main]))
            answers.answer(HistorySignal.Summary.self) { _, _ in HistorySignal.SummaryPage(rows: []) }
            answers.answer(HistorySignal.Transactions.self) { signal, _ in
                if let refused, signal.query == refused {
                    throw Fault.invalidArgument(
                        "query", .unknownQueryTerm, ["term": "foo:bar", "position": 1, "keys": "cat:"])
                }
                let roubles = AppSamples.roubles
                return HistorySignal.TransactionPage(
                    transactions: [AppSamples.transaction(1)],
                    totals: [
                        HistorySignal.Total(
                            currency: roubles, income: AppSamples.money("1"), expense: AppSamples.money("2"))
                    ])
            }
        }
    }

    private func search(_ text: String, _ presenter: HistoryPresenter) {
        presenter.receive(.perform("search"))
        presenter.receive(.fill(field: "text", text))
        presenter.receive(.enter)
    }

    /// Runs `body` with a history that was opened with a search.
    private func withHistory(
        _ services: FakeServices, searching text: String = "", _ body: (HistoryPresenter) async throws -> Void
    ) async throws {
        let tree = fakeTree(services)
        let presenter = HistoryPresenter(nil, searching: text, signals: tree, tools: .forTests())
        presenter.open()
        try await body(presenter)
        presenter.close()
        withExtendedLifetime(tree) {}
    }

    @Test func namesOfAccountsBecomeTheirIds() async throws {
        let services = Self.services()
        try await withHistory(services) { presenter in
            search("acct:\(AppSamples.main.name) кофе", presenter)
            let expected = "acct:\"\(AppSamples.main.id)\" кофе"
            try await eventuallyOnMain("it was searched") {
                services.signals(of: HistorySignal.Transactions.self).contains { $0.query == expected }
                    && services.signals(of: HistorySignal.Summary.self).contains { $0.query == expected }
            }
            #expect(presenter.state.text == "acct:\(AppSamples.main.name) кофе", "the field shows what was typed")
        }
    }

    @Test(arguments: ["foo:bar", "acct:nobody"])
    func aRefusedQueryShowsItsErrorBesideTheField(query: String) async throws {
        let services = Self.services(refusing: "foo:bar")
        try await withHistory(services) { presenter in
            try await eventuallyOnMain("rows are there") { presenter.state.rows.value != nil }
            search(query, presenter)
            try await eventuallyOnMain("it is refused") { presenter.state.dialogue?.form.fields.first?.problem != nil }
            #expect(presenter.state.dialogue?.form["text"] == query)
            // Left for the list, the field does not come back with each refresh.
            #expect(presenter.goBack() && presenter.state.dialogue == nil)
            presenter.receive(.perform(.retry))
            try await eventuallyOnMain("it was tried again") { !presenter.isAsking }
            #expect(presenter.state.dialogue == nil && presenter.state.rows.value == nil)
            search("кофе", presenter)
            try await eventuallyOnMain("rows are there") { presenter.state.rows.value != nil }
        }
    }

    @Test func anAddressWithARefusedQueryOpensTheField() async throws {
        try await withHistory(Self.services(refusing: "foo:bar"), searching: "foo:bar") { presenter in
            try await eventuallyOnMain("it is refused") { presenter.state.dialogue?.form.fields.first?.problem != nil }
        }
    }

    @Test(arguments: [
        ("кофе", false, false), ("is:own", true, false), ("-is:undone", false, true), ("is:reversed", false, true),
    ])
    func sumsLeaveOutWhatTheQueryDoesNotSpeakOf(query: String, speaksOfOwn: Bool, speaksOfUndone: Bool) async throws {
        let services = Self.services()
        try await withHistory(services, searching: query) { presenter in
            try await eventuallyOnMain("totals are there") { presenter.state.rows.value?.totals.isEmpty == false }
            let totals = try #require(services.signals(of: HistorySignal.Transactions.self).last { $0.limit == 1 })
            #expect(totals.query == query)
            #expect(totals.own == (speaksOfOwn ? nil : false) && totals.undone == (speaksOfUndone ? nil : false))
        }
    }
}
