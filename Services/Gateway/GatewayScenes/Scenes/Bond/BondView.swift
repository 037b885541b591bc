import Domain
import GatewayWords
import Signals

/// The page of a bond.
struct BondView: SceneView {
    static let calendar: PaneName = "calendar"

    /// A payment of a bond.
    struct Payment: Hashable, Sendable {
        let date: CalendarDay
        let isCoupon: Bool
        let value: Double
    }

    /// Returns the payments of a bond, the earliest first.
    static func payments(_ terms: BondsSignal.Terms) -> [Payment] {
        let coupons = (terms.coupons ?? []).map { Payment(date: $0.date, isCoupon: true, value: $0.value) }
        let principal = (terms.principal ?? []).map { Payment(date: $0.date, isCoupon: false, value: $0.value) }
        return (coupons + principal).sorted { ($0.date, $1.isCoupon ? 1 : 0) < ($1.date, $0.isCoupon ? 1 : 0) }
    }

    func screen(_ state: BondState) -> Screen {
        let title = Text(verbatim: state.bond.value?.bond.title ?? "\(state.isin)")
        var pane = Pane(
            .main, SecurityNameText.title("\(state.isin)", name: state.bond.value?.bond.title),
            room: Pane.Room(columns: 41...74, rows: 10...24))
        var others: [Pane] = []
        switch state.bond {
        case .loading: pane.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault): pane.blocks += Block.fault(fault)
        case .content(let answer, let stale):
            pane.sources = ["bonds"]
            if let price = answer.bond.lastPrice { pane.totals = [.price(price) + Text(verbatim: "\u{A0}%")] }
            pane.blocks += page(answer, state)
            if let stale { pane.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
            pane.actions = [SceneAction("chart", .enter, HistoryTexts.chart)]
            if let terms = answer.terms { others.append(calendar(Self.payments(terms), state)) }
            others.append(line(state))
        }
        if state.bond.fault != nil { pane.actions.append(.retry) }
        return Screen(title, panes: [pane] + others, isWaiting: state.bond.isLoading)
    }

    private func page(_ answer: BondsSignal.BondAnswer, _ state: BondState) -> [Block] {
        let bond = answer.bond
        var facts: [Fact] = []
        if let to = bond.to {
            facts.append(
                Fact(BondsTexts.lastDay, .day(to.dayInUTC), PriceAge.isOld(bond.priceAgeDays) ? .waits : .plain))
        }
        if let maturity = bond.maturity { facts.append(Fact(BondsTexts.maturity, .day(maturity))) }
        facts.append(Fact(BondsTexts.currency, .unit(bond.currency)))
        var blocks: [Block] = [.facts(facts)]
        if let old = PriceAge.warning(bond.priceAgeDays) { blocks.append(.paragraph(old, .waits)) }
        blocks.append(.gap)
        guard let terms = answer.terms else { return blocks + [.paragraph(BondsTexts.noTerms, .waits)] }
        blocks += figures(answer)
        if let unknown = terms.unknownCoupons, !unknown.isEmpty {
            blocks.append(.paragraph(BondsTexts.unknownCoupons(unknown.count), .waits))
        }
        return blocks
    }

    /// Returns the figures at the last price, on the day of that price.
    private func figures(_ answer: BondsSignal.BondAnswer) -> [Block] {
        guard let quoted = answer.figures else {
            return [.paragraph(PriceAge.noFigures(answer.noFigures ?? .quotes), .faint)]
        }
        let figures = quoted.figures
        func amount(_ value: Double) -> Text {
            .decimal(value, places: 2) + Text(verbatim: "\u{A0}") + .unit(answer.bond.currency)
        }
        return [
            .paragraph(BondsTexts.figures(on: quoted.day), .faint),
            .facts([
                Fact(BondsTexts.yield, .percent(figures.effectiveYield, places: 2), .strong),
                Fact(BondsTexts.currentYield, .percent(figures.currentYield, places: 2)),
                Fact(BondsTexts.accrued, amount(figures.accruedInterest)),
                Fact(BondsTexts.dirty, amount(figures.dirtyPrice)),
                Fact(BondsTexts.duration, BondsTexts.years(figures.macaulayDuration)),
                Fact(BondsTexts.convexity, .decimal(figures.convexity, places: 2)),
                Fact(BondsTexts.faceLeft, amount(figures.outstandingFace)),
            ]),
        ]
    }

    // MARK: Companions

    /// Returns the pane of payments, with the next one selected at first.
    private func calendar(_ payments: [Payment], _ state: BondState) -> Pane {
        let unit = state.bond.value.map { Text(verbatim: ", ") + .unit($0.bond.currency) } ?? .blank
        return Pane(
            Self.calendar, BondsTexts.calendar, .aside,
            room: Pane.Room(columns: 38...60, rows: 3...max(6, min(30, payments.count + 1))),
            places: [.beside, .below],
            blocks: payments.isEmpty
                ? [.paragraph(BondsTexts.noTerms, .waits)]
                : [
                    .list(
                        ListBlock(
                            [.words(BondsTexts.paid), .words(BondsTexts.what), .numbers(BondsTexts.value + unit)],
                            rows: payments.map { payment in
                                let style: Tone = payment.date < state.today ? .faint : .plain
                                return [
                                    Span(.day(payment.date), style),
                                    Span(payment.isCoupon ? BondsTexts.coupon : BondsTexts.principal, style),
                                    Span(.decimal(payment.value, places: 2), style),
                                ]
                            }, selected: state.selected))
                ], actions: [SceneAction("chart", .enter, HistoryTexts.chart)])
    }

    /// Returns the pane with the prices of a year, for windows that are high enough.
    private func line(_ state: BondState) -> Pane {
        var pane = Pane(
            "line", BondsTexts.yearOfPrices, .companion, room: Pane.Room(columns: 60...1000, rows: 9...30),
            places: [.across.from(rows: 34)], takesKeys: false)
        switch state.line {
        case .loading: pane.blocks = [.text(AppTexts.loading, .faint)]
        case .failed(let fault): pane.blocks = [.paragraph(fault.message, .waits)]
        case .content(let answer, _):
            pane.sources = ["bonds"]
            pane.totals = [BondChartTexts.range(answer)]
            pane.blocks = [.chart(BondChartView.chart(answer))]
        }
        return pane
    }
}
