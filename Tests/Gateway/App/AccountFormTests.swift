import Coordination
import Domain
import Signals
import Testing

@testable import GatewayScenes
@testable import GatewayWords

/// The form of an account: its input and its output.
@Suite @MainActor struct AccountFormTests {
    private nonisolated static let dollars = Currency(code: "USD") ?? AppSamples.roubles
    private nonisolated static let opened = LedgerSignal.AccountAnswer(
        account: AppSamples.account("n1n2n3", "travel", "0"))

    private static func services(
        _ open: @escaping @Sendable (LedgerSignal.OpenAccount, SignalContext) async throws -> LedgerSignal.AccountAnswer
    ) -> FakeServices {
        FakeServices { answers in
            answers.answer(
                LedgerSignal.Accounts.self, LedgerSignal.AccountList(accounts: [AppSamples.main, AppSamples.savings]))
            answers.answer(LedgerSignal.OpenAccount.self, open)
            answers.answer(LedgerSignal.Rename.self, opened)
        }
    }

    private func form(
        _ services: FakeServices, renaming account: LedgerSignal.Account? = nil
    ) -> (presenter: AccountFormPresenter, done: Recorded<String>, tree: RelayCoordinator) {
        let tree = fakeTree(services)
        let presenter = AccountFormPresenter(
            renaming: account, currency: AppSamples.roubles, signals: tree, tools: .forTests())
        let done = Recorded<String>()
        presenter.output = { done.add($0.id) }
        presenter.open()
        return (presenter, done, tree)
    }

    private func type(_ text: String, into presenter: AccountFormPresenter) {
        for character in text { presenter.receive(.type(character)) }
    }

    @Test func anAccountIsOpenedInACurrencyThatIsLookedFor() async throws {
        let services = Self.services { _, _ in Self.opened }
        let (presenter, done, tree) = form(services)
        #expect(presenter.state.form.focused?.name == "name")
        #expect(presenter.state.form.fields[1].shown.spoken(in: .english).hasPrefix("RUB"), "the usual one")
        type("travel", into: presenter)
        presenter.receive(.enter)
        #expect(presenter.state.form.focused?.name == "currency")
        type("долл сша", into: presenter)
        #expect(presenter.state.form.fields[1].shown.spoken(in: .russian) == "USD  доллар США")
        presenter.receive(.enter)
        try await eventuallyOnMain("it is opened") { done.values == ["n1n2n3"] }
        let sent = try #require(services.signals(of: LedgerSignal.OpenAccount.self).first)
        #expect(sent.name == "travel" && sent.currency == Self.dollars)
        withExtendedLifetime(tree) {}
    }

    @Test func withoutANameItIsCalledByItsCurrency() async throws {
        let services = Self.services { _, _ in Self.opened }
        let (presenter, done, tree) = form(services)
        presenter.receive(.fill(field: "name", "  "))
        presenter.receive(.perform("save"))
        try await eventuallyOnMain("it is opened") { !done.values.isEmpty }
        #expect(services.signals(of: LedgerSignal.OpenAccount.self).map(\.name) == [nil])
        withExtendedLifetime(tree) {}
    }

    @Test func fieldsAreCheckedWhileTheyAreTyped() async throws {
        let services = Self.services { _, _ in Self.opened }
        let (presenter, _, tree) = form(services)
        presenter.receive(.fill(field: "name", String(repeating: "я", count: 101)))
        #expect(presenter.state.form.fields[0].problem == AccountFormTexts.tooLong)
        presenter.receive(.enter)
        #expect(presenter.state.form.focused?.name == "name", "which is still wrong")
        presenter.receive(.fill(field: "name", "travel"))
        presenter.receive(.fill(field: "currency", "thaler"))
        #expect(presenter.state.form.fields[1].problem == AccountFormTexts.noCurrency)
        presenter.receive(.perform("save"))
        #expect(presenter.state.form.focused?.name == "currency")
        #expect(services.signals(of: LedgerSignal.OpenAccount.self).isEmpty)
        presenter.receive(.fill(field: "currency", "eur"))
        #expect(presenter.state.form.fields.allSatisfy { $0.problem == nil })
        withExtendedLifetime(tree) {}
    }

