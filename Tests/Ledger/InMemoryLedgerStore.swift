import Coordination
import Domain
import Signals
import Storage
import Synchronization

@testable import LedgerService

/// Thrown to roll back a look-up that found no stored answer.
private struct NotAnswered: Error {}

/// The store in memory, in the simplest way that keeps the contract. The one in SQLite is compared with it.
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
