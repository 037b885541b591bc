import Coordination
import Domain
import Signals
import StrictJSON

/// Bonds: what they cost, what they yield, what they pay to whoever holds them.
enum BondCommands {
    static let all: [any Command] = [
        BondImportCommand(), BondFetchCommand(), list, show, BondChartCommand(), BondFiguresCommand(), accrued, hold,
        holdings, calendar, curve, BondSharesCommand(), check,
    ]

    static let isin = Text("The number of the bond, such as RU000A0JW126.", "Номер облигации, например RU000A0JW126.")

    private static let list = SignalCommand(
        BondsSignal.List.self, "bonds list", part: .market,
        fields: [
            "limit": Text("At most so many; 50 unless said otherwise.", "Не больше стольких; по умолчанию 50."),
            "cursor": Text("Where the page before ended.", "Где кончилась прежняя страница."),
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
                    StyledText(bond.to.map(ValueText.time) ?? ""), StyledText(bond.maturity.map { "\($0)" } ?? ""),
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
                (Text("from", "с"), bond.from.map { StyledText(ValueText.time($0) + " UTC") }),
                (Text("to", "по"), bond.to.map { StyledText(ValueText.time($0) + " UTC") }),
                (
                    Text("last price", "последняя цена"),
                    bond.lastPrice.map { StyledText(NumberText.price($0) + ValueText.noBreakSpace + "%") }
                ),
                (Text("matures", "погашение"), bond.maturity.map { StyledText(.day($0)) }),
            ])
            guard let terms = answer.terms else {
                page.line(
                    StyledText(
                        "what it pays is not known: import its terms, or bonds fetch \(bond.isin.description)",
                        "выплаты неизвестны: загрузите их или bonds fetch \(bond.isin.description)", .dim))
                return
            }
            present(terms, &page)
        })

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
                "\(unknown.count, "coupon", "coupons") from \(first) on not known yet: no yield can be reckoned",
                "с \(first) ещё неизвестно: \(unknown.count, "купон", "купона", "купонов"); доходность не вычислить",
                .yellow)
        }
    }

    private static let accrued = SignalCommand(
        BondsSignal.Accrued.self, "bonds accrued", part: .market, positional: ["isin", "day"],
        fields: ["isin": isin, "day": Text("The day; today unless said otherwise.", "День; по умолчанию сегодня.")],
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

    private static let hold = SignalCommand(
        BondsSignal.Hold.self, "bonds hold", part: .market, positional: ["isin", "quantity"],
        fields: [
            "isin": isin,
            "quantity": Text(
                "How many you hold now; 0 for none any more.", "Сколько у вас теперь; 0 — больше ни одной."),
        ],
        examples: [
            CommandExample("bonds hold RU000A0JW126 40", Text("you hold forty of them", "у вас их сорок")),
            CommandExample("bonds hold RU000A0JW126 0", Text("you hold none any more", "у вас их больше нет")),
        ], complete: inCapitals,
        present: { answer, page in
            page.say(
                "you hold \(answer.quantity) of \(answer.title); it was \(answer.before)",
                "у вас \(answer.quantity) \(answer.title); было \(answer.before)")
        })

    private static let holdings = SignalCommand(
        BondsSignal.Holdings.self, "bonds holdings", part: .market,
        examples: [
            CommandExample(
                "bonds holdings",
                Text(
                    "what you hold, what it is worth, what it will pay in a year",
                    "что у вас есть, сколько стоит и заплатит за год"))
        ],
        present: { answer, page in
            if answer.holdings.isEmpty {
                page.say(
                    "you hold no bonds: gateway bonds hold ISIN N", "облигаций у вас нет: gateway bonds hold ISIN N")
            }
            var table = Table([
                .words(Text(verbatim: "isin")), .text(Text("title", "название")), .numbers(Text("held", "есть")),
                .numbers(Text("price, %", "цена, %")), .numbers(Text("yield, %", "доходность, %")),
                .numbers(Text("worth", "стоят")), .numbers(Text("coupons in a year", "купоны за год")),
                .words(Text("next", "следующая")),
                .words(Text("not known", "неизвестно")),
            ])
            for held in answer.holdings {
                table.add([
                    StyledText("\(held.isin)", .bold), StyledText(held.title), StyledText(String(held.quantity)),
                    StyledText(held.cleanPricePercent.map(NumberText.price) ?? ""),
                    StyledText(held.yieldPercent.map { NumberText.decimal($0, places: 2) } ?? ""),
                    StyledText(held.value.map { ValueText.money($0) } ?? ""),
                    StyledText(held.expectedIncome.map { ValueText.money($0) } ?? ""),
                    StyledText(held.nextPayment.map { "\($0.date)" } ?? ""),
                    StyledText(held.missing.joined(separator: ", "), .yellow),
                ])
            }
            page.table(table)
            for total in answer.totals {
                page.line(
                    StyledText("total  ", "итого  ", .dim), StyledText(ValueText.money(total.value), .bold),
                    StyledText(
                        "  coupons \(total.expectedIncome)  paid back \(total.expectedRepayment)",
                        "  купоны \(total.expectedIncome)  погашение \(total.expectedRepayment)"))
            }
        })

    private static let calendar = SignalCommand(
        BondsSignal.Calendar.self, "bonds calendar", part: .market, positional: ["isin"],
        fields: [
            "isin": Text(
                "One bond, held or not; all you hold unless said otherwise.",
                "Одна облигация, своя или нет; по умолчанию все ваши."),
            "from": Text("The first day; today.", "Первый день; сегодня."),
            "to": Text("The last day; a year later.", "Последний день; через год."),
            "limit": Text("At most so many; 50 unless said otherwise.", "Не больше стольких; по умолчанию 50."),
            "cursor": Text("Where the page before ended.", "Где кончилась прежняя страница."),
        ],
        examples: [
            CommandExample(
                "bonds calendar", Text("what your bonds will pay in a year", "что заплатят ваши облигации за год")),
            CommandExample(
                "bonds calendar RU000A0JW126 --to 2030-01-01", Text("what one of them pays", "что платит одна из них")),
        ], complete: inCapitals,
        present: { answer, page in
            if answer.payments.isEmpty {
                page.say(
                    "nothing is paid from \(answer.from) to \(answer.to)", "с \(answer.from) по \(answer.to) выплат нет"
                )
            }
            var table = Table([
                .words(Text("paid", "платится")), .words(Text(verbatim: "isin")), .text(Text("title", "название")),
                .words(Text("what", "что")),
                .numbers(Text("for one", "на одну")), .numbers(Text("held", "есть")),
                .numbers(Text("amount", "сумма")),
            ])
            for payment in answer.payments {
                table.add([
                    StyledText(.day(payment.date)), StyledText("\(payment.isin)"), StyledText(payment.title),
                    StyledText(StatusText.of(payment.kind)), StyledText(NumberText.decimal(payment.value, places: 2)),
                    StyledText(String(payment.quantity)), StyledText(ValueText.money(payment.amount), .bold),
                ])
            }
            page.table(table)
            for total in answer.totals {
                page.line(
                    StyledText("total  ", "итого  ", .dim),
                    StyledText(
                        "coupons \(total.coupons)  paid back \(total.principal)",
                        "купоны \(total.coupons)  погашение \(total.principal)"))
            }
            if let cursor = answer.nextCursor {
                page.line(StyledText("more: --cursor \(cursor)", "есть ещё: --cursor \(cursor)", .dim))
            }
        })

    private static let curve = SignalCommand(
        BondsSignal.Curve.self, "bonds curve", part: .market, positional: ["day"],
        fields: ["day": Text("The day; today unless said otherwise.", "День; по умолчанию сегодня.")],
        examples: [
            CommandExample(
                "bonds curve",
                Text("the yields of what you hold, the shortest first", "доходности ваших, короткие сначала"))
        ],
        notes: [
            Text(
                "The last price of that day or before counts, and the yield that belongs to it on that day.",
                "Считается последняя цена этого дня или раньше и её доходность в этот день.")
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
                    StyledText(.day(point.quotedAt.dayInUTC)),
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
                        "it is no ISIN: form or check digit are wrong", "это не ISIN: неверны вид или контрольная цифра"
                    ))
        })

    /// An ISIN in small letters is one, too.
    static func inCapitals(_ arguments: inout ParsedArguments, _: CommandScene) {
        if let isin = arguments.text("isin") { arguments["isin"] = .text(isin.uppercased()) }
    }
}
