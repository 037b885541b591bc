import Signals

/// The filter fields of a signal.
protocol FilterFields {
    var account: String? { get }
    var type: HistorySignal.TypeFilter? { get }
    var from: String? { get }
    var to: String? { get }
    var text: String? { get }
    var minAmount: String? { get }
    var maxAmount: String? { get }
    var category: String? { get }
    var counterparty: String? { get }
    var reversed: Bool? { get }
    var own: Bool? { get }
    var undone: Bool? { get }
    var query: String? { get }
}

extension HistorySignal.Transactions: FilterFields {}
extension HistorySignal.Summary: FilterFields {}
extension HistorySignal.SaveFilter: FilterFields {}

extension FilterText {
    /// Creates the filter from a signal.
    init(_ fields: some FilterFields) {
        self.init(
            account: fields.account, side: fields.type?.side, from: fields.from, to: fields.to, text: fields.text,
            minAmount: fields.minAmount, maxAmount: fields.maxAmount, category: fields.category,
            counterparty: fields.counterparty, reversed: fields.reversed, own: fields.own, undone: fields.undone,
            query: fields.query)
    }
}

extension HistorySignal.TypeFilter {
    /// The stored form; nil for both sides.
    var side: String? { self == .all ? nil : rawValue }
}
