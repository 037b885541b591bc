import Domain
import Signals
import Terminal

/// The page of a bond, as it is seen.
struct BondView: SceneView {
    /// What a bond pays on a day.
    struct Payment: Hashable, Sendable {
        let date: CalendarDay
        let isCoupon: Bool
        let value: Double
    }

    /// What a bond pays, the earliest first.
    static func payments(_ terms: BondsSignal.Terms) -> [Payment] {
        let coupons = (terms.coupons ?? []).map { Payment(date: $0.date, isCoupon: true, value: $0.value) }
        let principal = (terms.principal ?? []).map { Payment(date: $0.date, isCoupon: false, value: $0.value) }
        return (coupons + principal).sorted { ($0.date, $1.isCoupon ? 1 : 0) < ($1.date, $0.isCoupon ? 1 : 0) }
    }

    func screen(_ state: BondState) -> Screen {
        var screen = Screen(
            Text(verbatim: state.bond.value?.bond.title ?? "\(state.isin)"), isWaiting: state.bond.isLoading)
        switch state.bond {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault):
            screen.isWaiting = false
            screen.blocks += Block.fault(fault)
        case .content(let answer, let stale):
            screen.blocks += page(answer, state)
            if let stale { screen.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
            screen.actions = [SceneAction("chart", .enter, HistoryTexts.chart)]
        }
        if state.bond.fault != nil {
            screen.actions.append(SceneAction(.retry, .character("r"), AppTexts.retry))
        }
        return screen
    }

    private func page(_ answer: BondsSignal.BondAnswer, _ state: BondState) -> [Block] {
        let bond = answer.bond
        var first: [Span] = [
            Span(verbatim: bond.title, .strong), Span(verbatim: "  \(bond.isin)  \(bond.currency.code)   ", .faint),
        ]
        if let price = bond.lastPrice {
            first += [
                Span(BondsTexts.lastPrice + Text(verbatim: " "), .faint),
                Span(.price(price) + Text(verbatim: "\u{A0}%"), .strong),
            ]
        }
        if let to = bond.to {
            first.append(
                Span(Text(verbatim: "  ") + .day(to.dayInUTC), PriceAge.isOld(bond.priceAgeDays) ? .waits : .faint))
        }
        var blocks: [Block] = [.line(first)]
        if let old = PriceAge.warning(bond.priceAgeDays) { blocks.append(.paragraph(old, .waits)) }
        if let maturity = bond.maturity {
            blocks.append(.line([Span(BondsTexts.maturity + Text(verbatim: " "), .faint), Span(.day(maturity))]))
        }
        blocks.append(.gap)
        guard let terms = answer.terms else { return blocks + [.paragraph(BondsTexts.noTerms, .waits)] }
        blocks += figures(answer)
        if let unknown = terms.unknownCoupons, !unknown.isEmpty {
            blocks.append(.paragraph(BondsTexts.unknownCoupons(unknown.count), .waits))
        }
        let payments = Self.payments(terms)
        guard !payments.isEmpty else { return blocks }
        return blocks + [.gap, .heading(BondsTexts.calendar), .list(calendar(payments, state))]
    }

    /// What the last price says, on the day of that price.
    private func figures(_ answer: BondsSignal.BondAnswer) -> [Block] {
        guard let quoted = answer.figures else {
            return [.paragraph(PriceAge.noFigures(answer.noFigures ?? .quotes), .faint)]
        }
        let figures = quoted.figures
        return [
            .heading(BondsTexts.figures(on: quoted.day)),
            .facts([
                Fact(BondsTexts.yield, .percent(figures.effectiveYield, places: 2), .strong),
                Fact(BondsTexts.currentYield, .percent(figures.currentYield, places: 2)),
                Fact(BondsTexts.accrued, .decimal(figures.accruedInterest, places: 2)),
                Fact(BondsTexts.dirty, .decimal(figures.dirtyPrice, places: 2)),
                Fact(BondsTexts.duration, .decimal(figures.macaulayDuration, places: 2)),
                Fact(BondsTexts.convexity, .decimal(figures.convexity, places: 2)),
                Fact(BondsTexts.faceLeft, .decimal(figures.outstandingFace, places: 2)),
            ]),
        ]
    }

    private func calendar(_ payments: [Payment], _ state: BondState) -> ListBlock {
        ListBlock(
            [.words(BondsTexts.paid), .words(BondsTexts.what), .numbers(BondsTexts.value)],
            rows: payments.map { payment in
                let style: Tone = payment.date < state.today ? .faint : .plain
                return [
                    Span(.day(payment.date), style),
                    Span(payment.isCoupon ? BondsTexts.coupon : BondsTexts.principal, style),
                    Span(.decimal(payment.value, places: 2), style),
                ]
            }, selected: state.selected)
    }
}
