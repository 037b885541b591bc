import Coordination
import Domain
import GatewaySession
import GatewayWords
import Reasons
import Signals

/// Imports a bank's file into an account: reads the file, shows a preview, asks for consent, and books each row once,
/// however often the request is repeated.
@MainActor final class ImportPresenter: StatePresenter<ImportState> {
    /// Long enough for a long file.
    static let limit = Duration.seconds(60)
    /// The possible orders of a date's parts; nil, the first one, detects the order from the file.
    nonisolated static let orders: [HistorySignal.DateOrder?] = [nil, .dmy, .mdy, .ymd]

    private let wantedAccount: String?
    /// The options that are not fields of the form.
    private var choices = ImportChoices()
    private var reading: Task<Void, Never>?
    /// The file that a face has handed over; nil where its path is typed.
    private var handed: [UInt8]?
    /// Called when the import is finished.
    var output: (() -> Void)?

    /// Creates the scene.
    ///
    /// - Parameter account: The id of the selected account.
    init(into account: String?, signals: any Transmitter, tools: SceneTools) {
        wantedAccount = account
        super.init(ImportState(), signals: signals, tools: tools)
    }

    override func open() {
        load(\.accounts) { [weak self] in
            guard let self else { throw CancellationError() }
            let accounts = try await ask(LedgerSignal.Accounts()).accounts.filter { $0.status == .active }
            if state.form.fields.isEmpty { state.form = makeForm(accounts) }
            return accounts
        }
    }

    private func makeForm(_ accounts: [LedgerSignal.Account]) -> Form {
        Form([
            FormField("file", ImportTexts.file, note: ImportTexts.fileNote, keysNote: ImportTexts.pathNote),
            FormField(
                "account", ImportTexts.account,
                .choice(accounts.map { Text(verbatim: $0.name + "  ") + .money($0.balance) }),
                choice: accounts.firstIndex { $0.id == wantedAccount } ?? 0),
            FormField("opening", ImportTexts.opening, note: ImportTexts.openingNote),
            FormField(
                "order", ImportTexts.order, .choice(Self.orders.map(ImportTexts.name)), note: ImportTexts.orderNote),
            FormField(
                "signs", ImportTexts.signs, .choice([ImportTexts.signsKept, ImportTexts.signsTurned]),
                note: ImportTexts.signsNote),
        ])
    }

    override func goBack() -> Bool {
        if withdrawQuestion(at: \.question) { return true }
        if case .seen = state.stage, !state.proof.fields.isEmpty {
            (state.proof, state.said, state.fault) = (Form([]), nil, nil)
            return true
        }
        switch state.stage {
        case .editing, .done: return false
        // A request under way cannot be cancelled, only awaited.
        case .importing: return true
        case .reading, .seen:
            reading?.cancel()
            state.stage = .editing
            return true
        }
    }

    override func receive(_ input: SceneInput) {
        if answer(input, at: \.question) { return }
        switch state.stage {
        case .editing: edit(input)
        case .seen(let look): view(input, look)
        case .done(let look): if input == .enter { output?() } else { choose(input, look) }
        case .reading, .importing: break
        }
    }

    // MARK: The fields

    private func edit(_ input: SceneInput) {
        switch input {
        case .perform(.retry): open()
        case .nextField where state.form.focused?.name == "file": complete()
        case .enter: if state.form.isAtEnd { begin() } else { _ = state.form.receive(.nextField) }
        case .perform("look"): begin()
        case .file("file", let name, let bytes):
            (handed, state.files, choices, state.fault) = (bytes, nil, ImportChoices(), nil)
            state.form.change("file") { $0.fill(name) }
        default:
            let changed = state.form.receive(input)
            if changed != nil { state.fault = nil }
            if changed == "file" { (state.files, choices, handed) = (nil, ImportChoices(), nil) }
        }
    }

    /// Completes the path as far as it is unambiguous, and lists the candidates. If the path is complete or has no
    /// candidates, moves to the next field.
    private func complete() {
        guard tools.readsFiles else { return _ = state.form.receive(.nextField) }
        let typed = state.form["file"]
        let path = typedPath
        run { [weak self] in
            let (found, isFile) = await Self.off { (path.completion, path.isFile) }
            guard let self, state.form["file"] == typed, case .editing = state.stage else { return }
            let isSaid = state.files == found
            state.files = found.names.count > 1 ? found : nil
            if found.text != path.path, found.text != typed, !found.names.isEmpty {
                state.form.change("file") { $0.fill(found.text) }
                state.form.setProblems([:])
            } else if found.names.isEmpty || isFile && (found.names.count == 1 || isSaid) || typed.isEmpty && isSaid {
                _ = state.form.receive(.nextField)
            }
        }
    }

    private var typedPath: TypedPath { TypedPath(state.form["file"], home: tools.home) }

    /// Runs work off the main actor, because disks may be slow.
    private nonisolated static func off<Value: Sendable>(_ work: @Sendable @escaping () -> Value) async -> Value {
        await Task.detached { work() }.value
    }

    /// Reads the file if the fields are valid.
    private func begin() {
        guard let accounts = state.accounts.value, accounts.indices.contains(state.form.choice("account")) else {
            return
        }
        let account = accounts[state.form.choice("account")]
        var problems: [String: Text] = [:]
        choices.opening = nil
        if !state.form["opening"].isEmpty {
            do throws(UsageError) {
                choices.opening = try MoneyArgument.money(
                    state.form["opening"], standard: account.currency, flag: "opening")
            } catch {
                problems["opening"] = error.message
            }
        }
        if state.form["file"].isEmpty { problems["file"] = RegisterTexts.empty }
        if !state.form.points(to: problems) { look(account) }
    }

