import Coordination
import Domain
import Foundation
import Reasons
import Signals
import TestSupport
import Testing

@testable import GatewayScenes
@testable import GatewaySession

/// A bank's file in the app: read, previewed, confirmed, booked once, and undone.
@Suite @MainActor struct ImportSceneTests {
    private static func services(
        similar: Bool = false, unreadable: Bool = false,
        book: @escaping @Sendable (LedgerSignal.ImportRows, SignalContext) throws -> Void = { _, _ in },
        also: (inout FakeServices.Answers) -> Void = { _ in }
    ) -> FakeServices {
        let rows = [ImportScreens.row(2, "100", "salary"), ImportScreens.row(3, "-40", "tram")]
        return FakeServices { answers in
            also(&answers)
            answers.answer(
                LedgerSignal.Accounts.self,
                LedgerSignal.AccountList(accounts: [AppSamples.main, AppSamples.savings]))
            answers.answer(HistorySignal.ReadStatement.self) { signal, _ in
                if unreadable, signal.skipBad != true {
                    throw Fault(
                        .invalidArgument, .badFileLine, ["line": 4, "lines": 1], cause: .rowHasNoAmount,
                        field: "content")
                }
                return ImportScreens.file(rows)
            }
            let found = HistorySignal.SimilarRow(
                row: 1, transfer: "t17", amount: rows[1].amount, date: AppSamples.now, description: "bus")
            answers.answer(
                HistorySignal.FindSimilar.self, HistorySignal.SimilarRows(similar: similar ? [found] : []))
            answers.answer(LedgerSignal.ImportRows.self) { signal, context in
                if signal.preview != true { try book(signal, context) }
                return LedgerSignal.ImportAnswer(
                    rows: signal.rows.map { _ in LedgerSignal.ImportedRow(status: .new) }, opening: nil,
                    new: signal.rows.count, known: 0, conflict: 0, income: AppSamples.money("100"),
                    expense: AppSamples.money("40"), balance: AppSamples.money("12560.50"), shortfall: nil,
                    preview: signal.preview == true, import: signal.preview == true ? nil : "i1")
            }
        }
    }

    /// Returns a presenter with a file in its form.
    private func presenter(
        _ services: FakeServices, _ directory: TemporaryDirectory
    ) async throws -> (ImportPresenter, RelayCoordinator) {
        try "x".write(toFile: directory.path + "/march.csv", atomically: true, encoding: .utf8)
        let tree = fakeTree(services)
        var tools = SceneTools.forTests()
        tools.home = directory.path
        let presenter = ImportPresenter(into: AppSamples.savings.id, signals: tree, tools: tools)
        presenter.open()
        try await eventuallyOnMain("the form is there") { !presenter.state.form.fields.isEmpty }
        presenter.receive(.fill(field: "file", "~/march.csv"))
        return (presenter, tree)
    }

    private func look(_ presenter: ImportPresenter) async throws -> ImportState.Look {
        presenter.receive(.perform("look"))
        try await eventuallyOnMain("it is seen") { if case .seen = presenter.state.stage { true } else { false } }
        return try #require(presenter.state.look)
    }

    @Test func whatTakesOutMoreThanItBringsTakesThePassword() async throws {
        let services = Self.services { signal, _ in
            guard signal.code == "proof of right" else {
                throw Fault(.confirmationRequired, "It takes the password.", details: ["password": .flag(true)])
            }
        } also: { answers in
            answers.answer(AuthSignal.Prove.self) { signal, _ in
                guard signal.password == "right" else {
                    throw Fault(.invalidCredentials, "This password is wrong.", field: "password")
                }
                return AuthSignal.Proof(proof: "proof of right", expiresAt: AppSamples.now)
            }
        }
        let directory = TemporaryDirectory()
        let (presenter, tree) = try await presenter(services, directory)
        _ = try await look(presenter)
        presenter.receive(.enter)
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it asks") { presenter.state.proof.focused?.name == "password" }
        let screen = ImportView().screen(presenter.state)
        #expect(screen.form?.focused?.kind == .secret && screen.actions.map(\.name) == [.enter])
        presenter.receive(.enter)
        #expect(presenter.state.proof.focused?.problem == RegisterTexts.empty)
        for character in "wrong" { presenter.receive(.type(character)) }
        presenter.receive(.enter)
        try await eventuallyOnMain("it is refused") {
            if case .seen = presenter.state.stage { presenter.state.proof.focused?.problem != nil } else { false }
        }
        #expect(presenter.state.proof["password"].isEmpty && presenter.state.fault == nil)
        #expect(presenter.goBack() && presenter.state.proof.fields.isEmpty, "a step back leaves the field")
        presenter.receive(.enter)
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it asks again") { presenter.state.proof.focused?.name == "password" }
        for character in "right" { presenter.receive(.type(character)) }
        presenter.receive(.enter)
        try await eventuallyOnMain("it is done") { if case .done = presenter.state.stage { true } else { false } }
        let sent = services.signals(of: LedgerSignal.ImportRows.self).filter { $0.preview != true }
        #expect(sent.map(\.code) == [nil, nil, "proof of right"])
        presenter.close()
        withExtendedLifetime(tree) {}
    }

