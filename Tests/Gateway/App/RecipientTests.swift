import Coordination
import Domain
import Signals
import Testing

@testable import GatewayScenes
@testable import GatewayWords

/// The payee in every form that asks for one: own accounts and saved payees are offered, users are looked up.
@Suite @MainActor struct RecipientTests {
    private nonisolated static let boris = LedgerSignal.Payee(
        name: "Boris", account: "b0r1s0000001", currency: AppSamples.roubles, status: .active, owner: "Boris P.")
    private nonisolated static let found = LedgerSignal.FoundPayee(
        account: "f0und0000001", currency: AppSamples.roubles, status: .active, isOwn: false, owner: "Vera S.")

    private static func services() -> FakeServices {
        let schedule = AppSamples.schedule("500", next: AppSamples.today)
        let template = LedgerSignal.Template(
            name: "lunch", from: AppSamples.main.id, to: boris.account, amount: nil, description: "")
        return FakeServices { answers in
            answers.answer(
                LedgerSignal.Accounts.self,
                LedgerSignal.AccountList(accounts: [AppSamples.main, AppSamples.savings]))
            answers.answer(LedgerSignal.Payees.self, LedgerSignal.PayeeList(payees: [boris]))
            answers.answer(LedgerSignal.Templates.self, LedgerSignal.TemplateList(templates: []))
            answers.answer(LedgerSignal.FindPayee.self) { asked, _ in
                LedgerSignal.PayeesFound(payees: asked.to == "@vera" ? [found] : [])
            }
            answers.answer(LedgerSignal.MakeSchedule.self, LedgerSignal.ScheduleAnswer(schedule: schedule))
            answers.answer(LedgerSignal.SaveTemplate.self, LedgerSignal.TemplateAnswer(template: template))
        }
    }

