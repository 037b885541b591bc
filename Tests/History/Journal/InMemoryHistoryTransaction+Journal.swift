import Domain

@testable import HistoryService

// The queries for journals, over the list of movements.
extension InMemoryHistoryTransaction {
    func accounts(of userID: String) -> [OwnedAccount] {
        content.order.compactMap { content.accounts[$0] }.filter { $0.userID == userID }
    }

    func categories(of userID: String) -> [String] { content.categories[userID] ?? [] }
    func lastChange() -> Int64 { content.change }

    func hasChanged(since change: Int64, of userID: String, upTo newest: MovementKey) -> Bool {
        if content.changesOfRules[userID] ?? 0 > change || content.forgotten.contains(userID) { return true }
        return content.movements.contains { movement in
            movement.userID == userID && movement.key <= newest
                && content.changesOfMovements[movement.transferID] ?? 0 > change
        }
    }

    func outline(of userID: String, in period: Period, upTo newest: MovementKey) -> JournalOutline {
        var outline = JournalOutline()
        for row in rows(of: userID, upTo: newest) {
            let movement = row.movement
            var sums = outline.accounts[movement.accountID] ?? AccountOutline()
            defer { outline.accounts[movement.accountID] = sums }
            if let end = period.end, movement.time >= end {
                sums.isUsedLater = true
                continue
            }
            sums.closing += movement.change
            sums.first = sums.first ?? movement.time
            sums.last = movement.time
            guard period.contains(movement.time) else {
                sums.opening += movement.change
                continue
            }
            sums.lastInPeriod = movement.time
            outline.first = outline.first ?? movement.time
            if case .outside(let place) = row.kind { outline.categories.insert(place) }
        }
        return outline
    }

    func journalRows(
        of userID: String, in period: Period, after place: StatementPlace?, upTo newest: MovementKey, limit: Int
    ) -> [JournalRow] {
        let meant = rows(of: userID, upTo: newest).filter { row in
            period.contains(row.movement.time)
                && (place.map { ($0.time, $0.key) < (row.movement.time, row.movement.key) } ?? true)
        }
        return Array(meant.prefix(limit))
    }

    func exchangeHalf(_ key: MovementKey, of userID: String) -> Movement? {
        listed(of: userID).first { $0.key == key && $0.isExchange }
    }

    private func rows(of userID: String, upTo newest: MovementKey) -> [JournalRow] {
        let all = listed(of: userID)
        return all.filter { $0.key <= newest && !isWithdrawn($0) }.map { movement in
            JournalRow(movement: movement, kind: kind(of: movement, among: all))
        }
    }

    private func kind(of movement: Movement, among all: [Movement]) -> JournalRow.Kind {
        if movement.isExchange { return .exchange }
        let other = movement.otherAccountID.flatMap { content.accounts[$0]?.userID }
        if other == movement.userID { return .own }
        let reversed = movement.reverses.flatMap { id in
            all.first { $0.transferID == id && $0.accountID == movement.accountID }
        }
        let meant = reversed ?? movement
        return .outside(JournalPlace(side: meant.key.side, category: meant.category))
    }
}