    @Test func nothingIsBookedBeforeAYesAndThenOnceByOneKey() async throws {
        let keys = Recorded<String?>()
        let services = Self.services { _, context in
            keys.add(context.idempotencyKey)
            if keys.values.count == 1 { throw Fault(.unavailable, "Ledger is being restarted.") }
        }
        let directory = TemporaryDirectory()
        let (presenter, tree) = try await presenter(services, directory)
        let look = try await look(presenter)
        #expect(look.outcome.new == 2 && look.run.account.id == AppSamples.savings.id)
        presenter.receive(.enter)
        #expect(presenter.state.question?.chosenAnswer.kind == .no)
        presenter.receive(.enter)
        #expect(presenter.state.question == nil)
        #expect(services.signals(of: LedgerSignal.ImportRows.self).allSatisfy { $0.preview == true })
        presenter.receive(.enter)
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is said that ledger is gone") { presenter.state.fault?.code == .unavailable }
        presenter.receive(.enter)
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is done") { if case .done = presenter.state.stage { true } else { false } }
        #expect(keys.values.count == 2 && Set(keys.values).count == 1)
        let booked = try #require(services.signals(of: LedgerSignal.ImportRows.self).last)
        #expect(booked.fileName == "march.csv" && booked.account == AppSamples.savings.id && booked.rows.count == 2)
        let done = Counter()
        presenter.output = { _ = done.next() }
        presenter.receive(.enter)
        #expect(done.value == 1)
        withExtendedLifetime(tree) {}
    }

    @Test func aRowThatIsPerhapsKnownIsDecidedUpon() async throws {
        let services = Self.services(similar: true)
        let directory = TemporaryDirectory()
        let (presenter, tree) = try await presenter(services, directory)
        let look = try await look(presenter)
        #expect(look.outcome.similar == 1)
        presenter.receive(.enter)
        #expect(presenter.state.question?.answers.map(\.name) == ["no", "skip-similar", "keep-similar"])
        presenter.receive(.perform("skip-similar"))
        try await eventuallyOnMain("it is looked at again") {
            presenter.state.look?.run.choices.similarity == .skipped
        }
        presenter.receive(.enter)
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is done") { if case .done = presenter.state.stage { true } else { false } }
        let booked = try #require(services.signals(of: LedgerSignal.ImportRows.self).last)
        #expect(booked.preview == false && booked.rows.map(\.description) == ["salary"])
        withExtendedLifetime(tree) {}
    }

    @Test func linesThatCannotBeReadAreLeftOutAfterAQuestion() async throws {
        let services = Self.services(unreadable: true)
        let directory = TemporaryDirectory()
        let (presenter, tree) = try await presenter(services, directory)
        presenter.receive(.perform("look"))
        try await eventuallyOnMain("it is asked about") { presenter.state.question != nil }
        presenter.receive(.enter)
        #expect(services.signals(of: HistorySignal.ReadStatement.self).count == 1, "no is the usual answer")
        presenter.receive(.perform("look"))
        try await eventuallyOnMain("it is asked about again") { presenter.state.question != nil }
        presenter.receive(.perform("leave-out"))
        try await eventuallyOnMain("it is seen") { presenter.state.look != nil }
        withExtendedLifetime(tree) {}
    }

    @Test func whatCannotBeReadIsSaidAtTheField() async throws {
        let services = Self.services()
        let directory = TemporaryDirectory()
        let (presenter, tree) = try await presenter(services, directory)
        presenter.receive(.fill(field: "file", "~/april.csv"))
        presenter.receive(.perform("look"))
        try await eventuallyOnMain("it is said") { presenter.state.form.fields[0].problem == ImportTexts.noFile }
        presenter.receive(.fill(field: "file", "~"))
        presenter.receive(.perform("look"))
        try await eventuallyOnMain("it is said") { presenter.state.form.fields[0].problem == ImportTexts.isFolder }
        #expect(presenter.state.files?.names == ["march.csv"])
        presenter.receive(.fill(field: "file", "~/march.csv"))
        presenter.receive(.fill(field: "opening", "much"))
        presenter.receive(.perform("look"))
        #expect(presenter.state.form.focused?.name == "opening")
        #expect(services.signals(of: HistorySignal.ReadStatement.self).isEmpty)
        withExtendedLifetime(tree) {}
    }

