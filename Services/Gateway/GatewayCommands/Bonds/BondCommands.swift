import Coordination
import Domain
import GatewayCommandLine
import GatewayWords
import Signals
import StrictJSON

/// Bonds: their prices, yields and payments.
enum BondCommands {
    static let all: [any Command] = [
        BondImportCommand(), BondFetchCommand(), list, show, BondChartCommand(), BondFiguresCommand(), accrued, hold,
        holdings, calendar, curve, BondSharesCommand(), check,
    ]

    static let isin = Text("The number of the bond, such as RU000A0JW126.", "Номер облигации, например RU000A0JW126.")

    private static let list = SignalCommand(
        BondsSignal.List.self, "bonds list", part: .market,
        fields: [
            "limit": Text("At most this many; 50 by default.", "Не больше стольких; по умолчанию 50."),
            "cursor": Text("The cursor of the previous page.", "Курсор прежней страницы."),
        ],
        examples: [CommandExample("bonds list", Text("what bonds are known", "какие облигации известны"))],
        present: { answer, page in
            if answer.bonds.isEmpty {
                page.say(
                    "no bonds yet: gateway bonds import FILE, or bonds fetch ISIN",
                    "облигаций ещё нет: gateway bonds import FILE или bonds fetch ISIN")
            }
            var table = Table([
                .words(Text(verbatim: "isin")), .text(Text("title", "название")),
                .numbers(Text("last price, %", "последняя цена, %")),
                .words(Text("of (UTC)", "от (UTC)")), .words(Text("matures", "погашение")),
                .numbers(Text("quotes", "котировок")),
            ])
            for bond in answer.bonds {
                table.add([
                    StyledText("\(bond.isin)", .bold), StyledText(bond.title),
                    StyledText(bond.lastPrice.map(NumberText.price) ?? ""),
                    StyledText(
                        bond.to.map { ValueText.timeInUTC($0) } ?? "",
                        PriceAge.isOld(bond.priceAgeDays) ? .yellow : .plain),
                    StyledText(bond.maturity.map { "\($0)" } ?? ""),
                    StyledText(String(bond.quotes)),
                ])
            }
            page.table(table)
            if let cursor = answer.nextCursor {
                page.line(StyledText("more: --cursor \(cursor)", "есть ещё: --cursor \(cursor)", .dim))
            }
        })

    private static let show = SignalCommand(
        BondsSignal.GetBond.self, "bonds show", part: .market, positional: ["isin"], fields: ["isin": isin],
        examples: [
            CommandExample(
                "bonds show RU000A0JW126", Text("a bond, and all that it pays", "облигация и всё, что она платит"))
        ], complete: inCapitals,
        present: { answer, page in
            let bond = answer.bond
            page.line(StyledText(bond.title, .bold))
            page.facts([
                (Text(verbatim: "isin"), StyledText("\(bond.isin)")),
                (Text("currency", "валюта"), StyledText(bond.currency.code)),
                (Text("quotes", "котировок"), StyledText(String(bond.quotes))),
                (Text("from", "с"), bond.from.map { StyledText(ValueText.timeInUTC($0) + " UTC") }),
                (Text("to", "по"), bond.to.map { StyledText(ValueText.timeInUTC($0) + " UTC") }),
                (
                    Text("last price", "последняя цена"),
                    bond.lastPrice.map { StyledText(NumberText.price($0) + ValueText.noBreakSpace + "%") }
                ),
                (Text("matures", "погашение"), bond.maturity.map { StyledText(.day($0)) }),
            ])
            if let old = PriceAge.warning(bond.priceAgeDays) { page.line(StyledText(old, .yellow)) }
            guard let terms = answer.terms else {
                page.line(
                    StyledText(
                        "what it pays is not known: import its terms, or bonds fetch \(bond.isin.description)",
                        "выплаты неизвестны: загрузите их или bonds fetch \(bond.isin.description)", .dim))
                return
            }
            present(answer, &page)
            present(terms, &page)
        })

    /// Shows the figures at the last price, on the day of that price.
    private static func present(_ answer: BondsSignal.BondAnswer, _ page: inout Page) {
        guard let quoted = answer.figures else {
            page.line(StyledText(PriceAge.noFigures(answer.noFigures ?? .quotes), .dim))
            return
        }
        let figures = quoted.figures
        func decimal(_ value: Double, _ unit: Text = .blank) -> StyledText {
            StyledText("\(Text.decimal(value, places: 2) + unit)")
        }
        page.line(
            StyledText("at the last price, on its day, \(quoted.day)", "по последней цене, на её день, \(quoted.day)"))
        page.facts([
            (
                Text("yield a year", "доходность в год"),
                StyledText(NumberText.percent(figures.effectiveYield, places: 2), .bold)
            ),
            (
                Text("current yield", "текущая доходность"),
                StyledText(NumberText.percent(figures.currentYield, places: 2))
            ),
            (Text("accrued interest", "накопленный доход"), decimal(figures.accruedInterest)),
            (Text("price with it", "цена вместе с ним"), decimal(figures.dirtyPrice)),
            (Text("duration", "дюрация"), decimal(figures.macaulayDuration, Text(" years", " лет"))),
            (Text("face left", "остаток номинала"), decimal(figures.outstandingFace)),
        ])
    }

