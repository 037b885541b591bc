import Coordination
import Domain
import Signals

@testable import LedgerService

// What imports do, and what takes them back.
extension ModelBank {
    mutating func importRows(
        _ rows: [ModelRequest.ImportRow], into id: String, _ user: String
    ) throws(Refusal) -> String {
        let account = try own(id, user)
        if rows.contains(where: { $0.money.currency != account.currency }) { throw Self.refuse(.currencyMismatch) }
        try standing([id])
        var new: [ModelRequest.ImportRow] = []
        var counts = (new: 0, known: 0)
        for row in rows {
            if let twin = new.first(where: { $0.reference == row.reference }) {
                guard twin.money == row.money else { throw Self.refuse(.conflict) }
                counts.known += 1
            } else if let there = imported(row.reference, in: id) {
                let change = there.to == id ? there.amount : -there.amount
                guard change == row.money.minorUnits else { throw Self.refuse(.conflict) }
                counts.known += 1
            } else {
                new.append(row)
                counts.new += 1
            }
        }
        var rest = account.available + account.overdraft
        for row in new {
            rest += row.money.minorUnits
            if row.money.minorUnits < 0, rest < 0 { throw Self.refuse(.insufficientFunds) }
        }
        let importID = "i\(records + 1)"
        if !new.isEmpty { imports[importID] = Import(account: id) }
        for row in new {
            let isIncome = row.money.minorUnits > 0
            let world = world(account.currency)
            let amount = isIncome ? row.money.minorUnits : -row.money.minorUnits
            shift(row.money.minorUnits, id, world)
            var transfer = Transfer(
                from: isIncome ? world : id, to: isIncome ? id : world, amount: amount, status: "posted",
                kind: isIncome ? "deposit" : "withdrawal")
            transfer.importID = importID
            transfer.reference = row.reference
            _ = record(transfer, user, touched: [])
        }
        return "\(new.isEmpty ? "-" : importID) \(counts.new) \(counts.known) \(self.account(id)?.balance ?? 0)"
    }

    mutating func undoImport(_ id: String, _ user: String) throws(Refusal) -> String {
        guard let of = imports[id], let account = account(of.account), account.owner == user else {
            throw Self.refuse(.notFound)
        }
        let rows = transfers.filter { $0.value.importID == id && $0.value.reference != nil }
        if of.isUndone {
            let kept = rows.values.count { row in
                row.reversedBy.flatMap { transfers[$0] }?.importID == nil
            }
            return "\(id) done 0 \(kept) \(account.balance)"
        }
        try standing([account.id])
        let open = rows.filter { $0.value.reversedBy == nil }
        let sum = open.values.reduce(0) { $0 + ($1.to == account.id ? $1.amount : -$1.amount) }
        if sum > 0, account.available + account.overdraft < sum { throw Self.refuse(.insufficientFunds) }
        if !open.isEmpty { imports[id]?.isUndone = true }
        let ordered = open.sorted { left, right in
            let (leftIn, rightIn) = (left.value.to == account.id, right.value.to == account.id)
            return leftIn == rightIn ? Self.number(left.key) < Self.number(right.key) : !leftIn
        }
        for (name, row) in ordered {
            let isIncome = row.to == account.id
            shift(isIncome ? -row.amount : row.amount, account.id, isIncome ? row.from : row.to)
            transfers[name]?.reversedBy = "t\(records + 1)"
            var reversal = Transfer(
                from: row.to, to: row.from, amount: row.amount, status: "posted", reverses: name, kind: "reversal")
            reversal.importID = id
            _ = record(reversal, user, touched: [])
        }
        return "\(id) new \(open.count) \(rows.count - open.count) \(self.account(account.id)?.balance ?? 0)"
    }

    /// The row of this reference that an account has and no undo took back.
    private func imported(_ reference: String, in account: String) -> Transfer? {
        transfers.values.first { row in
            row.reference == reference && (row.from == account || row.to == account)
                && row.reversedBy.flatMap { transfers[$0] }?.importID == nil
        }
    }

    private mutating func shift(_ change: Int64, _ account: String, _ world: String) {
        self.change(account) { $0.balance += change }
        self.change(world) { $0.balance -= change }
    }

    private static func number(_ id: String) -> Int { Int(id.dropFirst()) ?? 0 }
}
