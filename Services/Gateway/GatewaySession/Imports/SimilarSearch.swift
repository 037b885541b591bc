import Coordination
import Signals

/// Searches history for records that new rows of a file may duplicate.
struct SimilarSearch {
    /// The maximum number of matched transfers in one request.
    private static let mostTaken = 16_384

    let file: HistorySignal.StatementRows
    let account: LedgerSignal.Account
    let client: any ImportClient

    /// Returns the possible duplicates, by the places of the rows in the file.
    ///
    /// - Parameter statuses: Ledger's verdict on each row.
    func similar(to statuses: [LedgerSignal.ImportedRow]) async throws -> [Int: HistorySignal.SimilarRow] {
        let new = statuses.indices.filter { statuses[$0].status == .new }
        var found: [Int: HistorySignal.SimilarRow] = [:]
        for part in ImportParts.of(new, in: file.rows) {
            guard let first = part.first, let last = part.last else { continue }
            // Rows are sorted by day. A match from the previous part, perhaps of the same day, is excluded, too.
            let days = Self.day(file.rows[first])...max(Self.day(file.rows[first]), Self.day(file.rows[last]))
            let taken = statuses.indices.lazy.filter { days.contains(Self.day(file.rows[$0])) }
                .compactMap { statuses[$0].transfer ?? found[$0]?.transfer }.prefix(Self.mostTaken)
            let request = HistorySignal.FindSimilar(
                account: account.id,
                rows: part.map { place in
                    let row = file.rows[place]
                    return HistorySignal.RowInQuestion(
                        amount: row.amount, date: row.date, description: row.description)
                }, taken: Array(taken))
            let answer: HistorySignal.SimilarRows
            do {
                answer = try await client.ask(request)
            } catch let fault as Fault {
                throw FileLineFault.of(fault, lines: part.map { file.rows[$0].line })
            }
            for row in answer.similar where part.indices.contains(row.row) { found[part[row.row]] = row }
        }
        return found
    }

    /// Returns the day as text: its textual order is the order in time.
    private static func day(_ row: HistorySignal.StatementRow) -> Substring { row.date.prefix(10) }
}