    private static func present(_ terms: BondsSignal.Terms, _ page: inout Page) {
        var table = Table([
            .words(Text("paid", "платится")), .words(Text("for", "за что")), .words(Text("from", "с")),
            .numbers(Text("for one bond", "на одну облигацию")),
        ])
        let coupons = (terms.coupons ?? []).map {
            (date: $0.date, kind: BondsSignal.PaymentKind.coupon, start: Text.day($0.start), value: $0.value)
        }
        let principal = (terms.principal ?? []).map {
            (date: $0.date, kind: BondsSignal.PaymentKind.principal, start: Text.blank, value: $0.value)
        }
        for payment in (coupons + principal).sorted(by: { $0.date < $1.date }) {
            table.add([
                StyledText(.day(payment.date)), StyledText(StatusText.of(payment.kind)), StyledText(payment.start),
                StyledText(NumberText.decimal(payment.value, places: 2)),
            ])
        }
        page.table(table)
        if let unknown = terms.unknownCoupons, let first = unknown.first {
            page.say(
                "\(unknown.count, "coupon", "coupons") from \(first) on not known yet: no yield can be computed",
                "с \(first) ещё неизвестно: \(unknown.count, "купон", "купона", "купонов"); доходность не вычислить",
                .yellow)
        }
    }

    private static let accrued = SignalCommand(
        BondsSignal.Accrued.self, "bonds accrued", part: .market, positional: ["isin", "day"],
        fields: ["isin": isin, "day": Text("The day; today by default.", "День; по умолчанию сегодня.")],
        found: [],
        examples: [
            CommandExample(
                "bonds accrued RU000A0JW126 2026-03-01",
                Text("interest grown by that day", "проценты, накопленные к этому дню"))
        ],
        complete: inCapitals,
        present: { answer, page in
            page.facts([
                (Text("day", "день"), StyledText(.day(answer.day))),
                (
                    Text("accrued", "накоплено"),
                    StyledText(
                        NumberText.decimal(answer.accruedInterest, places: 2)
                            + "\(Text(" for one bond", " на одну облигацию"))", .bold)
                ),
                (
                    Text("in percent", "в процентах"),
                    answer.accruedPercent.map {
                        StyledText(NumberText.decimal($0, places: 4) + "\(Text(" of the face", " от номинала"))")
                    }
                ),
                (
                    Text("face left", "остаток номинала"),
                    StyledText(NumberText.decimal(answer.outstandingFace, places: 2))
                ),
                (
                    Text("coupon", "купон"),
                    answer.coupon.map { coupon in
                        let value = Text.decimal(coupon.value, places: 2)
                        let (elapsed, days) = (answer.daysElapsed ?? 0, answer.days ?? 0)
                        return StyledText(
                            "\(value) on \(coupon.date), day \(elapsed) of \(days)",
                            "\(value) \(coupon.date), день \(elapsed) из \(days)")
                    } ?? StyledText("none runs on that day", "в этот день ни один не идёт")
                ),
            ])
        })

    private static let curve = SignalCommand(
        BondsSignal.Curve.self, "bonds curve", part: .market, positional: ["day"],
        fields: ["day": Text("The day; today by default.", "День; по умолчанию сегодня.")],
        examples: [
            CommandExample(
                "bonds curve",
                Text("the yields of what you hold, the shortest first", "доходности ваших, короткие сначала"))
        ],
        notes: [
            Text(
                "The last price of that day or before counts, with the yield of the day of that price.",
                "Считается последняя цена этого дня или раньше, с доходностью на день этой цены.")
        ],
        present: { answer, page in
            if answer.points.isEmpty {
                page.say(
                    "none of the bonds you hold has a yield on \(answer.day)",
                    "ни у одной вашей облигации нет доходности на \(answer.day)")
            }
            var table = Table([
                .words(Text(verbatim: "isin")), .text(Text("title", "название")), .numbers(Text("years", "лет")),
                .numbers(Text("duration", "дюрация")), .numbers(Text("yield, %", "доходность, %")),
                .numbers(Text("price, %", "цена, %")), .words(Text("of (UTC)", "от (UTC)")),
            ])
            for point in answer.points {
                table.add([
                    StyledText("\(point.isin)", .bold), StyledText(point.title),
                    StyledText(NumberText.decimal(point.years, places: 2)),
                    StyledText(NumberText.decimal(point.macaulayDuration, places: 2)),
                    StyledText(NumberText.decimal(point.yieldPercent, places: 2), .bold),
                    StyledText(NumberText.price(point.cleanPricePercent)),
                    StyledText(
                        .day(point.quotedAt.dayInUTC),
                        PriceAge.isOld(point.quotedAt.dayInUTC.days(until: answer.day)) ? .yellow : .plain),
                ])
            }
            page.table(table)
            for gap in answer.left {
                let reason =
                    switch gap.reason {
                    case .quotes: Text("has no price by then", "до этого дня нет цены")
                    case .terms: Text("what it pays is not known", "выплаты неизвестны")
                    case .matured: Text("is paid back", "погашена")
                    case .noYield: Text("no number is its yield", "доходность не вычислить")
                    }
                page.say(
                    "left out: \(gap.isin.description) \(gap.title): \(reason)",
                    "не вошла: \(gap.isin.description) \(gap.title): \(reason)", .dim)
            }
        })

    private static let check = SignalCommand(
        BondsSignal.CheckISIN.self, "bonds check", part: .market, positional: ["isin"], fields: ["isin": isin],
        examples: [
            CommandExample(
                "bonds check RU000A0JW126", Text("whether its check digit is right", "верна ли контрольная цифра"))
        ],
        finish: { answer, _ in answer.valid ? .done : .usage },
        present: { answer, page in
            page.line(
                answer.valid
                    ? StyledText("it is an ISIN", "это ISIN")
                    : StyledText(
                        "this is no ISIN: its form or its check digit is wrong",
                        "это не ISIN: неверны вид или контрольная цифра"
                    ))
        })

    /// Converts an ISIN to capital letters.
    static func inCapitals(_ arguments: inout ParsedArguments, _: CommandScene) {
        if let isin = arguments.text("isin") { arguments["isin"] = .text(isin.uppercased()) }
    }
}
