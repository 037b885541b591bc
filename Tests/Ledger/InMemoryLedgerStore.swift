import Coordination
import Domain
import Reasons
import Signals
import Storage
import StrictJSON
import Synchronization

@testable import LedgerService

/// Thrown to roll back a look-up that found no stored answer.
private struct NotAnswered: Error {}

/// The books in memory, the simplest way that keeps the contract: what SQLite is compared with.
final class InMemoryLedgerStore: LedgerStore {
    private let state = Mutex(InMemoryLedgerTransaction.State())
    private let clock: WallClock

    init(clock: WallClock) { self.clock = clock }

    func account(_ id: String) -> Account? { state.withLock { $0.accounts.first { $0.id == id } } }

    func accounts(of owner: String) -> [Account] { state.withLock { $0.accounts.filter { $0.owner == owner } } }

    /// Changes what no signal changes yet.
    func setStatus(_ status: AccountStatus, of id: String) {
        state.withLock { state in
            if let index = state.accounts.firstIndex(where: { $0.id == id }) { state.accounts[index].status = status }
        }
    }

    /// Puts money where none came from, to reach the limits of 64 bits.
    func setBalance(_ balance: Int64, of id: String) {
        state.withLock { state in
            if let index = state.accounts.firstIndex(where: { $0.id == id }) {
                state.accounts[index].state.balance = balance
            }
        }
    }

    func write<Value: Sendable>(
        deadline: Instant?, weight: Int, _ body: @escaping @Sendable (any LedgerTransaction) throws -> Value
    ) async throws -> Value {
        try state.withLock { state in
            let transaction = InMemoryLedgerTransaction(state, clock)
            let value = try body(transaction)
            state = transaction.state
            return value
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any LedgerReading) throws -> Value
    ) async throws -> Value {
        try body(InMemoryLedgerTransaction(state.withLock { $0 }, clock))
    }

    func once<S: Signal>(
        _ signal: S, by caller: String, context: SignalContext, weight: Int,
        _ body: @escaping @Sendable (any LedgerTransaction) throws -> S.Answer
    ) async throws -> S.Answer {
        let request = try KeyedRequest(signal, caller: caller, context: context)
        return try state.withLock { state in
            let transaction = InMemoryLedgerTransaction(state, clock)
            let answer = try transaction.onceAnswered(request) { try body(transaction) }
            state = transaction.state
            return answer
        }.get()
    }

    func answerBefore<S: Signal>(to signal: S, by caller: String, context: SignalContext) async throws -> S.Answer? {
        guard context.idempotencyKey != nil else { return nil }
        do {
            return try await once(signal, by: caller, context: context, weight: 1) { _ in throw NotAnswered() }
        } catch is NotAnswered {
            return nil
        }
    }

    /// Counts the days of a person by other clocks.
    func setZone(_ zone: TimeZone, of person: String) { state.withLock { $0.arrangements.zones[person] = zone } }

    func check() async throws -> LedgerSignal.CheckAnswer {
        state.withLock { state in
            let sums = Dictionary(grouping: state.accounts, by: \.currency).map { currency, accounts in
                Money(minorUnits: accounts.reduce(0) { $0 &+ $1.state.balance }, currency: currency)
            }
            return LedgerSignal.CheckAnswer(
                accounts: Int64(state.accounts.count { !$0.isWorld }),
                transfers: Int64(state.records.count { !$0.kind.settlesHold }), records: Int64(state.records.count),
                imbalance: sums.sorted { $0.currency.code < $1.currency.code }, head: "", problems: [])
        }
    }
}

final class InMemoryLedgerTransaction: LedgerTransaction {
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

    var state: State
    private let clock: WallClock

    init(_ state: State, _ clock: WallClock) {
        self.state = state
        self.clock = clock
    }

    var nextBooking: Instant { max(clock.now(), Instant(microseconds: state.lastBookedAt.microseconds + 1)) }

    func setLimits(_ limits: AccountLimits, of account: Account) throws {
        state.accounts[account.number - 1].limits = limits
    }

    func tell<Facts: Encodable>(_ type: String, about subject: String, _ facts: Facts) {}

    func spending(of account: Account) -> DailySpending {
        state.spending(of: account, at: now, in: zone(of: account))
    }

    private func zone(of account: Account) -> TimeZone { state.arrangements.zones[account.owner ?? ""] ?? .utc }

    func account(_ id: String) -> Account? { state.accounts.first { $0.id == id } }

    func accountCount(of owner: String) -> Int { state.accounts.count { $0.owner == owner } }

    func accounts(of owner: String) -> [Account] { state.accounts.filter { $0.owner == owner } }

    func openHolds(of user: String) throws -> [Int64] {
        state.openHolds.filter { $0.isSeen(by: user) }.map(\.sequence)
    }

    func forgetNames(of account: Account) {}

    func open(_ draft: AccountDraft) throws -> Account {
        let account = Account(
            number: state.accounts.count + 1, id: draft.id, owner: draft.owner, name: draft.name,
            currency: draft.currency, status: .active, overdraft: 0, openedAt: bookingTime(), state: AccountState())
        state.accounts.append(account)
        return account
    }

