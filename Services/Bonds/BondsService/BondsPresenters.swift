import Coordination
import Domain
import Signals

/// Shows a bond.
struct BondPresenter: Presenter {
    func present(_ bond: Bond) -> BondsSignal.Bond {
        BondsSignal.Bond(
            isin: bond.isin, title: bond.title, currency: bond.currency, quotes: bond.quotes, from: bond.first,
            to: bond.last, lastPrice: bond.lastPrice, maturity: bond.terms?.maturity)
    }
}

/// Shows what a bond pays.
struct TermsPresenter: Presenter {
    func present(_ terms: BondTerms) -> BondsSignal.Terms {
        BondsSignal.Terms(
            coupons: terms.coupons.map { BondsSignal.Coupon(start: $0.start, date: $0.date, value: $0.value) },
            principal: terms.principal.map { BondsSignal.Repayment(date: $0.date, value: $0.value) })
    }
}

/// Shows the figures of a bond.
struct FiguresPresenter: Presenter {
    func present(_ response: FiguresInteractor.Response) -> BondsSignal.FiguresAnswer {
        let figures = response.figures
        return BondsSignal.FiguresAnswer(
            cleanPricePercent: response.cleanPricePercent, outstandingFace: figures.outstandingFace,
            accruedInterest: figures.accruedInterest, dirtyPrice: figures.dirtyPrice,
            effectiveYield: figures.effectiveYield, currentYield: figures.currentYield,
            macaulayDuration: figures.macaulayDuration, modifiedDuration: figures.modifiedDuration,
            convexity: figures.convexity)
    }
}

/// Shows a line.
struct ChartPresenter: Presenter {
    let isin: ISIN
    let kind: BondsSignal.ChartKind

    func present(_ response: ChartInteractor.Response) -> BondsSignal.ChartAnswer {
        func point(_ point: ChartInteractor.Point) -> BondsSignal.ChartPoint {
            BondsSignal.ChartPoint(date: point.time, value: point.value)
        }
        return BondsSignal.ChartAnswer(
            isin: isin, kind: kind, points: response.points.map(point), from: response.from, to: response.to,
            quotes: response.quotes, lowest: point(response.lowest), highest: point(response.highest),
            change: response.change)
    }
}
