import GatewayWords
import Signals

struct CategoryChoiceView: SceneView {
    func screen(_ state: CategoryChoiceState) -> Screen {
        var screen = Screen(CategoryChoiceTexts.title, isWaiting: state.categories.isLoading || state.isSending)
        let transaction = state.transaction
        screen.blocks = [
            .line([
                Span(.money(transaction.amount), .strong), Span(verbatim: "  "),
                Span(BookText.description(transaction.description), .faint),
            ]),
            .gap,
        ]
        if let question = state.question {
            screen.blocks.append(.question(question))
            return screen
        }
        screen.blocks += [.form(state.search), .gap]
        switch state.categories {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault): screen.blocks += Block.fault(fault)
        case .content:
            let rows = state.choices.map(row)
            if !rows.isEmpty {
                screen.blocks.append(
                    .list(
                        ListBlock(
                            [.text(CategoryChoiceTexts.title), .numbers(CategoryChoiceTexts.transactions)], rows: rows,
                            selected: state.selected
                        ).keyed(state.choices.map(\.key), .enters)))
            }
        }
        if state.isSending { screen.blocks += [.gap, .text(CategoryChoiceTexts.sending, .waits)] }
        if let fault = state.fault { screen.blocks += [.gap] + Block.fault(fault) }
        screen.actions = [SceneAction(.enter, .enter, CategoryChoiceTexts.choose)]
        return screen
    }

    private func row(_ choice: CategoryChoiceState.Choice) -> [Span] {
        switch choice {
        case .known(let name, let count): [Span(CategoryText.of(name), .strong), Span(verbatim: "\(count)", .faint)]
        case .new(let name): [Span(CategoryChoiceTexts.new(name)), Span(.blank)]
        case .taken: [Span(CategoryChoiceTexts.taken, .faint), Span(.blank)]
        }
    }
}
