import Domain
import GatewayWords
import Signals

// The panes of wide windows only.
extension MainAsides {
    private static let wide = (columns: 160, rows: 40)

    /// Returns the pane of held bonds; nil without any.
    static func bonds(_ state: MainState) -> Pane? {
        guard let list = state.holdings.value, !list.holdings.isEmpty else { return nil }
        let held = list.holdings
        let rows = held.map { holding in
            [
                Span(verbatim: holding.isin.description, .faint), Span(verbatim: holding.title, .strong),
                Span(.count(holding.quantity)),
                Span(holding.cleanPricePercent.map { .decimal($0, places: 2) } ?? .blank),
                Span(holding.nextPayment.map { .day($0.date) } ?? .blank, .faint),
            ]
        }
        let columns: [ListBlock.Column] = [
            .words(MainTexts.isin).priority(4), .text(MainTexts.bond).priority(1), .numbers(MainTexts.held).priority(1),
            .numbers(MainTexts.price).priority(2), .words(MainTexts.nextPayment).priority(3),
        ]
        let worth = Text.sums(list.totals.map(\.value))
        let coupons = Text.sums(list.totals.map(\.expectedIncome).filter { $0.minorUnits != 0 }).first
        var totals = worth
        if let coupons, let longest = worth.first { totals.insert(MainTexts.worth(longest, coupons), at: 0) }
        return Pane(
            MainView.bonds, MainTexts.bondsTitle, .aside, totals: totals,
            room: Pane.Room(columns: 33...64, rows: 3...max(4, min(14, held.count + 1))),
            places: [.under(MainView.payments).from(columns: wide.columns, rows: wide.rows)],
            blocks: [
                .list(
                    ListBlock(columns, rows: rows, selected: state.chosen[MainView.bonds] ?? 0)
                        .keyed(held.map(\.isin.description), .scenes(held.map { .bond($0.isin) })))
            ],
            actions: [SceneAction(.enter, .enter, BondsTexts.key)], sources: ["bonds"])
    }

    /// Returns the pane with the selected notification; nil without one.
    static func message(_ state: MainState) -> Pane? {
        let notices = state.inbox.value?.notifications ?? []
        let chosen = state.chosen[MainView.inbox] ?? 0
        guard notices.indices.contains(chosen) else { return nil }
        let notice = notices[chosen]
        return Pane(
            "message", InboxTexts.message, .companion,
            badge: Pane.Badge(StatusText.of(notice.category), .faint),
            room: Pane.Room(columns: 33...60, rows: 4...14),
            places: [.under(MainView.inbox).from(columns: wide.columns, rows: wide.rows)],
            blocks: InboxView.blocks(of: notice), takesKeys: false, sources: ["notifications"])
    }
}
