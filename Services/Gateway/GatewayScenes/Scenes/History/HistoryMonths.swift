import Signals

/// What each month sums up to, and how many transactions of each kind there are: of all that is found, not of what is loaded.
struct HistoryMonths: Sendable {
    /// Rows of one question, as many as history gives.
    private static let page = 1000

    private(set) var sums: [String: [HistorySignal.Total]] = [:]
    private(set) var counts: [HistorySignal.TypeFilter: Int] = [:]

    /// Asks history.
    ///
    /// - Parameters:
    ///   - account: Nil for all.
    ///   - type: What the sums are of; counts are of all kinds.
    ///   - text: What was searched for.
    @MainActor static func load(
        of account: String?, _ type: HistorySignal.TypeFilter, _ text: String?,
        _ ask: @MainActor (HistorySignal.Summary) async throws -> HistorySignal.SummaryPage
    ) async throws -> HistoryMonths {
        var found = HistoryMonths()
        for kind in [HistorySignal.TypeFilter.income, .expense] {
            for row in try await rows(kind, account, text, isWhole: true, ask) {
                found.counts[kind, default: 0] += Int(row.count)
            }
            guard type == .all || type == kind else { continue }
            for row in try await rows(kind, account, text, isWhole: false, ask) {
                if let key = row.key { found.sums[key, default: []].add(row) }
            }
        }
        found.counts[.all] = found.counts.values.reduce(0, +)
        return found
    }

    /// - Parameter isWhole: Whether what moved between one's own accounts and what was taken back count too.
    @MainActor private static func rows(
        _ kind: HistorySignal.TypeFilter, _ account: String?, _ text: String?, isWhole: Bool,
        _ ask: @MainActor (HistorySignal.Summary) async throws -> HistorySignal.SummaryPage
    ) async throws -> [HistorySignal.SummaryRow] {
        var rows: [HistorySignal.SummaryRow] = []
        var cursor: String?
        repeat {
            let page = try await ask(
                HistorySignal.Summary(
                    by: .month, account: account, type: kind, text: text, limit: Self.page, cursor: cursor,
                    own: isWhole ? nil : false, undone: isWhole ? nil : false))
            rows += page.rows
            cursor = page.nextCursor
        } while cursor != nil
        return rows
    }
}
