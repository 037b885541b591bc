import Coordination
import Domain
import Signals
import Testing

@testable import GatewayScenes
@testable import GatewayWords

/// Templates of transfers: used, saved, deleted.
@Suite @MainActor struct TemplateSceneTests {
    nonisolated static let templates = [
        LedgerSignal.Template(
            name: "rent", from: AppSamples.main.id, to: "landlord", amount: AppSamples.money("15000"),
            description: "flat"),
        LedgerSignal.Template(
            name: "save", from: AppSamples.main.id, to: AppSamples.savings.id, amount: nil, description: ""),
    ]

    private static func services() -> FakeServices {
        FakeServices { answers in
            answers.answer(
                LedgerSignal.Accounts.self,
                LedgerSignal.AccountList(accounts: [AppSamples.main, AppSamples.savings]))
            answers.answer(LedgerSignal.Templates.self, LedgerSignal.TemplateList(templates: templates))
            answers.answer(
                LedgerSignal.RemoveTemplate.self, LedgerSignal.TemplateAnswer(template: templates[0]))
            answers.answer(LedgerSignal.SaveTemplate.self, LedgerSignal.TemplateAnswer(template: templates[0]))
            answers.answer(LedgerSignal.MakeTransfer.self, AppSamples.transfer("500"))
        }
    }

    private func opened(_ services: FakeServices) async throws -> (TemplatesPresenter, RelayCoordinator) {
        let tree = fakeTree(services)
        let presenter = TemplatesPresenter(signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("they are listed") { presenter.state.templates.value != nil }
        return (presenter, tree)
    }

    @Test func oneFillsATransferWhichAsksAsAlways() async throws {
        let services = Self.services()
        let (presenter, tree) = try await opened(services)
        let used = Recorded<String>()
        presenter.output = { used.add($0.name) }
        presenter.receive(.step(.down))
        presenter.receive(.enter)
        #expect(used.values == ["save"])
        let transfer = TransferPresenter(
            from: nil, template: Self.templates[0], signals: tree, tools: .forTests())
        transfer.open()
        try await eventuallyOnMain("the form is there") { !transfer.state.form.fields.isEmpty }
        #expect(transfer.state.form["to"] == "landlord" && transfer.state.form["description"] == "flat")
        let amount = AmountText.money(AppSamples.money("15000"), in: .current)
        #expect(transfer.state.form["amount"] == amount && transfer.state.form.focused?.name == "amount")
        let own = TransferPresenter(from: nil, template: Self.templates[1], signals: tree, tools: .forTests())
        own.open()
        try await eventuallyOnMain("the form is there") { !own.state.form.fields.isEmpty }
        #expect(own.state.form["to"] == "savings" && own.state.form["amount"].isEmpty, "one's own by name")
        presenter.close()
    }

    @Test func oneIsKeptOnceItsFieldsMakeSense() async throws {
        let services = Self.services()
        let (presenter, tree) = try await opened(services)
        presenter.receive(.perform("add"))
        presenter.receive(.perform("save"))
        #expect(presenter.state.adding?.focused?.name == "name")
        for character in "lunch" { presenter.receive(.type(character)) }
        presenter.receive(.perform("save"))
        #expect(presenter.state.adding?.focused?.name == "to")
        presenter.receive(.fill(field: "to", "savings"))
        presenter.receive(.fill(field: "amount", "many"))
        presenter.receive(.perform("save"))
        #expect(presenter.state.adding?.focused?.name == "amount")
        presenter.receive(.fill(field: "amount", ""))
        presenter.receive(.perform("save"))
        try await eventuallyOnMain("it is saved") { presenter.state.said == TemplatesTexts.saved("lunch") }
        let saved = try #require(services.signals(of: LedgerSignal.SaveTemplate.self).first)
        #expect(saved.name == "lunch" && saved.from == AppSamples.main.id && saved.to == AppSamples.savings.id)
        #expect(saved.amount == nil && saved.description == nil && presenter.state.adding == nil)
        presenter.close()
        withExtendedLifetime(tree) {}
    }

    @Test func oneOfTheSameNameIsReplacedOnlyAfterAYes() async throws {
        let services = Self.services()
        let (presenter, tree) = try await opened(services)
        presenter.receive(.perform("add"))
        presenter.receive(.fill(field: "name", "rent"))
        presenter.receive(.fill(field: "to", "savings"))
        presenter.receive(.perform("save"))
        presenter.receive(.enter)
        #expect(presenter.state.adding?["name"] == "rent" && presenter.state.question == nil)
        #expect(services.signals(of: LedgerSignal.SaveTemplate.self).isEmpty)
        presenter.receive(.perform("save"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is saved") { presenter.state.said == TemplatesTexts.saved("rent") }
        presenter.close()
        withExtendedLifetime(tree) {}
    }

    @Test func oneIsForgottenAfterAYes() async throws {
        let services = Self.services()
        let (presenter, tree) = try await opened(services)
        presenter.receive(.perform("remove"))
        #expect(presenter.goBack() && services.signals(of: LedgerSignal.RemoveTemplate.self).isEmpty)
        presenter.receive(.perform("remove"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is said") { presenter.state.said == TemplatesTexts.removed("rent") }
        #expect(services.signals(of: LedgerSignal.RemoveTemplate.self).map(\.name) == ["rent"])
        presenter.close()
        withExtendedLifetime(tree) {}
    }
}