    var now: Instant { clock.now() }

    func change(_ account: Account, _ change: AccountChange) throws -> Account {
        _ = bookingTime()
        state.accounts[account.number - 1] = account
        return account
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

    func keep(_ proof: ImportProof, ofImport number: Int64) throws { state.importProofs[number] = proof }

    func nameFile(_ name: String, ofImport number: Int64, into account: Account) throws {
        state.fileNames[number] = name
    }

    func expiredHolds(limit: Int) throws -> [Int64] {
        let due = state.openHolds.filter { $0.details?.expiresAt.map { $0 <= now } ?? false }
        func expiry(_ hold: LedgerRecord) -> Int64 { hold.details?.expiresAt?.microseconds ?? 0 }
        return due.sorted { (expiry($0), $0.sequence) < (expiry($1), $1.sequence) }.prefix(limit).map(\.sequence)
    }

    func record(_ draft: RecordDraft, from payer: Account, to payee: Account) throws -> LedgerRecord {
        let amount = draft.amount.minorUnits
        let moved = draft.kind.movesMoney ? amount : 0
        let time = bookingTime(draft.bookedAt)
        if !payer.isWorld, draft.isSpent {
            state.spendings[payer.number] = spending(of: payer).after(
                draft.kind, amount, released: draft.released, heldAt: draft.details?.heldAt, at: time,
                in: zone(of: payer))
        }
        let record = LedgerRecord(
            sequence: Int64(state.records.count + 1), number: time.microseconds, kind: draft.kind,
            amount: draft.amount,
            payer: move(payer, -moved, held: (draft.kind == .hold ? amount : 0) - draft.released),
            payee: draft.kind.movesMoney
                ? move(payee, moved, held: 0)
                : LedgerEntry(account: payee.id, owner: payee.owner, entry: 0, balance: 0, held: 0),
            target: draft.target, targetNumber: draft.targetNumber, occurredAt: draft.occurredAt,
            description: draft.description, category: draft.category, details: draft.details, bookedAt: time)
        state.records.append(record)
        return record
    }

    private func bookingTime(_ known: Instant? = nil) -> Instant {
        state.lastBookedAt = max(known ?? clock.now(), Instant(microseconds: state.lastBookedAt.microseconds + 1))
        return state.lastBookedAt
    }

    private func move(_ account: Account, _ amount: Int64, held: Int64) -> LedgerEntry {
        state.accounts[account.number - 1].state.balance += amount
        state.accounts[account.number - 1].state.held += held
        state.accounts[account.number - 1].state.entries += 1
        state.accounts[account.number - 1].state.lastTransfer = Int64(state.records.count + 1)
        let after = state.accounts[account.number - 1].state
        return LedgerEntry(
            account: account.id, owner: account.owner, entry: after.entries, balance: after.balance, held: after.held)
    }

    func attempt<Value>(_ body: () throws -> Value) throws -> Value {
        let before = state
        do { return try body() } catch {
            state = before
            throw error
        }
    }

    // MARK: Reading

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

    // MARK: Keys

    func once(_ request: KeyedRequest?, _ body: () throws -> LedgerOutcome) throws -> Result<LedgerOutcome, Fault> {
        try once(
            request, keep: { .outcome($0) },
            restore: { kept in
                guard case .outcome(let outcome) = kept else { preconditionFailure("A key is of one request.") }
                return outcome
            }, body)
    }

    /// The same for a whole answer.
    func onceAnswered<Answer: Codable & SendableMetatype>(
        _ request: KeyedRequest?, _ body: () throws -> Answer
    ) throws -> Result<Answer, Fault> {
        try once(
            request, keep: { .answer(try JSONEncoding.encode($0)) },
            restore: { kept in
                guard case .answer(let bytes) = kept else { preconditionFailure("A key is of one request.") }
                return try JSONDocument(bytes).root.decode(Answer.self)
            }, body)
    }

    private func once<Value>(
        _ request: KeyedRequest?, keep: (Value) throws -> State.Kept, restore: (State.Kept) throws -> Value,
        _ body: () throws -> Value
    ) throws -> Result<Value, Fault> {
        guard let request else { return .success(try body()) }
        let name = request.caller + "\n" + request.key
        if let known = state.replies[name] {
            guard known.digest == request.digest else { throw request.conflict }
            switch known.reply {
            case .success(let kept): return .success(try restore(kept))
            case .failure(let fault): return .failure(fault)
            }
        }
        let value: Result<Value, Fault>
        do {
            value = .success(try attempt(body))
        } catch let fault as Fault where LedgerOutcome.storedRefusals.contains(fault.code) {
            value = .failure(fault)
        }
        guard state.replies[name] == nil else { throw request.conflict }
        switch value {
        case .success(let made): state.replies[name] = (request.digest, .success(try keep(made)))
        case .failure(let fault): state.replies[name] = (request.digest, .failure(fault))
        }
        return value
    }
}
