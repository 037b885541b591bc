import Coordination
import Domain
import GatewayCommandLine
import GatewayWords
import Signals
import StrictJSON

// The holdings of a user and their future payments.
extension BondCommands {
    static let hold = SignalCommand(
        BondsSignal.Hold.self, "bonds hold", part: .market, positional: ["isin", "quantity"],
        fields: [
            "isin": isin,
            "quantity": Text(
                "How many you hold now; 0 removes the holding.", "Сколько у вас теперь; 0 — больше ни одной."),
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

    static let holdings = SignalCommand(
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
                .words(Text(verbatim: "isin")).ranked(4), .text(Text("title", "название")).ranked(1),
                .numbers(Text("held", "есть")).ranked(2), .numbers(Text("price, %", "цена, %")).ranked(5),
                .words(Text("of", "на")).ranked(9),
                .numbers(Text("yield, %", "доходность, %")).short(Text("yield, %", "дох., %")).ranked(6),
                .numbers(Text("worth", "стоят")).ranked(3),
                .numbers(Text("coupons in a year", "купоны за год")).short(Text("coupons", "купоны")).ranked(7),
                .words(Text("next", "следующая")).short(Text("next", "выплата")).ranked(8),
                .words(Text("not known", "неизвестно")).ranked(10),
            ])
            for held in answer.holdings {
                table.add([
                    StyledText("\(held.isin)", .bold), StyledText(held.title), StyledText(String(held.quantity)),
                    StyledText(held.cleanPricePercent.map(NumberText.price) ?? ""),
                    StyledText(
                        held.valuedOn.map { .day($0) } ?? .blank, PriceAge.isOld(held.priceAgeDays) ? .yellow : .plain),
                    StyledText(held.yieldPercent.map { NumberText.decimal($0, places: 2) } ?? ""),
                    StyledText(held.value.map { ValueText.money($0) } ?? ""),
                    StyledText(held.expectedIncome.map { ValueText.money($0) } ?? ""),
                    StyledText(held.nextPayment.map { ValueText.day($0.date) } ?? ""),
                    StyledText(held.missing.joined(separator: ", "), .yellow),
                ])
            }
            for total in answer.totals {
                table.addSum([
                    .blank, StyledText("total", "итого"), .blank, .blank, .blank, .blank,
                    StyledText(ValueText.money(total.value), .bold),
                    StyledText(ValueText.money(total.expectedIncome), .bold), .blank, .blank,
                ])
            }
            page.table(table)
            let old = answer.holdings.filter { PriceAge.isOld($0.priceAgeDays) }
            if !old.isEmpty {
                page.say(
                    """
                    prices older than \(PriceAge.mostDays) days: \(old.count); yield and worth are of the day of the \
                    price
                    """,
                    "цен старше \(PriceAge.mostDays) дней: \(old.count); доходность и стоимость — на день цены", .yellow
                )
            }
            for total in answer.totals where total.expectedRepayment.minorUnits != 0 {
                page.say(
                    "paid back in a year \(total.expectedRepayment)", "погашение за год \(total.expectedRepayment)")
            }
        })

    static let calendar = SignalCommand(
        BondsSignal.Calendar.self, "bonds calendar", part: .market, positional: ["isin"],
        fields: [
            "isin": Text(
                "One bond, held or not; by default all you hold.",
                "Одна облигация, своя или нет; по умолчанию все ваши."),
            "from": Text("The first day; today.", "Первый день; сегодня."),
            "to": Text("The last day; a year later.", "Последний день; через год."),
            "limit": Text("At most this many; 50 by default.", "Не больше стольких; по умолчанию 50."),
            "cursor": Text("The cursor of the previous page.", "Курсор прежней страницы."),
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
}
