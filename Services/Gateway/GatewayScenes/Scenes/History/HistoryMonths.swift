import Signals

/// The sums of each month and the number of transactions of each kind: of all matches, not only of the loaded ones.
struct HistoryMonths: Sendable {
    /// The page size, history's maximum.
    private static let page = 1000

    private(set) var sums: [String: [HistorySignal.Total]] = [:]
    private(set) var counts: [HistorySignal.TypeFilter: Int] = [:]

    /// Loads the sums.
    ///
    /// - Parameters:
    ///   - account: The account; nil for all.
    ///   - type: The kind of transactions in the sums; the counts cover all kinds.
    ///   - search: What to search for.
    @MainActor static func load(
        of account: String?, _ type: HistorySignal.TypeFilter, _ search: HistorySearch,
        _ ask: @MainActor (HistorySignal.Summary) async throws -> HistorySignal.SummaryPage
    ) async throws -> HistoryMonths {
        var found = HistoryMonths()
        for kind in [HistorySignal.TypeFilter.income, .expense] {
            for row in try await rows(kind, account, search, isWhole: true, ask) {
                found.counts[kind, default: 0] += Int(row.count)
            }
            guard type == .all || type == kind else { continue }
            for row in try await rows(kind, account, search, isWhole: false, ask) {
                if let key = row.key { found.sums[key, default: []].add(row) }
            }
        }
        found.counts[.all] = found.counts.values.reduce(0, +)
        return found
    }

    /// Loads the rows.
    ///
    /// - Parameter isWhole: True to include own transfers and reversed transactions.
    @MainActor private static func rows(
        _ kind: HistorySignal.TypeFilter, _ account: String?, _ search: HistorySearch, isWhole: Bool,
        _ ask: @MainActor (HistorySignal.Summary) async throws -> HistorySignal.SummaryPage
    ) async throws -> [HistorySignal.SummaryRow] {
        var rows: [HistorySignal.SummaryRow] = []
        var cursor: String?
        repeat {
            let page = try await ask(
                HistorySignal.Summary(
                    by: .month, account: account, type: kind, limit: Self.page, cursor: cursor,
                    own: isWhole ? nil : search.own, undone: isWhole ? nil : search.undone, query: search.query))
            rows += page.rows
            cursor = page.nextCursor
        } while cursor != nil
        return rows
    }
}
