import Domain
import GatewaySession
import GatewayWords
import Signals

/// The main scene: the accounts, and beside them the events of the day.
struct MainView: SceneView {
    static let payments: PaneName = "payments"
    static let inbox: PaneName = "inbox"
    static let securities: PaneName = "securities"
    static let bonds: PaneName = "bonds"

    func screen(_ state: MainState) -> Screen {
        var panes = [
            accounts(state), MainAsides.payments(state), MainAsides.inbox(state), MainAsides.securities(state),
        ]
        panes += [MainAsides.bonds(state), MainAsides.message(state)].compactMap { $0 }
        if state.account != nil { panes += [MainAsides.money(state), MainAsides.spent(state)] }
        return Screen(MainTexts.title, panes: panes, isWaiting: state.accounts.isLoading)
    }

    // MARK: Accounts

    private func accounts(_ state: MainState) -> Pane {
        let blocks = accountBlocks(state)
        let accounts = state.accounts.value ?? []
        return Pane(
            .main, MainTexts.accounts, totals: totals(state),
            room: Pane.Room(columns: 46...74, rows: 4...max(8, accounts.count + 7)), blocks: blocks,
            actions: actions(state), sources: state.accounts.value == nil ? [] : ["ledger"])
    }

    /// Returns the sums by currency, and the total in one currency where rates are known.
    private func totals(_ state: MainState) -> [Text] {
        let sums = Text.sums((state.accounts.value ?? []).map(\.balance))
        guard let totals = state.totals, totals.rows.contains(where: { $0.rate != nil }), let all = totals.total else {
            return sums
        }
        let inAll = MainTexts.inAll(all)
        return sums.prefix(1).map { $0 + Text(verbatim: " · ") + inAll } + [inAll]
    }

    private func accountBlocks(_ state: MainState) -> [Block] {
        switch state.accounts {
        case .loading: return [.text(AppTexts.loading, .faint)]
        case .failed(let fault): return Block.fault(fault)
        case .content(let accounts, let stale):
            guard !accounts.isEmpty else {
                return [.paragraph(MainTexts.noAccounts, .plain), .paragraph(MainTexts.openFirst, .faint)]
            }
            let balances = AmountColumn(MainTexts.balance, accounts.map(\.balance), tone: AmountColumn.state)
            let available = AmountColumn(
                MainTexts.available, accounts.map { $0.available == $0.balance ? nil : $0.available },
                tone: { _ in .faint })
            let rows = accounts.indices.map { index in
                [
                    Span(verbatim: accounts[index].name, .strong), balances.cells[index], available.cells[index],
                    Span(MainTexts.status(accounts[index].status), .waits),
                ]
            }
            let columns: [ListBlock.Column] = [
                .text(MainTexts.account).priority(1), balances.column.priority(1), available.column.priority(3),
                .words(.blank).priority(2),
            ]
            let list = ListBlock(columns, rows: rows, selected: state.selected)
            var blocks: [Block] = [
                .list(list.keyed(accounts.map(\.id), .scenes(accounts.map { .account($0.id) }))), .gap,
            ]
            if let totals = state.totals, totals.rows.count > 1, !totals.missing.isEmpty {
                blocks.append(.paragraph(MoneyTotalsText.missing(totals), .waits))
            }
            blocks += state.shortages.prefix(2).map { .paragraph(MainTexts.shortage($0), .waits) }
            if let stale { blocks += [.paragraph(AppTexts.notUpToDate + stale.message, .waits)] }
            return blocks + features(state)
        }
    }

    private func features(_ state: MainState) -> [Block] {
        switch state.features {
        case .loading: return [.text(MainTexts.offers + AppTexts.loading, .faint)]
        // The account itself already shows that its service is unreachable.
        case .failed(let fault): return fault.isOutOfReach ? [] : [.paragraph(MainTexts.offers + fault.message, .bad)]
        case .content(let features, _):
            let offered = features.filter(\.available).map { StatusText.of($0.type) }
            let refused = features.filter { !$0.available && $0.reason != nil }
            var blocks: [Block] = [.paragraph(MainTexts.offers + offered.joined(separator: ", "), .faint)]
            if !refused.isEmpty {
                let names = refused.map { StatusText.of($0.type) }.joined(separator: ", ")
                blocks.append(.paragraph(MainTexts.offersNot + names, .faint))
            }
            return blocks
        }
    }

    private func actions(_ state: MainState) -> [SceneAction] {
        let none = state.account == nil ? MainTexts.noAccount : nil
        var actions =
            state.hasNoAccount
            ? [SceneAction(.enter, .enter, AccountFormTexts.key)]
            : [
                SceneAction("balance", .enter, MainTexts.balance, obstacle: none),
                SceneAction("transfer", .character("t"), MainTexts.transfer, obstacle: none),
                SceneAction(
                    "record", .character("d"), RecordTexts.key, obstacle: none, short: MainTexts.recordShort),
            ]
        actions += [
            SceneAction(
                "open-account", .character("a"), AccountFormTexts.key, isHinted: !state.hasNoAccount,
                short: MainTexts.openShort),
            // The scene refreshes itself; the key is shown only when that fails.
            SceneAction(
                .retry, .character("r"), AppTexts.refresh, isHinted: state.accounts.fault != nil, .act, .seldom),
            SceneAction(
                "import", .character("m"), ImportTexts.key, obstacle: none, short: ImportTexts.short, .act),
            SceneAction("limits", .character("l"), LimitsTexts.key, obstacle: none, isHinted: false),
            SceneAction("history", .character("h"), MainTexts.history),
            SceneAction("securities", .character("s"), MainTexts.securities, .view),
            SceneAction("scanner", .character("c"), PatternsTexts.scanner, .view),
            SceneAction("bonds", .character("b"), BondsTexts.key, .view),
            SceneAction("subscriptions", .character("u"), SubscriptionsTexts.key, .view),
            SceneAction("inbox", .character("i"), InboxTexts.key, .view),
            SceneAction("settings", .character("p"), SettingsTexts.key, .view),
        ]
        return actions
    }
}
