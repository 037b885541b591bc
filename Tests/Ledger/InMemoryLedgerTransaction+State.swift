import Coordination
import Domain

@testable import LedgerService

extension InMemoryLedgerTransaction {
    /// All data of the store.
    struct State: Sendable {
        var accounts: [Account] = []
        var records: [LedgerRecord] = []
        var lastBookedAt = Instant(microseconds: 0)
        var arrangements = InMemoryArrangements()
        var spendings: [Int: DailySpending] = [:]
        var replies: [String: (digest: [UInt8], reply: Result<Kept, Fault>)] = [:]

        /// What a key brings again.
        enum Kept: Sendable {
            case outcome(LedgerOutcome)
            case answer([UInt8])
        }

        func spending(of account: Account, at now: Instant, in zone: TimeZone) -> DailySpending {
            spendings[account.number]?.current(at: now, in: zone) ?? DailySpending(at: now, in: zone)
        }

        func history(_ sequence: Int64) -> TransferHistory? {
            guard let made = records.first(where: { $0.sequence == sequence }), !made.kind.settlesHold else {
                return nil
            }
            return TransferHistory(
                made: made, settled: records.first { $0.kind.settlesHold && $0.target == sequence },
                reversed: records.first { $0.kind == .reversal && $0.target == sequence })
        }

        func history(ofTransfer id: String) -> TransferHistory? {
            let number = LedgerRecord.number(in: id)
            return records.first { $0.number == number }.flatMap { history($0.sequence) }
        }

        /// The names of imported files, by import.
        var fileNames: [Int64: String] = [:]
        var importProofs: [Int64: ImportProof] = [:]

        /// All imports, the oldest first.
        var importRecords: [ImportRecord] {
            var imports: [ImportRecord] = []
            for record in records {
                guard let number = record.details?.imported else { continue }
                let index = imports.firstIndex { $0.number == number }
                guard let reference = record.details?.reference else {
                    if let index, imports[index].undoneAt == nil { imports[index].undoneAt = record.bookedAt }
                    continue
                }
                let isIncome = record.kind == .deposit
                let moment = record.occurredAt ?? record.bookedAt
                var item =
                    index.map { imports[$0] }
                    ?? ImportRecord(
                        number: number, account: (isIncome ? record.payee : record.payer).account,
                        currency: record.amount.currency, fileName: fileNames[number] ?? "",
                        importedAt: record.bookedAt, firstAt: moment, lastAt: moment)
                item.add(
                    change: isIncome ? record.amount.minorUnits : -record.amount.minorUnits, at: moment,
                    isOpening: reference == ImportLine.opening)
                if let index { imports[index] = item } else { imports.append(item) }
            }
            return imports
        }

        /// Whether a row was taken back with its import.
        func isTakenBack(_ record: LedgerRecord) -> Bool {
            records.contains { $0.target == record.sequence && $0.details?.imported != nil }
        }

        var openHolds: [LedgerRecord] {
            records.filter { hold in
                hold.kind == .hold && !records.contains { $0.kind.settlesHold && $0.target == hold.sequence }
            }
        }
    }
}
