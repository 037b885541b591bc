import Coordination
import Domain
import Signals

/// Sums up movements of the caller.
struct SummarizeTransactions: UseCase {
    let store: any HistoryStore

    /// - Throws: ``Fault``, as ``ListTransactions``.
    func answer(_ signal: HistorySignal.Summary, context: SignalContext) async throws -> HistorySignal.SummaryPage {
        let resolving = try FilterResolving(FilterText(signal), savedName: signal.filter, context: context)
        let userID = resolving.userID
        let limit = try PageLimit(signal.limit).count
        return try await store.read { reading in
            var start = 0
            let filter = try resolving.filter(in: reading) { filter in
                guard let cursor = signal.cursor else { return }
                guard let known = SummaryCursor(cursor, filter: filter, group: signal.by, userID: userID) else {
                    throw Fault.invalidArgument("cursor", .notACursorOfQuestion)
                }
                start = known.rowsBefore
            }
            let rows = try reading.summary(of: filter, userID: userID, by: signal.by, in: try reading.zone(of: userID))
            let page = rows.dropFirst(start).prefix(limit)
            let end = start + page.count
            return HistorySignal.SummaryPage(
                rows: page.map { HistorySignal.SummaryRow($0) },
                nextCursor: end < rows.count
                    ? SummaryCursor(rowsBefore: end, filter: filter, group: signal.by, userID: userID).text : nil)
        }
    }
}

/// The end of a page of a summary: the number of rows before the next page, for one query.
private struct SummaryCursor {
    let rowsBefore: Int
    private let question: PageCursor

    init(rowsBefore: Int, filter: MovementFilter, group: HistorySignal.SummaryGroup, userID: String) {
        self.rowsBefore = rowsBefore
        let position = MovementPosition(
            time: Instant(microseconds: Int64(rowsBefore)), key: MovementKey(number: 0))
        question = PageCursor(after: position, filter: filter, userID: userID + group.rawValue)
    }

    /// Reads a cursor; nil for text that is not a cursor, or belongs to another query.
    init?(_ text: String, filter: MovementFilter, group: HistorySignal.SummaryGroup, userID: String) {
        guard let question = PageCursor(text, filter: filter, userID: userID + group.rawValue),
            let rows = Int(exactly: question.position.time.microseconds), rows >= 0
        else { return nil }
        rowsBefore = rows
        self.question = question
    }

    var text: String { question.text }
}
