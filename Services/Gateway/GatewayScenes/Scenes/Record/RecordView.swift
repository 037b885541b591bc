import Domain
import GatewayWords
import Signals

struct RecordView: SceneView {
    func screen(_ state: RecordState) -> Screen {
        if case .done(let answer) = state.stage { return done(answer, state) }
        if let question = state.question { return confirming(question, state) }
        var screen = Screen(RecordTexts.title, isWaiting: state.accounts.isLoading)
        switch state.accounts {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault):
            screen.blocks += Block.fault(fault)
            screen.actions.append(SceneAction(.retry, .character("r"), AppTexts.retry))
        case .content(let accounts, _):
            guard !accounts.isEmpty else {
                screen.blocks.append(.paragraph(MainTexts.noAccounts, .plain))
                return screen
            }
            screen.blocks += [.form(state.form), .gap]
            if case .sending = state.stage {
                screen.isWaiting = true
                screen.blocks.append(.text(RecordTexts.sending, .waits))
            }
            if let fault = state.fault { screen.blocks += Block.fault(fault) }
            screen.panes[0].room = Pane.Room(columns: 40...70, rows: 8...16)
            screen.panes += [outcome(state)].compactMap { $0 }
            screen.actions = [
                SceneAction(.enter, .enter, state.form.isAtEnd ? RecordTexts.record : AppTexts.next),
                SceneAction.sendForm("save", RecordTexts.record, isHinted: !state.form.isAtEnd),
            ]
        }
        return screen
    }

    /// Returns the pane with the outcome: the balance now and afterwards.
    private func outcome(_ state: RecordState) -> Pane? {
        guard let account = state.account else { return nil }
        var pane = Pane(
            "outcome", TransferTexts.outcome, .companion, room: Pane.Room(columns: 34...50, rows: 4...14),
            places: [.beside, .below], takesKeys: false)
        var facts = [Fact(RecordTexts.now, .money(account.balance), AmountColumn.state(account.balance))]
        var warning: Text?
        if let amount = state.amount {
            if let then = state.balanceThen {
                let change = state.direction == .income ? amount : amount.negated
                facts += [
                    Fact(TransactionTexts.amount, .change(change), AmountColumn.change(change)),
                    Fact(RecordTexts.then, .money(then), AmountColumn.state(then)),
                ]
                warning = state.shortage.map(RecordTexts.missing)
            } else if amount.currency != account.currency {
                warning = RecordTexts.otherCurrency(account.currency, amount.currency)
            }
            let isPossible = warning == nil
            pane.badge = Pane.Badge(
                isPossible ? TransferTexts.possible : TransferTexts.notPossible, isPossible ? .good : .bad)
        }
        if state.direction == .expense { facts.append(Fact(RecordTexts.available, .money(account.available))) }
        pane.blocks = [.text(Text(verbatim: account.name), .strong), .facts(facts)]
        if let warning { pane.blocks += [.gap, .paragraph(warning, .bad)] }
        return pane
    }

    private func confirming(_ question: Question, _ state: RecordState) -> Screen {
        var screen = Screen(RecordTexts.title)
        let (description, category) = (state.form["description"], state.form["category"])
        if !description.isEmpty { screen.blocks.append(.paragraph(TransferTexts.what(description), .plain)) }
        if !category.isEmpty { screen.blocks.append(.paragraph(RecordTexts.category(category), .plain)) }
        if !screen.blocks.isEmpty { screen.blocks.append(.gap) }
        screen.blocks += [.text(TransferTexts.nothingYet, .faint), .gap, .question(question)]
        return screen
    }

    private func done(_ answer: LedgerSignal.TransferAnswer, _ state: RecordState) -> Screen {
        var screen = Screen(RecordTexts.title)
        let name = state.account?.name ?? ""
        screen.isFinished = true
        screen.blocks = [
            .text(TransferTexts.done, .good), .gap,
            .paragraph(RecordTexts.done(answer.transfer.amount, name, state.direction), .plain),
        ]
        if !answer.transfer.description.isEmpty {
            screen.blocks.append(.paragraph(TransferTexts.what(answer.transfer.description), .plain))
        }
        for balance in answer.balances where balance.account == state.account?.id {
            screen.blocks.append(.paragraph(RecordTexts.left(balance.balance), .plain))
        }
        screen.blocks += [.gap, .facts([Fact(TransactionTexts.id, Text(verbatim: answer.transfer.id), .faint)])]
        screen.actions = [SceneAction(.enter, .enter, AppTexts.back)]
        return screen
    }
}
