import Domain
import GatewayWords

/// A column of amounts. A unit that all rows share stands in the heading; otherwise it follows each number, padded so
/// that the numbers stay aligned at the decimal sign.
struct AmountColumn {
    let column: ListBlock.Column
    let cells: [Span]

    /// Creates a column.
    ///
    /// - Parameters:
    ///   - amounts: One per row; nil leaves the cell empty.
    ///   - tone: Returns the tone of an amount.
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

    /// Returns the tone of a change (green for income) or of a balance (red below zero).
    static func change(_ amount: Money) -> Tone { amount.minorUnits > 0 ? .good : .plain }
    static func state(_ amount: Money) -> Tone { amount.minorUnits < 0 ? .bad : .plain }
}
