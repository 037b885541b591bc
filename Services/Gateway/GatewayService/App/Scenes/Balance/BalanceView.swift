import Signals
import Terminal

/// A balance, as it is seen.
struct BalanceView: SceneView {
    func screen(_ state: BalanceState) -> Screen {
        var screen = Screen(BalanceTexts.title(state.account.name), isWaiting: state.balance.isLoading)
        switch state.balance {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .dim))
        case .failed(let fault): screen.blocks.append(.paragraph(fault.message, .red))
        case .content(let answer, let stale):
            var facts = [Fact(BalanceTexts.balance, .money(answer.balance), .bold)]
            if answer.available != answer.balance {
                facts.append(Fact(BalanceTexts.available, .money(answer.available)))
            }
            if let held = answer.held { facts.append(Fact(BalanceTexts.held, .money(held))) }
            if let overdraft = answer.overdraft { facts.append(Fact(BalanceTexts.overdraft, .money(overdraft))) }
            facts.append(Fact(BalanceTexts.id, Text(verbatim: answer.account), .dim))
            facts.append(Fact(BalanceTexts.asOf, .moment(answer.asOf) + Text(verbatim: " UTC"), .dim))
            screen.blocks.append(.facts(facts))
            if let stale { screen.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .yellow)) }
        }
        screen.blocks.append(.gap)
        switch state.line {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .dim))
        case .failed(let fault): screen.blocks.append(.paragraph(BalanceTexts.noLine + fault.message, .yellow))
        case .content(let line, _):
            screen.blocks.append(
                line.days.isEmpty ? .text(BalanceTexts.nothingYet, .dim) : .chart(line.chart(rows: nil)))
        }
        screen.actions = [
            SceneAction("transfer", .character("t"), MainTexts.transfer),
            SceneAction("history", .character("h"), MainTexts.history),
        ]
        if state.balance.fault != nil || state.line.fault != nil {
            screen.actions.append(SceneAction(.retry, .character("r"), AppTexts.retry))
        }
        return screen
    }
}
