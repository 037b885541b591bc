import Domain
import GatewayWords
import Signals

struct BalanceView: SceneView {
    func screen(_ state: BalanceState) -> Screen {
        if let question = state.question {
            return Screen(BalanceTexts.title(state.account.name), blocks: [.question(question)])
        }
        if state.isProving { return proving(state) }
        var screen = Screen(
            BalanceTexts.title(state.account.name), isWaiting: state.balance.isLoading || state.isSending)
        switch state.balance {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault): screen.blocks += Block.fault(fault)
        case .content(let answer, let stale):
            var facts = [Fact(BalanceTexts.balance, .money(answer.balance), .strong)]
            if answer.available != answer.balance {
                facts.append(Fact(BalanceTexts.available, .money(answer.available)))
            }
            if let held = answer.held { facts.append(Fact(BalanceTexts.held, .money(held))) }
            if let overdraft = answer.overdraft { facts.append(Fact(BalanceTexts.overdraft, .money(overdraft))) }
            if state.account.status != .active {
                facts.append(Fact(BalanceTexts.status, MainTexts.status(state.account.status), .waits))
            }
            facts.append(Fact(BalanceTexts.id, Text(verbatim: answer.account), .faint))
            facts.append(Fact(BalanceTexts.asOf, .moment(answer.asOf) + Text(verbatim: WallClocks.suffix), .faint))
            screen.blocks.append(.facts(facts))
            if let stale { screen.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
        }
        screen.blocks.append(.gap)
        switch state.line {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault): screen.blocks.append(.paragraph(BalanceTexts.noLine + fault.message, .waits))
        case .content(let line, _):
            screen.blocks.append(
                line.days.isEmpty ? .text(BalanceTexts.nothingYet, .faint) : .chart(line.chart(rows: nil)))
        }
        if let said = state.said { screen.blocks += [.gap, .paragraph(said, .good)] }
        if let fault = state.fault { screen.blocks += [.gap] + Block.fault(fault) }
        let resting: Text? =
            switch state.account.status {
            case .active: nil
            case .frozen: BalanceTexts.isFrozen
            case .closed: BalanceTexts.isClosed
            }
        screen.actions =
            [
                SceneAction("transfer", .character("t"), MainTexts.transfer, obstacle: resting),
                SceneAction("record", .character("d"), RecordTexts.key, obstacle: resting),
                SceneAction("history", .character("h"), MainTexts.history),
                SceneAction(
                    "import", .character("m"), ImportTexts.key, obstacle: resting, short: ImportTexts.short),
            ] + changes(state)
        if state.balance.fault != nil || state.line.fault != nil {
            screen.actions.append(SceneAction(.retry, .character("r"), AppTexts.retry))
        }
        return screen
    }

    /// Returns the screen with the field for the password or the code that ends the freeze.
    private func proving(_ state: BalanceState) -> Screen {
        var screen = Screen(BalanceTexts.title(state.account.name), isWaiting: state.isSending)
        screen.blocks = [.form(state.proof)]
        if let said = state.said { screen.blocks += [.gap, .paragraph(said, .plain)] }
        if let fault = state.fault { screen.blocks += [.gap] + Block.fault(fault) }
        screen.actions = [SceneAction(.enter, .enter, BalanceTexts.unfreeze)]
        return screen
    }

    /// Returns the actions that change the account itself.
    private func changes(_ state: BalanceState) -> [SceneAction] {
        guard state.features.value != nil else { return [] }
        let closed = state.account.status == .closed ? BalanceTexts.isClosed : nil
        let isFrozen = state.account.status == .frozen
        return [
            SceneAction(
                "freeze", .character("f"), isFrozen ? BalanceTexts.unfreeze : BalanceTexts.freeze, obstacle: closed),
            SceneAction("limits", .character("l"), LimitsTexts.key, obstacle: closed),
            SceneAction("rename", .character("n"), BalanceTexts.rename, obstacle: closed),
            SceneAction("close", .character("x"), BalanceTexts.close, obstacle: closed ?? obstacleToClosing(state)),
        ]
    }

    /// Returns the obstacle to closing. A balance is none: the closing scene asks where it goes.
    private func obstacleToClosing(_ state: BalanceState) -> Text? {
        if state.offers(.close) { return nil }
        if state.account.status == .frozen { return BalanceTexts.isFrozen }
        if state.account.balance.minorUnits < 0 { return BalanceTexts.isShort }
        return state.balance.value?.held == nil ? nil : BalanceTexts.isHeld
    }
}
