import Coordination
import Domain
import Storage
import Synchronization

@testable import LedgerService

/// The books in memory, the simplest way that keeps the contract: what SQLite is compared with.
final class InMemoryLedgerStore: LedgerStore {
    private let state = Mutex(InMemoryBooks.State())
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
        deadline: Instant?, weight: Int, _ body: @escaping @Sendable (any LedgerBooks) throws -> Value
    ) async throws -> Value {
        try state.withLock { state in
            let books = InMemoryBooks(state, clock)
            let value = try body(books)
            state = books.state
            return value
        }
    }

    func balance(of account: Account, at instant: Instant) async throws -> Int64 {
        state.withLock { state in
            state.postings.filter { $0.bookedAt <= instant }.reduce(0) { sum, posting in
                switch account.id {
                case posting.giving.account: sum - posting.amount.minorUnits
                case posting.getting.account: sum + posting.amount.minorUnits
                default: sum
                }
            }
        }
    }

    func check() async throws -> BooksReport {
        state.withLock { state in
            let sums = Dictionary(grouping: state.accounts, by: \.currency).map { currency, accounts in
                Money(minorUnits: accounts.reduce(0) { $0 &+ $1.state.balance }, currency: currency)
            }
            return BooksReport(
                accounts: Int64(state.accounts.count { !$0.isWorld }), transfers: Int64(state.postings.count),
                imbalance: sums.sorted { $0.currency.code < $1.currency.code }, problems: [])
        }
    }
}

private final class InMemoryBooks: LedgerBooks {
    struct State: Sendable {
        var accounts: [Account] = []
        var postings: [Posting] = []
        var lastBookedAt = Instant(microseconds: 0)
        var outcomes: [String: (digest: [UInt8], outcome: Result<LedgerOutcome, Fault>)] = [:]
    }

    var state: State
    private let clock: WallClock

    init(_ state: State, _ clock: WallClock) {
        self.state = state
        self.clock = clock
    }

    func account(_ id: String) -> Account? { state.accounts.first { $0.id == id } }

    func accountCount(of owner: String) -> Int { state.accounts.count { $0.owner == owner } }

    func open(_ draft: AccountDraft) throws -> Account {
        let account = Account(
            number: state.accounts.count + 1, id: draft.id, owner: draft.owner, name: draft.name,
            currency: draft.currency, status: .active, openedAt: bookingTime(), state: AccountState())
        state.accounts.append(account)
        return account
    }

    func post(_ order: TransferOrder, from giver: Account, to getter: Account) throws -> Posting {
        let posting = Posting(
            sequence: Int64(state.postings.count + 1), amount: order.amount,
            giving: move(giver, -order.amount.minorUnits), getting: move(getter, order.amount.minorUnits),
            description: order.description, category: order.category,
            bookedAt: bookingTime())
        state.postings.append(posting)
        return posting
    }

    private func bookingTime() -> Instant {
        state.lastBookedAt = max(clock.now(), Instant(microseconds: state.lastBookedAt.microseconds + 1))
        return state.lastBookedAt
    }

    private func move(_ account: Account, _ amount: Int64) -> PostingSide {
        state.accounts[account.number - 1].state.balance += amount
        state.accounts[account.number - 1].state.entries += 1
        state.accounts[account.number - 1].state.lastTransfer = Int64(state.postings.count + 1)
        let after = state.accounts[account.number - 1].state
        return PostingSide(account: account.id, owner: account.owner, entry: after.entries, balance: after.balance)
    }

    func attempt<Value>(_ body: () throws -> Value) throws -> Value {
        let before = state
        do { return try body() } catch {
            state = before
            throw error
        }
    }

    func once(_ request: KeyedRequest?, _ body: () throws -> LedgerOutcome) throws -> Result<LedgerOutcome, Fault> {
        guard let request else { return .success(try body()) }
        let name = request.caller + "\n" + request.key
        if let known = state.outcomes[name] {
            guard known.digest == request.digest else { throw request.conflict }
            return known.outcome
        }
        let outcome: Result<LedgerOutcome, Fault>
        do {
            outcome = .success(try attempt(body))
        } catch let fault as Fault where LedgerOutcome.storedRefusals.contains(fault.code) {
            outcome = .failure(fault)
        }
        guard state.outcomes[name] == nil else { throw request.conflict }
        state.outcomes[name] = (request.digest, outcome)
        return outcome
    }
}
