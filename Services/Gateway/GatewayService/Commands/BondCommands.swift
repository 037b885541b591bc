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

    static let isin: Text = "The number of the bond, such as RU000A0JW126."

    private static let list = SignalCommand(
        BondsSignal.List.self, "bonds list", part: .market,
        fields: ["limit": "At most so many; 50 unless said otherwise.", "cursor": "Where the page before ended."],
        examples: [CommandExample("bonds list", "what bonds are known")],
        present: { answer, page in
            if answer.bonds.isEmpty { page.line("no bonds yet: gateway bonds import FILE, or bonds fetch ISIN") }
            var table = Table([
                .words("isin"), .text("title"), .numbers("last price, %"), .words("of (UTC)"), .words("matures"),
                .numbers("quotes"),
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
            if let cursor = answer.nextCursor { page.line(StyledText("more: --cursor \(cursor)", .dim)) }
        })

    private static let show = SignalCommand(
        BondsSignal.GetBond.self, "bonds show", part: .market, positional: ["isin"], fields: ["isin": isin],
        examples: [CommandExample("bonds show RU000A0JW126", "a bond, and all that it pays")], complete: inCapitals,
        present: { answer, page in
            let bond = answer.bond
            page.line(StyledText(bond.title, .bold))
            page.facts([
                ("isin", StyledText("\(bond.isin)")), ("currency", StyledText(bond.currency.code)),
                ("quotes", StyledText(String(bond.quotes))),
                ("from", bond.from.map { StyledText(ValueText.time($0) + " UTC") }),
                ("to", bond.to.map { StyledText(ValueText.time($0) + " UTC") }),
                ("last price", bond.lastPrice.map { StyledText(NumberText.price($0) + ValueText.noBreakSpace + "%") }),
                ("matures", bond.maturity.map { StyledText("\($0)") }),
            ])
            guard let terms = answer.terms else {
                page.line(StyledText("what it pays is not known: import its terms, or bonds fetch \(bond.isin)", .dim))
                return
            }
            present(terms, &page)
        })

    private static func present(_ terms: BondsSignal.Terms, _ page: inout Page) {
        var table = Table([.words("paid"), .words("for"), .words("from"), .numbers("for one bond")])
        let coupons = (terms.coupons ?? []).map {
            (date: $0.date, kind: "coupon", start: "\($0.start)", value: $0.value)
        }
        let principal = (terms.principal ?? []).map { (date: $0.date, kind: "principal", start: "", value: $0.value) }
        for payment in (coupons + principal).sorted(by: { $0.date < $1.date }) {
            table.add([
                StyledText("\(payment.date)"), StyledText(payment.kind), StyledText(payment.start),
                StyledText(NumberText.decimal(payment.value, places: 2)),
            ])
        }
        page.table(table)
        if let unknown = terms.unknownCoupons, let first = unknown.first {
            page.line(
                StyledText(
                    "\(ValueText.count(unknown.count, "coupon")) from \(first) on not known yet: no yield can be reckoned",
                    .yellow)
            )
        }
    }

    private static let accrued = SignalCommand(
        BondsSignal.Accrued.self, "bonds accrued", part: .market, positional: ["isin", "day"],
        fields: ["isin": isin, "day": "The day; today unless said otherwise."], found: [],
        examples: [CommandExample("bonds accrued RU000A0JW126 2026-03-01", "interest grown by that day")],
        complete: inCapitals,
        present: { answer, page in
            page.facts([
                ("day", StyledText("\(answer.day)")),
                ("accrued", StyledText(NumberText.decimal(answer.accruedInterest, places: 2) + " for one bond", .bold)),
                (
                    "in percent",
                    answer.accruedPercent.map { StyledText(NumberText.decimal($0, places: 4) + " of the face") }
                ),
                ("face left", StyledText(NumberText.decimal(answer.outstandingFace, places: 2))),
                (
                    "coupon",
                    answer.coupon.map {
                        StyledText(
                            "\(NumberText.decimal($0.value, places: 2)) on \($0.date), day \(answer.daysElapsed ?? 0) of "
                                + "\(answer.days ?? 0)")
                    } ?? StyledText("none runs on that day")
                ),
            ])
        })

    private static let hold = SignalCommand(
        BondsSignal.Hold.self, "bonds hold", part: .market, positional: ["isin", "quantity"],
        fields: ["isin": isin, "quantity": "How many you hold now; 0 for none any more."],
        examples: [
            CommandExample("bonds hold RU000A0JW126 40", "you hold forty of them"),
            CommandExample("bonds hold RU000A0JW126 0", "you hold none any more"),
        ], complete: inCapitals,
        present: { answer, page in
            page.line("you hold \(answer.quantity) of \(answer.title); it was \(answer.before)")
        })

    private static let holdings = SignalCommand(
        BondsSignal.Holdings.self, "bonds holdings", part: .market,
        examples: [CommandExample("bonds holdings", "what you hold, what it is worth, what it will pay in a year")],
        present: { answer, page in
            if answer.holdings.isEmpty { page.line("you hold no bonds: gateway bonds hold ISIN N") }
            var table = Table([
                .words("isin"), .text("title"), .numbers("held"), .numbers("price, %"), .numbers("yield, %"),
                .numbers("worth"), .numbers("coupons in a year"), .words("next"), .words("not known"),
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
                    StyledText("total  ", .dim), StyledText(ValueText.money(total.value), .bold),
                    StyledText(
                        "  coupons \(ValueText.money(total.expectedIncome))  paid back \(ValueText.money(total.expectedRepayment))"
                    ))
            }
        })

    private static let calendar = SignalCommand(
        BondsSignal.Calendar.self, "bonds calendar", part: .market, positional: ["isin"],
        fields: [
            "isin": "One bond, held or not; all you hold unless said otherwise.", "from": "The first day; today.",
            "to": "The last day; a year later.", "limit": "At most so many; 50 unless said otherwise.",
            "cursor": "Where the page before ended.",
        ],
        examples: [
            CommandExample("bonds calendar", "what your bonds will pay in a year"),
            CommandExample("bonds calendar RU000A0JW126 --to 2030-01-01", "what one of them pays"),
        ], complete: inCapitals,
        present: { answer, page in
            if answer.payments.isEmpty { page.line("nothing is paid from \(answer.from) to \(answer.to)") }
            var table = Table([
                .words("paid"), .words("isin"), .text("title"), .words("what"), .numbers("for one"), .numbers("held"),
                .numbers("amount"),
            ])
            for payment in answer.payments {
                table.add([
                    StyledText("\(payment.date)"), StyledText("\(payment.isin)"), StyledText(payment.title),
                    StyledText(payment.kind.rawValue), StyledText(NumberText.decimal(payment.value, places: 2)),
                    StyledText(String(payment.quantity)), StyledText(ValueText.money(payment.amount), .bold),
                ])
            }
            page.table(table)
            for total in answer.totals {
                page.line(
                    StyledText("total  ", .dim),
                    StyledText(
                        "coupons \(ValueText.money(total.coupons))  paid back \(ValueText.money(total.principal))"))
            }
            if let cursor = answer.nextCursor { page.line(StyledText("more: --cursor \(cursor)", .dim)) }
        })

    private static let curve = SignalCommand(
        BondsSignal.Curve.self, "bonds curve", part: .market, positional: ["day"],
        fields: ["day": "The day; today unless said otherwise."],
        examples: [CommandExample("bonds curve", "the yields of what you hold, the shortest first")],
        notes: ["The last price of that day or before counts, and the yield that belongs to it on that day."],
        present: { answer, page in
            if answer.points.isEmpty { page.line("none of the bonds you hold has a yield on \(answer.day)") }
            var table = Table([
                .words("isin"), .text("title"), .numbers("years"), .numbers("duration"), .numbers("yield, %"),
                .numbers("price, %"), .words("of (UTC)"),
            ])
            for point in answer.points {
                table.add([
                    StyledText("\(point.isin)", .bold), StyledText(point.title),
                    StyledText(NumberText.decimal(point.years, places: 2)),
                    StyledText(NumberText.decimal(point.macaulayDuration, places: 2)),
                    StyledText(NumberText.decimal(point.yieldPercent, places: 2), .bold),
                    StyledText(NumberText.price(point.cleanPricePercent)),
                    StyledText(String(ValueText.time(point.quotedAt).prefix(10))),
                ])
            }
            page.table(table)
            for gap in answer.left {
                let reason =
                    switch gap.reason {
                    case .quotes: "has no price by then"
                    case .terms: "what it pays is not known"
                    case .matured: "is paid back"
                    case .noYield: "no number is its yield"
                    }
                page.line(StyledText("left out: \(gap.isin) \(gap.title): \(reason)", .dim))
            }
        })

    private static let check = SignalCommand(
        BondsSignal.CheckISIN.self, "bonds check", part: .market, positional: ["isin"], fields: ["isin": isin],
        examples: [CommandExample("bonds check RU000A0JW126", "whether its check digit is right")],
        finish: { answer, _ in answer.valid ? .done : .usage },
        present: { answer, page in
            page.line(answer.valid ? "it is an ISIN" : "it is no ISIN: form or check digit are wrong")
        })

    /// An ISIN in small letters is one, too.
    static func inCapitals(_ arguments: inout ParsedArguments, _: CommandScene) {
        if let isin = arguments.text("isin") { arguments["isin"] = .text(isin.uppercased()) }
    }
}
