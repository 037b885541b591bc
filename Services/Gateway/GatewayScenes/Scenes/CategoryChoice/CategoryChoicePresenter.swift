import Coordination
import Signals

/// Gives a transaction an existing or a new category, and on request all similar transactions, too.
@MainActor final class CategoryChoicePresenter: StatePresenter<CategoryChoiceState> {
    /// The maximum length of a category, as in history.
    private static let longest = 100

    /// Called when the category is set.
    var output: (() -> Void)?

    init(_ transaction: HistorySignal.Transaction, signals: any Transmitter, tools: SceneTools) {
        super.init(CategoryChoiceState(transaction), signals: signals, tools: tools)
    }

    override func open() {
        load(\.categories) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(HistorySignal.Categories()).categories
        }
    }

    override func goBack() -> Bool {
        // The category is already set; only the rule is not created.
        guard withdrawQuestion(at: \.question) else { return state.isSending }
        output?()
        return true
    }

    override func receive(_ input: SceneInput) {
        guard !state.isSending, !answer(input, at: \.question) else { return }
        switch input {
        case .step(let step) where step != .left && step != .right:
            state.selected = step.row(from: state.selected, count: state.choices.count)
        case .choose(let row): state.selected = max(0, min(row, state.choices.count - 1))
        case .enter: choose()
        case .perform(.retry): open()
        default:
            guard state.search.receive(input) != nil else { return }
            (state.selected, state.fault) = (0, nil)
            let isLong = state.typed.unicodeScalars.count > Self.longest
            state.search.setProblems(isLong ? ["category": RecordTexts.longCategory] : [:])
        }
    }

    private func choose() {
        guard let choice = state.choice, state.search.focused?.problem == nil else { return }
        let category: String? =
            switch choice {
            case .known(let name, _), .new(let name): name
            case .taken: nil
            }
        let transaction = state.transaction
        (state.isSending, state.fault) = (true, nil)
        run { [weak self] in
            guard let self else { return }
            defer { state.isSending = false }
            do {
                _ = try await ask(
                    HistorySignal.SetCategory(id: transaction.id, account: transaction.account, category: category))
                if let category, CategoryChoiceTexts.hasWords(transaction.description) {
                    offerRule(category, for: transaction.description)
                } else {
                    output?()
                }
            } catch {
                state.fault = SceneFault(error)
            }
        }
    }

    private func offerRule(_ category: String, for description: String) {
        let contains = String(String.UnicodeScalarView(description.unicodeScalars.prefix(Self.longest)))
        pose(
            CategoryChoiceTexts.rule(contains, category), at: \.question,
            answers: [
                "no": { self.output?() },
                "yes": { self.addRule(HistorySignal.AddRule(contains: contains, category: category)) },
            ])
    }

    private func addRule(_ rule: HistorySignal.AddRule) {
        state.isSending = true
        run { [weak self] in
            guard let self else { return }
            defer { state.isSending = false }
            do {
                _ = try await ask(rule)
                output?()
            } catch {
                state.fault = SceneFault(error)
            }
        }
    }
}
