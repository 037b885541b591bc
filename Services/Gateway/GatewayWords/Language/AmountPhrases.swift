import Domain

extension Money {
    /// The amount with the opposite sign.
    package var negated: Money { Money(minorUnits: 0 &- minorUnits, currency: currency) }
}

extension Text {
    /// Formats an amount without its unit: `-15 000.00`.
    package static func digits(_ money: Money, isSigned: Bool = false) -> Text {
        let sign = isSigned && money.minorUnits > 0 ? "+" : ""
        return Text(
            "\(sign + AmountText.grouped(money.decimalText, in: .english))",
            "\(sign + AmountText.grouped(money.decimalText, in: .russian))")
    }

    /// Returns the unit of a currency: `RUB`, in Russian `₽`.
    package static func unit(_ currency: Currency) -> Text {
        Text("\(currency.code)", "\(currency.ownSymbol ?? currency.code)")
    }

    /// Returns the sums of the amounts by currency: `312 500.50 RUB · 1 250.40 EUR`, then shorter wordings of the same.
    package static func sums(_ amounts: [Money], isSigned: Bool = false) -> [Text] {
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
