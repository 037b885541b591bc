import Coordination
import Domain

/// Rows of a summary.
struct SummaryListing: Hashable, Sendable {
    let rows: [SummaryRow]
    /// How many rows come before the next page; nil on the last.
    let next: SummaryCursor?
}

/// Where a page of a summary ended: after so many rows of one question.
struct SummaryCursor: Hashable, Sendable {
    let rowsBefore: Int
    private let question: PageCursor

    init(rowsBefore: Int, filter: MovementFilter, group: SummaryGroup, userID: String) {
        self.rowsBefore = rowsBefore
        question = PageCursor(after: Self.position(rowsBefore), filter: filter, userID: userID + group.rawValue)
    }

    /// Reads a cursor; nil for a text that is none, or belongs to another question.
    init?(_ text: String, filter: MovementFilter, group: SummaryGroup, userID: String) {
        guard let question = PageCursor(text, filter: filter, userID: userID + group.rawValue),
            let rows = Int(exactly: question.position.time.microseconds), rows >= 0
        else { return nil }
        rowsBefore = rows
        self.question = question
    }

    var text: String { question.text }

    private static func position(_ rows: Int) -> MovementPosition {
        MovementPosition(time: Instant(microseconds: Int64(rows)), key: MovementKey(number: 0))
    }
}

/// Sums up movements of the caller.
struct SummarizeInteractor: Interactor {
    struct Request: Sendable {
        let group: SummaryGroup
        let filter: FilterText
        let savedFilter: String?
        let limit: Int?
        let cursor: String?
    }

    let store: any HistoryStore

    /// - Throws: ``Fault``, as ``ListTransactionsInteractor``.
    func execute(_ request: Request, context: SignalContext) async throws -> SummaryListing {
        let resolving = try FilterResolving(request.filter, savedName: request.savedFilter, context: context)
        let userID = resolving.userID
        let limit = try PageLimit(request.limit).count
        return try await store.read { reading in
            var start = 0
            let filter = try resolving.filter(in: reading) { filter in
                guard let cursor = request.cursor else { return }
                guard
                    let known = SummaryCursor(cursor, filter: filter, group: request.group, userID: userID)
                else {
                    throw Fault.invalidArgument("cursor", "must be the cursor of a page of the very same question")
                }
                start = known.rowsBefore
            }
            let rows = try reading.summary(
                of: filter, userID: userID, by: request.group, in: try reading.zone(of: userID))
            let page = Array(rows.dropFirst(start).prefix(limit))
            let end = start + page.count
            return SummaryListing(
                rows: page,
                next: end < rows.count
                    ? SummaryCursor(rowsBefore: end, filter: filter, group: request.group, userID: userID) : nil)
        }
    }
}
