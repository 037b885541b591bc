import Domain
import GatewayWords
import Signals

struct BondsView: SceneView {
    func screen(_ state: BondsState) -> Screen {
        var screen = Screen(BondsTexts.title, isWaiting: state.bonds.isLoading)
        switch state.bonds {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault):
            screen.blocks += Block.fault(fault)
            screen.actions = [SceneAction(.retry, .character("r"), AppTexts.retry)]
        case .content(let bonds, let stale):
            guard !bonds.isEmpty else {
                screen.blocks.append(.paragraph(BondsTexts.empty, .plain))
                return screen
            }
            screen.blocks.append(.list(list(bonds, state)))
            if let stale { screen.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
            screen.actions = [
                SceneAction(.enter, .enter, AppTexts.open), SceneAction("chart", .character("c"), HistoryTexts.chart),
            ]
        }
        return screen
    }

    private func list(_ bonds: [BondsSignal.Bond], _ state: BondsState) -> ListBlock {
        ListBlock(
            [
                .words(Text(verbatim: "ISIN")), .text(BondsTexts.name), .numbers(BondsTexts.price),
                .words(BondsTexts.of), .words(BondsTexts.matures), .numbers(BondsTexts.held),
            ],
            rows: bonds.map { bond in
                [
                    Span(verbatim: "\(bond.isin)", .strong), Span(verbatim: bond.title),
                    Span(bond.lastPrice.map { .price($0) } ?? Text(verbatim: "")),
                    Span(
                        bond.to.map { .day($0.dayInUTC) } ?? Text(verbatim: ""),
                        PriceAge.isOld(bond.priceAgeDays) ? .waits : .faint),
                    Span(bond.maturity.map { .day($0) } ?? Text(verbatim: "")),
                    Span(verbatim: state.held[bond.isin].map { String($0) } ?? ""),
                ]
            }, selected: state.selected
        ).keyed(bonds.map(\.isin.description), .scenes(bonds.map { .bond($0.isin) }))
    }
}
