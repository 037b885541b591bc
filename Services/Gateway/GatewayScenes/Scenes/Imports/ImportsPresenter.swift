import Coordination
import Domain
import GatewayWords
import Signals

/// The state of the list of imports.
struct ImportsState: ProvingState {
    /// The imports, newest first.
    var imports: Loadable<[LedgerSignal.Import]> = .loading
    /// The user's own accounts.
    var accounts: [LedgerSignal.Account] = []
    var selected = 0
    /// The preview of an undo, while the question about it is open.
    var planned: LedgerSignal.UndoneImport?
    var question: Question?
    /// The form for the code or the password that ledger requires; empty until then.
    var form = Form([])
    /// The import that the proof is for.
    var proving: String?
    /// True while a request is under way.
    var isBusy = false
    /// The result of the last action.
    var said: Text?
    var fault: SceneFault?

    /// The selected import.
    var chosen: LedgerSignal.Import? {
        guard let all = imports.value, all.indices.contains(selected) else { return nil }
        return all[selected]
    }

    /// Returns the name of an account.
    func name(of account: String) -> String { accounts.first { $0.id == account }?.name ?? account }
}

/// Lists the imports, and undoes one as a whole.
@MainActor final class ImportsPresenter: StatePresenter<ImportsState> {
    /// Ledger's maximum for one list: years of statements.
    private static let most = 1000

    /// Called when the user wants to import a file.
    var output: (() -> Void)?

    init(signals: any Transmitter, tools: SceneTools) { super.init(ImportsState(), signals: signals, tools: tools) }

    override func open() { reload() }

    /// Refreshes the list after an import.
    override func comeBack() { reload() }

    override func goBack() -> Bool {
        if withdrawQuestion(at: \.question) || state.isBusy { return true }
        guard state.proving != nil else { return false }
        stopProving()
        (state.said, state.fault) = (nil, nil)
        return true
    }

    override func receive(_ input: SceneInput) {
        guard !state.isBusy, !answer(input, at: \.question) else { return }
        if let id = state.proving {
            switch state.form.fill(input) {
            case .unchanged: return
            case .changed: return state.fault = nil
            case .filled: return undo(id)
            }
        }
        let count = state.imports.value?.count ?? 0
        switch input {
        case .step(let step): state.selected = step.row(from: state.selected, count: count)
        case .choose(let row): state.selected = max(0, min(row, count - 1))
        case .perform("add"): output?()
        case .perform("undo"): if let chosen = state.chosen, chosen.undoneAt == nil { plan(chosen) }
        case .perform(.retry): reload()
        default: break
        }
    }

    /// Requests a preview of the undo, then asks the user.
    private func plan(_ item: LedgerSignal.Import) {
        work { [weak self] in
            guard let self else { return }
            let planned = try await ask(
                LedgerSignal.UndoImport(import: item.id, preview: true), within: ImportPresenter.limit)
            if planned.already { return state.said = ImportsTexts.already }
            if let missing = planned.missing { throw SceneFault(ImportsTexts.missing(missing)) }
            state.planned = planned
            pose(
                ImportsTexts.undoing(planned.reversed), at: \.question,
                answers: ["yes": { [weak self] in self?.undo(item.id) }])
        }
    }

    private func undo(_ id: String) {
        let typed = state.form
        work { [weak self] in
            guard let self else { return }
            let proof = try await proof(in: typed)
            do {
                let signal = LedgerSignal.UndoImport(import: id, code: proof)
                let answer = try await ask(signal, within: ImportPresenter.limit)
                stopProving()
                state.said = ImportsTexts.undone(answer.reversed)
            } catch let fault as Fault where fault.code == .confirmationRequired && proof == nil {
                state.said = ImportTexts.takesOut + (try await askForProof(after: fault, in: \.form))
                state.proving = id
            }
        }
    }

    private func stopProving() { (state.proving, state.form) = (nil, Form([])) }

    private func work(_ body: @escaping @MainActor () async throws -> Void) {
        state.said = nil
        prove(as: self) { presenter in
            defer { presenter.reload() }
            try await body()
        }
    }

    private func reload() {
        load(\.imports) { [weak self] in
            guard let self else { throw CancellationError() }
            let imports = try await ask(LedgerSignal.Imports(limit: Self.most)).imports
            state.accounts = try await ask(LedgerSignal.Accounts()).accounts
            state.selected = max(0, min(state.selected, imports.count - 1))
            return imports
        }
    }
}
