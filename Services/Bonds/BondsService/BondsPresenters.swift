import Coordination
import Domain
import Signals

/// Shows a bond.
struct BondPresenter: Presenter {
    let today: CalendarDay

    func present(_ bond: Bond) -> BondsSignal.Bond {
        BondsSignal.Bond(
            isin: bond.isin, title: bond.title, currency: bond.currency, quotes: bond.quotes, from: bond.first,
            to: bond.last, lastPrice: bond.lastPrice, maturity: bond.terms?.maturity,
            priceAgeDays: bond.last.map { $0.dayInUTC.days(until: today) })
    }
}

/// Shows a bond with its terms and figures.
struct ShownBondPresenter: Presenter {
    func present(_ response: ShowBondInteractor.Response) -> BondsSignal.BondAnswer {
        let (figures, gap): (BondsSignal.QuotedFigures?, BondsSignal.CurveGapReason?) =
            switch response.figures {
            case .success(let quoted):
                (BondsSignal.QuotedFigures(day: quoted.day, figures: FiguresPresenter().present(quoted.response)), nil)
            case .failure(let gap): (nil, gap.reason)
            }
        return BondsSignal.BondAnswer(
            bond: BondPresenter(today: response.today).present(response.bond),
            terms: response.bond.terms.map(TermsPresenter().present), figures: figures, noFigures: gap)
    }
}

/// Shows what a bond pays.
struct TermsPresenter: Presenter {
    func present(_ terms: BondTerms) -> BondsSignal.Terms {
        BondsSignal.Terms(
            coupons: terms.coupons.map { BondsSignal.Coupon(start: $0.start, date: $0.date, value: $0.value) },
            principal: terms.principal.map { BondsSignal.Repayment(date: $0.date, value: $0.value) },
            unknownCoupons: terms.unknownCoupons.isEmpty ? nil : terms.unknownCoupons)
    }
}

/// Shows what an import did.
struct ImportPresenter: Presenter {
    func present(_ imported: [ImportedBond]) -> BondsSignal.ImportAnswer {
        BondsSignal.ImportAnswer(
            bonds: imported.map {
                BondsSignal.Imported(
                    isin: $0.isin, added: $0.added, updated: $0.updated, quotes: $0.quotes, newTerms: $0.hasNewTerms)
            })
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
            change: response.change, title: response.bond.title, firstQuote: response.bond.first,
            lastQuote: response.bond.last)
    }
}

/// Shows accrued interest.
struct AccruedPresenter: Presenter {
    func present(_ response: AccruedInteractor.Response) -> BondsSignal.AccruedAnswer {
        let (period, face) = (response.period, response.outstandingFace)
        return BondsSignal.AccruedAnswer(
            day: response.day, accruedInterest: response.interest,
            accruedPercent: face > 0 ? response.interest / face * 100 : nil, outstandingFace: face,
            coupon: period.map { BondsSignal.Coupon(start: $0.start, date: $0.date, value: $0.value) },
            daysElapsed: period.map { response.day.daysSince1970 - $0.start.daysSince1970 }, days: period?.days)
    }
}

/// Shows a payment.
struct PaymentPresenter: Presenter {
    func present(_ held: HeldPayment) -> BondsSignal.Payment {
        BondsSignal.Payment(
            date: held.payment.date, isin: held.isin, title: held.title, kind: held.payment.kind,
            value: held.payment.value, quantity: held.quantity, amount: held.amount)
    }
}

/// Shows payments.
struct CalendarPresenter: Presenter {
    func present(_ response: CalendarInteractor.Response) -> BondsSignal.PaymentList {
        let currencies = response.coupons.currencies.union(response.principal.currencies)
        return BondsSignal.PaymentList(
            from: response.from, to: response.to, payments: response.payments.map(PaymentPresenter().present),
            totals: currencies.sorted { $0.code < $1.code }.map { currency in
                BondsSignal.PaymentTotal(
                    currency: currency, coupons: response.coupons[currency], principal: response.principal[currency])
            }, nextCursor: response.nextCursor)
    }
}

/// Shows what somebody holds.
struct HoldingsPresenter: Presenter {
    func present(_ response: HoldingsInteractor.Response) -> BondsSignal.HoldingList {
        let currencies = response.values.currencies.union(response.incomes.currencies)
            .union(response.repayments.currencies)
        return BondsSignal.HoldingList(
            day: response.day,
            holdings: response.holdings.map { each in
                let bond = each.holding.bond
                return BondsSignal.Holding(
                    isin: bond.isin, title: bond.title, quantity: each.holding.quantity,
                    maturity: bond.terms?.maturity, cleanPricePercent: each.quote?.price, quotedAt: each.quote?.time,
                    yieldPercent: each.yieldPercent, outstandingFace: each.outstandingFace,
                    accruedInterest: each.accruedInterest, value: each.value, expectedIncome: each.expectedIncome,
                    expectedRepayment: each.expectedRepayment, nextPayment: each.next.map(PaymentPresenter().present),
                    missing: each.missing, valuedOn: each.quote?.time.dayInUTC,
                    priceAgeDays: each.quote.map { $0.time.dayInUTC.days(until: response.day) })
            },
            totals: currencies.sorted { $0.code < $1.code }.map { currency in
                BondsSignal.HoldingTotal(
                    currency: currency, value: response.values[currency], expectedIncome: response.incomes[currency],
                    expectedRepayment: response.repayments[currency])
            })
    }
}

/// Shows a curve.
struct CurvePresenter: Presenter {
    func present(_ response: CurveInteractor.Response) -> BondsSignal.CurveAnswer {
        BondsSignal.CurveAnswer(
            day: response.day,
            points: response.points.map { point in
                let bond = point.holding.bond
                return BondsSignal.CurvePoint(
                    isin: bond.isin, title: bond.title, years: point.years,
                    macaulayDuration: point.figures.macaulayDuration,
                    yieldPercent: point.figures.effectiveYield * 100, cleanPricePercent: point.quote.price,
                    quotedAt: point.quote.time, quantity: point.holding.quantity)
            },
            left: response.left.map {
                BondsSignal.CurveGap(isin: $0.bond.isin, title: $0.bond.title, reason: $0.reason)
            })
    }
}
