import Domain

/// A writer of statements in one format. The texts of head, rows and end, concatenated, are the whole statement.
package protocol StatementWriter: Sendable {
    var mediaType: String { get }
    /// Writes the beginning.
    func write(_ head: StatementHead, to text: inout [UInt8])
    /// Writes a row.
    func write(_ row: StatementRow, of scope: StatementScope, to text: inout [UInt8])
    /// Writes the end, with the balance after the last row.
    func writeEnd(of scope: StatementScope, closing: Money, to text: inout [UInt8])
}
