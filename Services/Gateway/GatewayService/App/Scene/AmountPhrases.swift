import Domain

extension Money {
    /// The same with the other sign.
    var negated: Money { Money(minorUnits: 0 &- minorUnits, currency: currency) }
}

extension Text {
    /// An amount without its unit: `-15 000.00`.
    static func digits(_ money: Money, isSigned: Bool = false) -> Text {
        let sign = isSigned && money.minorUnits > 0 ? "+" : ""
        return Text(
            "\(sign + AmountText.grouped(money.decimalText, in: .english))",
            "\(sign + AmountText.grouped(money.decimalText, in: .russian))")
    }

    /// What a currency is written with: `RUB`, in Russian `₽`.
    static func unit(_ currency: Currency) -> Text {
        Text("\(currency.code)", "\(currency.ownSymbol ?? currency.code)")
    }

    /// What amounts sum up to, by currency: `312 500.50 RUB · 1 250.40 EUR`, then shorter wordings of the same.
    static func sums(_ amounts: [Money], isSigned: Bool = false) -> [Text] {
        var order: [Currency] = []
        var sums: [Currency: Int64] = [:]
        for amount in amounts {
            if sums[amount.currency] == nil { order.append(amount.currency) }
            sums[amount.currency] =
                (sums[amount.currency] ?? 0).addingReportingOverflow(amount.minorUnits).partialValue
        }
        let texts = order.map { currency -> Text in
            let sum = Money(minorUnits: sums[currency] ?? 0, currency: currency)
            return isSigned ? .change(sum) : .money(sum)
        }
        guard let first = texts.first else { return [] }
        return texts.count == 1
            ? texts : [texts.joined(separator: " · "), first + Text(verbatim: " · +\(texts.count - 1)")]
    }
}

/// A column of amounts: the unit stands in the head where all rows share it, else behind each number, padded so that
/// numbers stay on their decimal sign.
struct AmountColumn {
    let column: ListBlock.Column
    let cells: [Span]

    /// - Parameters:
    ///   - amounts: One for each row; nil leaves it empty.
    ///   - tone: The look of an amount.
    init(
        _ title: Text, _ amounts: [Money?], isSigned: Bool = false, tone: (Money) -> Tone = { _ in .plain }
    ) {
        let currencies = Set(amounts.compactMap { $0?.currency })
        let shared = currencies.count == 1 && !title.isEmpty ? currencies.first : nil
        column = .numbers(shared.map { title + Text(verbatim: ", ") + .unit($0) } ?? title)
        let units = currencies.map { Text.unit($0) }
        func padded(_ unit: Text, in language: Language) -> String {
            let widest = units.map { $0.spoken(in: language).count }.max() ?? 0
            let text = unit.spoken(in: language)
            return AmountText.noBreakSpace + text + String(repeating: " ", count: widest - text.count)
        }
        cells = amounts.map { amount in
            guard let amount else { return .blank }
            let digits = Text.digits(amount, isSigned: isSigned)
            let unit = Text.unit(amount.currency)
            let behind =
                shared != nil ? Text.blank : Text("\(padded(unit, in: .english))", "\(padded(unit, in: .russian))")
            return Span(digits + behind, tone(amount))
        }
    }

    /// Green what comes, red what is below zero where that is a state, plain else.
    static func change(_ amount: Money) -> Tone { amount.minorUnits > 0 ? .good : .plain }
    static func state(_ amount: Money) -> Tone { amount.minorUnits < 0 ? .bad : .plain }
}