    /// Reads the file and requests a preview from ledger.
    private func look(_ account: LedgerSignal.Account) {
        let path = typedPath
        let handed = handed
        guard handed != nil || tools.readsFiles else {
            return _ = state.form.points(to: ["file": ImportTexts.chooseFile])
        }
        choices.fileName = ImportChoices.fileName(of: path.path)
        let (choices, order, turns) = (choices, state.form.choice("order"), state.form.choice("signs") == 1)
        let client = AppImportClient(presenter: self, key: newKey())
        (state.stage, state.fault, state.selected) = (.reading, nil, 0)
        reading = run { [weak self] in
            do {
                if handed == nil, let inside = await Self.off({ path.isFolder ? path.asFolder.completion : nil }) {
                    self?.show(inside)
                    return
                }
                let content =
                    if let handed { try StatementFile.checked(handed) } else { try await Self.content(of: path) }
                let file = try await StatementFile.rows(
                    of: content,
                    as: HistorySignal.ReadStatement(
                        currency: account.currency, dateOrder: Self.orders[order],
                        skipBad: choices.skipsBad ? true : nil, invertSigns: turns ? true : nil), by: client)
                var run = ImportRun(file: file, account: account, choices: choices, client: client)
                try await run.preview()
                guard let self, !Task.isCancelled else { return }
                state.stage = .seen(ImportState.Look(run))
            } catch {
                guard let self, !Task.isCancelled else { return }
                refuse(error, account)
            }
        }
    }

    /// Shows the content of the typed folder.
    private func show(_ inside: TypedPath.Completion) {
        (state.stage, state.files) = (.editing, inside)
        _ = state.form.points(to: ["file": ImportTexts.isFolder])
    }

    private nonisolated static func content(of path: TypedPath) async throws -> [UInt8] {
        try await Task.detached {
            guard path.isFile else { throw UsageError(ImportTexts.noFile, field: "file") }
            return try StatementFile.content(of: path.path)
        }.value
    }

    /// Shows the reason for a missing preview, at the field at fault if there is one.
    private func refuse(_ error: any Error, _ account: LedgerSignal.Account) {
        state.stage = .editing
        if let error = error as? UsageError {
            return _ = state.form.points(to: ["file": error.message])
        }
        let fault = SceneFault(error)
        // History tells how many lines could be left out, if any.
        if let fault = error as? Fault, fault.code == .invalidArgument, fault.details["lines"] != nil {
            let answer: @MainActor () -> Void = { [weak self] in
                self?.choices.skipsBad = true
                self?.look(account)
            }
            return pose(
                ImportTexts.unreadable(FaultTexts.text(of: fault)), at: \.question, answers: ["leave-out": answer])
        }
        let fields = ["dateOrder": "order", "openingBalance": "opening", "invertSigns": "signs"]
        if !state.form.points(to: fault, at: fault.field.flatMap({ fields[$0] })) { state.fault = fault }
    }

    // MARK: The content

    private func view(_ input: SceneInput, _ look: ImportState.Look) {
        if !state.proof.fields.isEmpty {
            switch state.proof.fill(input) {
            case .unchanged: return
            case .changed: return state.fault = nil
            case .filled: return commit(look)
            }
        }
        switch input {
        case .enter, .perform("import"): confirm(look)
        default: choose(input, look)
        }
    }

    private func choose(_ input: SceneInput, _ look: ImportState.Look) {
        let count = look.rows.count
        switch input {
        case .step(let step): state.selected = step.row(from: state.selected, count: count)
        case .choose(let row): state.selected = max(0, min(row, count - 1))
        default: break
        }
    }

    /// Asks what to do about the obstacle; without one, asks for consent.
    private func confirm(_ look: ImportState.Look) {
        func again(_ change: @escaping @MainActor (inout ImportChoices) -> Void) -> @MainActor () -> Void {
            { [weak self] in
                guard let self else { return }
                change(&choices)
                self.look(look.run.account)
            }
        }
        guard let obstacle = look.obstacle else {
            guard look.outcome.hasNews else { return }
            return pose(
                ImportTexts.importing(look.outcome, into: look.run.account.name), at: \.question,
                answers: ["yes": { [weak self] in self?.commit(look) }])
        }
        guard let question = ImportTexts.question(about: obstacle, look.outcome) else { return }
        pose(
            question, at: \.question,
            answers: [
                "leave-out": again { $0.skipsBad = true },
                "skip-similar": again { $0.similarity = .skipped },
                "keep-similar": again { $0.similarity = .kept },
            ])
    }

    private func commit(_ look: ImportState.Look) {
        let typed = state.proof
        (state.stage, state.fault) = (.importing(look), nil)
        run { [weak self] in
            guard let self else { return }
            var run = look.run
            do {
                run.code = try await proof(in: typed)
                try await run.commit()
                (state.stage, state.proof, state.said) = (.done(ImportState.Look(run)), Form([]), nil)
            } catch {
                // Repeated with the same keys, the request books no row twice.
                state.stage = .seen(look)
                await refuse(error, hadProof: run.code != nil)
            }
        }
    }

    /// Asks for a code or the password if ledger requires one; shows any other fault.
    private func refuse(_ error: any Error, hadProof: Bool) async {
        if !hadProof, let fault = error as? Fault, fault.code == .confirmationRequired {
            do throws(SceneFault) {
                let wanted = try await askForProof(after: fault, in: \.proof)
                state.said = ImportTexts.takesOut + wanted
            } catch {
                state.fault = error
            }
            return
        }
        let fault = SceneFault(error)
        if !(await takeBack(fault, in: \.proof)) { state.fault = fault }
    }
}
