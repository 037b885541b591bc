import Domain

/// Writes statements in one format. What it writes of head, rows and tail, one after another, is the whole text.
protocol StatementWriter: Sendable {
    /// What the text is.
    var mediaType: String { get }
    /// Begins.
    func write(_ head: StatementHead, to text: inout [UInt8])
    /// Adds a row.
    func write(_ row: StatementRow, of scope: StatementScope, to text: inout [UInt8])
    /// Ends, with what is in the account after the last row.
    func writeEnd(of scope: StatementScope, closing: Money, to text: inout [UInt8])
}