    @Test func tabWritesThePathOnAndThenLeaves() async throws {
        let directory = TemporaryDirectory()
        let (presenter, tree) = try await presenter(Self.services(), directory)
        presenter.receive(.fill(field: "file", "~/ma"))
        presenter.receive(.nextField)
        try await eventuallyOnMain("it is written on") { presenter.state.form["file"] == "~/march.csv" }
        #expect(presenter.state.form.focused?.name == "file")
        presenter.receive(.nextField)
        try await eventuallyOnMain("it leaves") { presenter.state.form.focused?.name == "account" }
        withExtendedLifetime(tree) {}
    }

    // MARK: Taking back

    private func imports(
        missing: Money? = nil, code: String? = nil
    ) async throws -> (ImportsPresenter, FakeServices, RelayCoordinator) {
        let services = FakeServices { answers in
            answers.answer(LedgerSignal.Accounts.self, LedgerSignal.AccountList(accounts: [AppSamples.main]))
            answers.answer(
                LedgerSignal.Imports.self,
                LedgerSignal.ImportList(imports: [ImportScreens.list("i18", "march.csv")], nextCursor: nil))
            answers.answer(AuthSignal.Me.self, AppSamples.me(hasCodes: true))
            answers.answer(LedgerSignal.UndoImport.self) { signal, _ in
                if let code, signal.preview != true, signal.code != code {
                    throw signal.code == nil
                        ? Fault(.confirmationRequired, "It takes a code.") : Fault(.wrongCode, "This is not the code.")
                }
                return ImportScreens.undone(isPreview: signal.preview == true, missing: missing)
            }
        }
        let tree = fakeTree(services)
        let presenter = ImportsPresenter(signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("they are listed") { presenter.state.imports.value?.count == 1 }
        presenter.receive(.perform("undo"))
        return (presenter, services, tree)
    }

    @Test func anImportIsTakenBackAfterAYes() async throws {
        let (presenter, services, tree) = try await imports()
        try await eventuallyOnMain("it is asked") { presenter.state.question != nil && !presenter.state.isBusy }
        presenter.receive(.enter)
        #expect(services.signals(of: LedgerSignal.UndoImport.self).map(\.preview) == [true])
        presenter.receive(.perform("undo"))
        try await eventuallyOnMain("it is asked again") { presenter.state.question != nil && !presenter.state.isBusy }
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is done") { presenter.state.said == ImportsTexts.undone(5) }
        #expect(services.signals(of: LedgerSignal.UndoImport.self).last?.import == "i18")
        withExtendedLifetime(tree) {}
    }

    @Test func takingBackMoreThanItBroughtTakesACode() async throws {
        let (presenter, services, tree) = try await imports(code: "123456")
        try await eventuallyOnMain("it is asked") { presenter.state.question != nil && !presenter.state.isBusy }
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("a code is wanted") { presenter.state.proving == "i18" && !presenter.state.isBusy }
        #expect(ImportsView().screen(presenter.state).form?.focused?.name == "code")
        for character in "654321" { presenter.receive(.type(character)) }
        presenter.receive(.enter)
        try await eventuallyOnMain("it is refused") {
            presenter.state.form.focused?.problem != nil && !presenter.state.isBusy
        }
        for character in "123456" { presenter.receive(.type(character)) }
        presenter.receive(.enter)
        try await eventuallyOnMain("it is done") { presenter.state.said == ImportsTexts.undone(5) }
        #expect(presenter.state.proving == nil && !presenter.goBack())
        #expect(services.signals(of: LedgerSignal.UndoImport.self).map(\.code) == [nil, nil, "654321", "123456"])
        withExtendedLifetime(tree) {}
    }

    @Test func whatWasSpentSinceStandsInTheWay() async throws {
        let (presenter, services, tree) = try await imports(missing: AppSamples.money("70"))
        try await eventuallyOnMain("it is said") { presenter.state.fault != nil }
        #expect(presenter.state.question == nil)
        #expect(services.signals(of: LedgerSignal.UndoImport.self).count == 1)
        withExtendedLifetime(tree) {}
    }
}
