import Coordination
import Domain
import Signals
import Storage
import StrictJSON

@testable import LedgerService

/// The open transaction of the store in memory: its writes.
final class InMemoryLedgerTransaction: LedgerTransaction {
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

    func zone(of account: Account) -> TimeZone { state.arrangements.zones[account.owner ?? ""] ?? .utc }

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

    func keep(_ proof: ImportProof, ofImport number: Int64) throws { state.importProofs[number] = proof }

    func nameFile(_ name: String, ofImport number: Int64, into account: Account) throws {
        state.fileNames[number] = name
    }

    func attempt<Value>(_ body: () throws -> Value) throws -> Value {
        let before = state
        do { return try body() } catch {
            state = before
            throw error
        }
    }

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
