import Domain

@testable import LedgerService

extension InMemoryLedgerTransaction {
    func spending(of account: Account) -> DailySpending {
        state.spending(of: account, at: now, in: zone(of: account))
    }

    func account(_ id: String) -> Account? { state.accounts.first { $0.id == id } }

    func accountCount(of owner: String) -> Int { state.accounts.count { $0.owner == owner } }

    func accounts(of owner: String) -> [Account] { state.accounts.filter { $0.owner == owner } }

    func openHolds(of user: String) throws -> [Int64] {
        state.openHolds.filter { $0.isSeen(by: user) }.map(\.sequence)
    }

    func history(_ sequence: Int64) throws -> TransferHistory? { state.history(sequence) }

    func history(ofTransfer id: String) throws -> TransferHistory? { state.history(ofTransfer: id) }

    func importedRow(_ reference: String, in account: Account) throws -> ImportedRow? {
        let found = state.records.first { record in
            record.details?.reference == reference && !state.isTakenBack(record)
                && (record.payer.account == account.id || record.payee.account == account.id)
        }
        return found.map { record in
            let isIncome = record.payee.account == account.id
            return ImportedRow(
                sequence: record.sequence, number: record.number,
                change: isIncome ? record.amount.minorUnits : -record.amount.minorUnits,
                occurredAt: record.occurredAt ?? record.bookedAt)
        }
    }

    func importRecord(_ number: Int64) throws -> ImportRecord? { state.importRecords.first { $0.number == number } }

    func importedTransfers(of number: Int64) throws -> [ImportedTransfer] {
        state.records.filter { record in
            record.details?.imported == number && record.details?.reference != nil && !state.isTakenBack(record)
        }.map { record in
            let isIncome = record.kind == .deposit
            return ImportedTransfer(
                sequence: record.sequence, number: record.number,
                change: isIncome ? record.amount.minorUnits : -record.amount.minorUnits,
                occurredAt: record.occurredAt ?? record.bookedAt, description: record.description,
                category: record.category, reversedBy: state.history(record.sequence)?.reversed?.number)
        }
    }

    func importProof(_ number: Int64) throws -> ImportProof? { state.importProofs[number] }

    func expiredHolds(limit: Int) throws -> [Int64] {
        let due = state.openHolds.filter { $0.details?.expiresAt.map { $0 <= now } ?? false }
        func expiry(_ hold: LedgerRecord) -> Int64 { hold.details?.expiresAt?.microseconds ?? 0 }
        return due.sorted { (expiry($0), $0.sequence) < (expiry($1), $1.sequence) }.prefix(limit).map(\.sequence)
    }

    func state(of account: Account, at instant: Instant) -> AccountState {
        let sides = state.records.filter { $0.bookedAt <= instant }.flatMap { record in
            [record.payer, record.payee].map { (side: $0, sequence: record.sequence) }
        }
        guard let last = sides.last(where: { $0.side.account == account.id && $0.side.entry > 0 }) else {
            return AccountState()
        }
        let runOut = state.records.filter { hold in
            hold.kind == .hold && hold.payer.account == account.id && hold.bookedAt <= instant
                && hold.details?.expiresAt.map { $0 <= instant } ?? false
                && state.history(hold.sequence)?.settled.map { $0.bookedAt > instant } ?? true
        }
        return AccountState(
            balance: last.side.balance, held: last.side.held - runOut.reduce(0) { $0 + $1.amount.minorUnits },
            entries: last.side.entry, lastTransfer: last.sequence)
    }

    func records(ofTransfers ids: Set<String>) -> [LedgerRecord] {
        ids.compactMap { state.history(ofTransfer: $0)?.made }
    }

    func openHolds(of accounts: [Account], before number: Int64, runningAt now: Instant, limit: Int) -> [LedgerRecord] {
        let ids = Set(accounts.map(\.id))
        let holds = state.openHolds.filter { hold in
            hold.number < number && hold.details?.expiresAt ?? Instant(microseconds: .max) > now
                && (ids.contains(hold.payer.account) || ids.contains(hold.payee.account))
        }
        return Array(holds.reversed().prefix(limit))
    }

    func nextExpiry() -> Instant? { state.openHolds.compactMap { $0.details?.expiresAt }.min() }

    func imports(of accounts: [Account], before number: Int64, limit: Int) -> [ImportRecord] {
        let found = state.importRecords.filter { record in
            record.number < number && accounts.contains { $0.id == record.account }
        }
        return Array(found.reversed().prefix(limit))
    }
}
