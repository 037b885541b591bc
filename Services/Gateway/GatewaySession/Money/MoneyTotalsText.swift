import Domain
import GatewayWords

/// The texts about the total of all accounts, below the sums of each currency.
package enum MoneyTotalsText {
    /// The text of a sum that overflows.
    package static let tooMuch = Text("too much to add up", "слишком много, чтобы сложить")

    /// Adds the total in one currency, where there are several, with the rates used; then currencies without a rate,
    /// frozen money and debts.
    package static func present(_ totals: MoneyTotals, areRatesKnown: Bool, _ page: inout Page) {
        if let currency = totals.currency, totals.rows.contains(where: { $0.currency != currency }) {
            if totals.rows.contains(where: { $0.rate != nil }) {
                page.line(
                    StyledText("in \(currency.code) ", "в \(currency.code) "),
                    StyledText(totals.total.map { Text.money($0) } ?? tooMuch, .bold),
                    StyledText(rates(totals.rates), .dim))
            }
            if !areRatesKnown {
                page.say(
                    "! rates cannot be asked for now: currencies are not added up",
                    "! курсы сейчас не узнать: валюты не сложены", .yellow)
            } else if !totals.missing.isEmpty {
                page.say(missing(totals), .yellow)
            }
        }
        if !totals.frozen.isEmpty {
            let sums = list(totals.frozen)
            page.say("of it frozen: \(sums)", "из этого заморожено: \(sums)", .yellow)
        }
        if !totals.owed.isEmpty {
            let sums = list(totals.owed)
            page.say("below zero, taken off: \(sums)", "в минусе, вычтено: \(sums)", .yellow)
        }
    }

    /// Returns the warning `! not counted, no rate: EUR`.
    package static func missing(_ totals: MoneyTotals) -> Text {
        let codes = totals.missing.map(\.code).joined(separator: ", ")
        return Text("! not counted, no rate: \(codes)", "! не посчитано, нет курса: \(codes)")
    }

    /// Describes the rates used and their dates.
    package static func rates(_ used: [(currency: Currency, rate: MoneyTotals.Rate)]) -> Text {
        let all = used.map { code, rate in
            let (number, day) = (rate.text, rate.asOf.localDay)
            let way = rate.isInverted ? Text(" the other way", " обратный") : .blank
            return Text(
                "\(code.code) \(number)\(way), \(RateSource.text(rate.source)), of \(day)",
                """
                \(code.code) \(ValueText.decimals(number, in: .russian))\(way), \(RateSource.text(rate.source)), от \
                \(day)
                """
            )
        }
        let said = all.joined(separator: "; ")
        return Text("  by your rates: \(said)", "  по вашим курсам: \(said)")
    }

    private static func list(_ amounts: [Money]) -> Text { amounts.map { Text.money($0) }.joined(separator: ", ") }
}