    @Test func aNameThatIsTakenIsSaidAndMayBeUsed() async throws {
        let services = Self.services { _, _ in Self.opened }
        let (presenter, done, tree) = form(services)
        try await eventuallyOnMain("the others are known") { !presenter.state.names.isEmpty }
        presenter.receive(.fill(field: "name", "Main"))
        #expect(presenter.state.form.fields[0].note == AccountFormTexts.taken("Main"))
        presenter.receive(.fill(field: "name", "Mains"))
        #expect(presenter.state.form.fields[0].note == AccountFormTexts.nameNote)
        presenter.receive(.fill(field: "name", "main"))
        presenter.receive(.perform("save"))
        try await eventuallyOnMain("it is opened") { !done.values.isEmpty }
        withExtendedLifetime(tree) {}
    }

    @Test func whatIsUncertainIsAskedAgainWithTheSameKey() async throws {
        let keys = Recorded<String?>()
        let services = Self.services { _, context in
            keys.add(context.idempotencyKey)
            if keys.values.count < 3 { throw Fault(.unavailable, "Ledger is being restarted.") }
            return Self.opened
        }
        let (presenter, done, tree) = form(services)
        presenter.receive(.perform("save"))
        presenter.receive(.perform("save"))
        try await eventuallyOnMain("it is opened") { done.values.count == 1 }
        #expect(keys.values.count == 3 && Set(keys.values).count == 1 && keys.values[0] != nil)
        // The form is done: further typing opens nothing more.
        presenter.receive(.perform("save"))
        presenter.receive(.enter)
        #expect(keys.values.count == 3 && presenter.state.isSending)
        withExtendedLifetime(tree) {}
    }

    @Test func aRefusalStandsAtItsFieldOrBelow() async throws {
        let faults = Recorded<Fault>()
        let keys = Recorded<String?>()
        let services = Self.services { _, context in
            keys.add(context.idempotencyKey)
            throw faults.values.last ?? Fault(.internalFault, "Nothing is set up.")
        }
        let (presenter, done, tree) = form(services)
        // When they come, the fields are checked anew, and what was refused is no longer said.
        try await eventuallyOnMain("the others are known") { !presenter.state.names.isEmpty }
        faults.add(Fault.invalidArgument("name", "must not contain control characters"))
        presenter.receive(.perform("save"))
        try await eventuallyOnMain("it stands at the name") { presenter.state.form.fields[0].problem != nil }
        #expect(presenter.state.fault == nil && presenter.state.form.focused?.name == "name")
        faults.add(Fault(.limitExceeded, "You already have 1000 accounts and cannot open more."))
        presenter.receive(.perform("save"))
        try await eventuallyOnMain("it stands below") { presenter.state.fault?.code == .limitExceeded }
        // After a permanent refusal the next attempt is a new request, because an account may have been closed since.
        #expect(Set(keys.values).count == 2 && done.values.isEmpty)
        presenter.receive(.type("x"))
        #expect(presenter.state.fault == nil)
        withExtendedLifetime(tree) {}
    }

    @Test func anAccountGetsAnotherName() async throws {
        let services = Self.services { _, _ in Self.opened }
        let (presenter, done, tree) = form(services, renaming: AppSamples.main)
        #expect(presenter.state.form.fields.map(\.name) == ["name"] && presenter.state.form["name"] == "main")
        presenter.receive(.clearField)
        presenter.receive(.enter)
        #expect(presenter.state.form.fields[0].problem == RegisterTexts.empty)
        type("household", into: presenter)
        presenter.receive(.enter)
        try await eventuallyOnMain("it is renamed") { done.values.count == 1 }
        let sent = try #require(services.signals(of: LedgerSignal.Rename.self).first)
        #expect(sent.account == AppSamples.main.id && sent.name == "household")
        let idle = Self.services { _, _ in Self.opened }
        let (same, kept, other) = form(idle, renaming: AppSamples.main)
        same.receive(.enter)
        #expect(kept.values == [AppSamples.main.id])
        #expect(idle.signals(of: LedgerSignal.Rename.self).isEmpty, "nothing was to be done")
        withExtendedLifetime((tree, other)) {}
    }
}
