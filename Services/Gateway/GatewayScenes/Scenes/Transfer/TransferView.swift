import GatewayWords
import Signals

struct TransferView: SceneView {
    func screen(_ state: TransferState) -> Screen {
        switch state.stage {
        case .editing: editing(state)
        case .confirming(let planned): confirming(planned, state, isSending: false)
        case .sending(let planned): confirming(planned, state, isSending: true)
        case .code(_, let asked): code(FaultTexts.text(of: asked), state)
        case .done(let answer): done(answer, state)
        case .refused(let fault): refused(fault)
        }
    }

    private func editing(_ state: TransferState) -> Screen {
        var screen = Screen(TransferTexts.title, isWaiting: state.accounts.isLoading)
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
            screen.blocks.append(.form(state.form))
            if case .checking = state.preview { screen.isWaiting = true }
            screen.panes[0].room = Pane.Room(columns: 40...70, rows: 8...14)
            screen.panes.append(outcome(state))
            screen.actions.append(SceneAction(.enter, .enter, AppTexts.next))
        }
        return screen
    }

    /// Returns the pane with the preview.
    private func outcome(_ state: TransferState) -> Pane {
        var pane = Pane(
            "outcome", TransferTexts.outcome, .companion, room: Pane.Room(columns: 34...50, rows: 4...14),
            places: [.beside, .below], takesKeys: false)
        switch state.preview {
        case .none: break
        case .checking: pane.blocks = [.text(TransferTexts.checking, .faint)]
        case .allowed(let answer):
            pane.badge = Pane.Badge(TransferTexts.possible, .good)
            pane.blocks = summary(of: answer, state, .plain)
        case .refused(let fault):
            pane.badge = Pane.Badge(TransferTexts.notPossible, .bad)
            pane.blocks = [.paragraph(TransferTexts.impossible + fault.message, .bad)]
        }
        return pane
    }

    /// Returns the outcome of a transfer, made or previewed: the payee, the amount, and the balances.
    private func summary(
        of answer: LedgerSignal.TransferAnswer, _ state: TransferState, _ style: Tone
    ) -> [Block] {
        let name = state.recipients.name
        let transfer = answer.transfer
        var blocks: [Block] = [
            .paragraph(TransferTexts.sentence(transfer.amount, name(transfer.from), name(transfer.to)), style)
        ]
        if !transfer.description.isEmpty {
            blocks.append(.paragraph(TransferTexts.what(transfer.description), style))
        }
        for balance in answer.balances {
            blocks.append(.paragraph(TransferTexts.left(name(balance.account), balance.balance), style))
        }
        return blocks
    }

    private func confirming(
        _ planned: LedgerSignal.TransferAnswer, _ state: TransferState, isSending: Bool
    ) -> Screen {
        var screen = Screen(TransferTexts.title, isWaiting: isSending)
        screen.blocks = summary(of: planned, state, .plain) + [.gap]
        screen.blocks +=
            isSending
            ? [.text(TransferTexts.sending, .waits)]
            : [.text(TransferTexts.nothingYet, .faint), .gap, .question(state.question)]
        return screen
    }

    private func code(_ question: Text, _ state: TransferState) -> Screen {
        var screen = Screen(TransferTexts.title, isWaiting: state.isConfirming)
        screen.blocks = [.paragraph(question, .plain), .gap, .form(state.codeForm)]
        if let fault = state.codeFault { screen.blocks.append(.paragraph(fault.message, .bad)) }
        screen.actions = [SceneAction(.enter, .enter, TransferTexts.doIt)]
        return screen
    }

    private func done(_ answer: LedgerSignal.TransferAnswer, _ state: TransferState) -> Screen {
        var screen = Screen(TransferTexts.title)
        screen.isFinished = true
        screen.blocks =
            [
                answer.doneBefore == true
                    ? .paragraph(TransferTexts.doneBefore, .waits) : .text(TransferTexts.done, .good), .gap,
            ] + summary(of: answer, state, .plain)
            + [.gap, .facts([Fact(TransferTexts.id, Text(verbatim: answer.transfer.id), .faint)])]
        screen.actions = [SceneAction(.enter, .enter, AppTexts.back)]
        return screen
    }

    private func refused(_ fault: SceneFault) -> Screen {
        var screen = Screen(TransferTexts.title)
        screen.blocks =
            [.text(TransferTexts.refused, .bad), .gap] + Block.fault(fault, .plain)
        screen.actions = [SceneAction(.enter, .enter, TransferTexts.change)]
        return screen
    }
}
