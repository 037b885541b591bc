import Domain

/// A writer of journals in one format. The texts of head, transactions and balances, concatenated, are the journal.
protocol JournalWriter: Sendable {
    /// The names of accounts.
    var names: JournalNames { get }
    var mediaType: String { get }
    /// Writes the beginning.
    func write(_ head: JournalHead, to text: inout [UInt8])
    /// Writes a transaction. Transactions come in the order of their days.
    func write(_ entry: JournalEntry, to text: inout [UInt8])
    /// Writes the assertions of all balances at the end.
    func writeEnd(_ balances: [JournalBalance], to text: inout [UInt8])
}

extension JournalWriter {
    /// Appends an amount: `-12.50 RUB`.
    func append(_ money: Money, to text: inout [UInt8]) {
        money.appendDecimal(to: &text)
        text.append(UInt8(ascii: " "))
        text += money.currency.code.utf8
    }
}
