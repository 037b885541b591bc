import Domain
import Signals

extension Invariants {
    /// Zones are this far from UTC at most.
    private static let widestZone = Duration.seconds(14 * 3600)

    /// Each row of a bank's file that was acknowledged is in the ledger once, as the bank wrote it, and no other is.
    static func imports(_ town: TownFacts) -> [String] { town.people.flatMap { imports(of: $0, town) } }

    private static func imports(of person: PersonFacts, _ town: TownFacts) -> [String] {
        let own = Set(person.accounts.map(\.id))
        let booked = town.books.importedRows.filter { own.contains($0.value.account) }
        let told = Dictionary(grouping: person.posted.filter { $0.transfer.import != nil }) { $0.transfer.id }
        var problems = Set(told.keys).subtracting(booked.keys).sorted().map {
            "Transfer \($0) of person \(person.index) is a row of a file, and was not acknowledged."
        }
        for (id, row) in booked.sorted(by: { $0.key < $1.key }) {
            let movements = told[id] ?? []
            if movements.count != 1 || !movements.allSatisfy({ isSame($0, row) }) {
                problems.append(
                    "Row \(row.row) of the bank of person \(person.index) was acknowledged as transfer \(id) in "
                        + "account \(row.account), and is told as \(movements).")
            }
        }
        let twins = Dictionary(grouping: booked.values) { "row \($0.row) in account \($0.account)" }
        problems += twins.filter { $0.value.count > 1 }.keys.sorted().map {
            "Person \(person.index) has \($0) of the bank more than once."
        }
        let counts = Dictionary(grouping: booked.values, by: \.importID).mapValues(\.count)
        let listed = Dictionary(person.arranged.imports.map { ($0.id, $0.rows) }) { first, _ in first }
        if counts != listed {
            problems.append("Person \(person.index) imported \(counts), and these imports are listed: \(listed).")
        }
        return problems
    }

    private static func isSame(_ movement: LedgerEvent.TransferPosted, _ row: BookedRow) -> Bool {
        guard let entry = movement.entries.first(where: { $0.account == row.account }),
            let date = movement.transfer.occurredAt
        else { return false }
        let day = BankFile.day(of: row.row).startInUTC
        return entry.amount.minorUnits == row.change && entry.cause == .import
            && movement.transfer.description == BankFile.description(of: row.row)
            && movement.transfer.import == row.importID && day - date <= widestZone && date - day <= widestZone
    }
}
