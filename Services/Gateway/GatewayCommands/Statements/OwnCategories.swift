import Coordination
import Domain
import GatewaySession
import GatewayWords
import Signals

/// The rows of an import whose categories the user has changed since: these changes are lost with the import.
struct OwnCategories: Sendable {
    /// The number of rows that are named.
    private static let named = 3

    /// The rows, the newest first; nil when the services cannot be asked.
    let rows: [HistorySignal.Transaction]?

    /// Asks history for rows with categories that the user set, and ledger which of them belong to the import.
    static func of(_ item: LedgerSignal.Import, _ client: ServiceClient) async -> OwnCategories {
        do {
            var found: [HistorySignal.Transaction] = []
            var cursor: String?
            repeat {
                let page = try await client.ask(
                    HistorySignal.Transactions(
                        account: item.account, from: item.from.description, to: item.to.description, reversed: false,
                        limit: 1000, cursor: cursor))
                for row in page.transactions where row.ownCategory == true {
                    let shown = try await client.ask(LedgerSignal.ShowTransfer(transfer: row.id))
                    if shown.transfer.import == item.id { found.append(row) }
                }
                cursor = page.nextCursor
            } while cursor != nil
            return OwnCategories(rows: found)
        } catch {
            return OwnCategories(rows: nil)
        }
    }

    /// The sentence about what is lost with the import; nil if nothing is.
    var sentence: Text? {
        guard let rows else {
            return Text(
                "History cannot be asked now whether you changed categories of these rows; the changes would be lost.",
                "Историю сейчас не спросить, меняли ли вы категории этих строк: они пропали бы.")
        }
        guard !rows.isEmpty else { return nil }
        let first = rows.prefix(Self.named).map { row in
            let description = BookText.description(row.description)
            let name = description.isEmpty ? Text.money(row.amount) : description
            return name + Text(verbatim: " (") + CategoryText.of(row.category ?? "") + Text(verbatim: ")")
        }.joined(separator: ", ")
        let others = rows.count - Self.named
        let more = others > 0 ? Text(" and \(others) more", " и ещё \(others)") : .blank
        return Text(
            "Categories that you gave to \(rows.count, "row", "rows") are lost: \(first)\(more).",
            "Пропадут категории, которые вы дали \(rows.count, "строке", "строкам", "строкам"): \(first)\(more).")
    }
}