    private func schedule(_ tree: RelayCoordinator) async throws -> ScheduleFormPresenter {
        let presenter = ScheduleFormPresenter(signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("the form is there") { !presenter.state.form.fields.isEmpty }
        return presenter
    }

    private func template(_ tree: RelayCoordinator) async throws -> TemplatesPresenter {
        let presenter = TemplatesPresenter(signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("they are listed") { presenter.state.templates.value != nil }
        presenter.receive(.perform("add"))
        presenter.receive(.fill(field: "name", "lunch"))
        return presenter
    }

    private func field(_ form: Form?) -> FormField? { form?.fields.first { $0.name == "to" } }

    @Test func ownAccountsAndPayeesAreOffered() async throws {
        let tree = fakeTree(Self.services())
        let schedule = try await schedule(tree)
        let template = try await template(tree)
        for presenter in [schedule, template] as [any ScenePresenter] { presenter.receive(.focus(field: "to")) }
        for form in [schedule.state.form, template.state.adding] {
            #expect(field(form)?.offers == ["savings", "Boris"])
            #expect(field(form)?.keysNote == TransferTexts.offers(["savings", "Boris"]))
        }
        for presenter in [schedule, template] as [any ScenePresenter] {
            presenter.receive(.type("b"))
            presenter.receive(.step(.right))
        }
        #expect(schedule.state.form["to"] == "Boris" && template.state.adding?["to"] == "Boris", "→ completes")
        schedule.receive(.focus(field: "from"))
        schedule.receive(.step(.right))
        #expect(field(schedule.state.form)?.offers == ["main", "Boris"], "the payer is none of them")
        schedule.close()
        template.close()
        withExtendedLifetime(tree) {}
    }

    @Test func theBeginningOfAPayeeIsWrongOnlyOnceItIsMeant() async throws {
        let tree = fakeTree(Self.services())
        let presenter = TransferPresenter(from: AppSamples.main.id, signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("the accounts are there") { !presenter.state.form.fields.isEmpty }
        presenter.receive(.focus(field: "to"))
        for letter in "bo" { presenter.receive(.type(letter)) }
        #expect(field(presenter.state.form)?.problem == nil)
        #expect(field(presenter.state.form)?.keysNote == TransferTexts.offers(["Boris"]))
        presenter.receive(.enter)
        #expect(field(presenter.state.form)?.problem != nil && presenter.state.form.focused?.name == "to")
        withExtendedLifetime(tree) { presenter.close() }
    }

    @Test func theAccountThatPaysIsNotOfferedWhenATransferBegins() async throws {
        let tree = fakeTree(Self.services())
        let presenter = TransferPresenter(from: AppSamples.main.id, signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("the accounts are there") { !presenter.state.form.fields.isEmpty }
        #expect(field(presenter.state.form)?.offers == ["savings", "Boris"])
        withExtendedLifetime(tree) { presenter.close() }
    }

    @Test func accountsInOtherCurrenciesAreNotOffered() throws {
        let dollars = try #require(Currency(code: "USD"))
        let other = LedgerSignal.Payee(
            name: "Ann", account: "a0nn00000001", currency: dollars, status: .active, owner: "Ann A.")
        let recipients = Recipients(accounts: [AppSamples.main, AppSamples.savings], payees: [Self.boris, other])
        var form = Form([FormField("to", TransferTexts.to)])
        recipients.offer(in: &form, from: AppSamples.main.id)
        #expect(field(form)?.offers == ["savings", "Boris"])
    }

    @Test func aPayeeIsPaidByItsAccount() async throws {
        let services = Self.services()
        let tree = fakeTree(services)
        let schedule = try await schedule(tree)
        schedule.receive(.fill(field: "to", "boris"))
        schedule.receive(.fill(field: "amount", "500"))
        schedule.receive(.perform("save"))
        #expect(schedule.state.question?.text.spoken(in: .english).contains("from main to Boris") == true)
        schedule.receive(.perform("yes"))
        try await eventuallyOnMain("it is set up") { !services.signals(of: LedgerSignal.MakeSchedule.self).isEmpty }
        #expect(services.signals(of: LedgerSignal.MakeSchedule.self).map(\.to) == [Self.boris.account])
        let template = try await template(tree)
        template.receive(.fill(field: "to", "Boris"))
        template.receive(.perform("save"))
        try await eventuallyOnMain("it is saved") { template.state.said != nil }
        #expect(services.signals(of: LedgerSignal.SaveTemplate.self).map(\.to) == [Self.boris.account])
        #expect(template.state.name(of: Self.boris.account) == "Boris")
        schedule.close()
        template.close()
        withExtendedLifetime(tree) {}
    }

    @Test func enterLooksForAUserOnceMore() async throws {
        let services = Self.services()
        let tree = fakeTree(services)
        let presenter = TransferPresenter(from: AppSamples.main.id, signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("the accounts are there") { !presenter.state.form.fields.isEmpty }
        presenter.receive(.fill(field: "to", "@nobody"))
        presenter.receive(.fill(field: "amount", "500"))
        presenter.receive(.focus(field: "description"))
        try await eventuallyOnMain("it says so") { field(presenter.state.form)?.problem != nil }
        let asked = services.signals(of: LedgerSignal.FindPayee.self).count
        presenter.receive(.enter)
        try await eventuallyOnMain("it says so again") {
            field(presenter.state.form)?.problem != nil
                && services.signals(of: LedgerSignal.FindPayee.self).count > asked
        }
        presenter.close()
        withExtendedLifetime(tree) {}
    }

    @Test func aUserIsLookedForBeforeAnythingIsAskedOrKept() async throws {
        let services = Self.services()
        let tree = fakeTree(services)
        let schedule = try await schedule(tree)
        schedule.receive(.fill(field: "to", "@vera"))
        schedule.receive(.fill(field: "amount", "500"))
        schedule.receive(.perform("save"))
        try await eventuallyOnMain("it is asked about") { schedule.state.question != nil && !schedule.state.isSending }
        #expect(schedule.state.question?.text.spoken(in: .english).contains("Vera S.") == true)
        schedule.receive(.perform("no"))
        schedule.receive(.fill(field: "to", "@nobody"))
        schedule.receive(.perform("save"))
        try await eventuallyOnMain("it says so") { field(schedule.state.form)?.problem != nil }
        #expect(schedule.state.question == nil && schedule.state.form.focused?.name == "to")
        let template = try await template(tree)
        template.receive(.fill(field: "to", "@nobody"))
        template.receive(.perform("save"))
        try await eventuallyOnMain("it says so") {
            field(template.state.adding)?.problem != nil && !template.state.isSending
        }
        template.receive(.fill(field: "to", "@ vera"))
        template.receive(.perform("save"))
        try await eventuallyOnMain("it is saved") { template.state.said != nil }
        #expect(services.signals(of: LedgerSignal.SaveTemplate.self).map(\.to) == [Self.found.account])
        schedule.close()
        template.close()
        withExtendedLifetime(tree) {}
    }
}
