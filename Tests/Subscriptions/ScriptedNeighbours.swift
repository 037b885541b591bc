import Coordination
import Domain
import Reasons
import Signals
import Synchronization

@testable import SubscriptionsService

/// Scripted versions of ledger, history and bonds: one account per user, `<user>-main`, whose mandate is granted on
/// request.
final class ScriptedNeighbours: ActionService {
    let node = CoordinatorNode()

    struct State: Sendable {
        var balances: [String: Int64] = [:]
        var granted: [LedgerSignal.GrantMandate] = []
        var mandated: Set<String> = []
        /// The part of the mandate used in its period, in minor units.
        var spent: Int64 = 0
        /// The answers by key: a key's debit is made once, and a refusal is repeated.
        var replies: [String: LedgerSignal.TransferResult] = [:]
        /// The keys in the order of their debits.
        var debited: [String] = []
        var asked = 0
        /// The time zones that were set, in order.
        var zones: [String] = []
        /// The sequence of the newest event.
        var newestEvent: Int64 = 0
        var isDown = false
        /// The currency of the account.
        var accountCurrency = ScriptedNeighbours.rubles
        var losesAnswers = false
        var planned: [LedgerSignal.PlannedChange] = []
        var coupons: [BondsSignal.Payment] = []
        var rates: [LedgerSignal.Rate] = []
        var charges: [HistorySignal.Transaction] = []
    }

    static let rubles: Currency = {
        guard let currency = Currency(code: "RUB") else { preconditionFailure("There are roubles.") }
        return currency
    }()

    private let state = Mutex(State())

    var now: State { state.withLock { $0 } }
    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    private func answer<Value>(_ body: (inout State) throws -> Value) throws -> Value {
        try state.withLock { state in
            if state.isDown { throw Fault(.unavailable, "ledger is down.", retryAfterMilliseconds: 100) }
            return try body(&state)
        }
    }

    var handlers: SignalHandlers {
        var handlers = SignalHandlers()
        handlers.answer(LedgerSignal.Debits.self) { [self] signal, _ in
            LedgerSignal.TransferResults(results: try debit(signal.debits))
        }
        handlers.answer(NewestEvent<LedgerSignal>.self) { [self] _, _ in
            NewestEvent<LedgerSignal>.Answer(lastEvent: try answer { $0.newestEvent })
        }
        handlers.answer(LedgerSignal.Outlook.self) { [self] signal, _ in try outlook(signal) }
        handlers.answer(LedgerSignal.Mandates.self) { [self] _, _ in
            LedgerSignal.MandateList(mandates: try mandates())
        }
        handlers.answer(LedgerSignal.GrantMandate.self) { [self] signal, _ in try grant(signal) }
        handlers.answer(LedgerSignal.Rates.self) { [self] _, _ in
            LedgerSignal.RateList(rates: try answer { $0.rates })
        }
        handlers.answer(BondsSignal.Calendar.self) { [self] signal, _ in try bondPayments(signal) }
        handlers.answer(AuthSignal.SetZone.self) { [self] signal, _ in try setZone(signal.zone) }
        handlers.answer(HistorySignal.Transactions.self) { [self] signal, _ in try charges(signal) }
        return handlers
    }

    private func debit(_ items: [LedgerSignal.DebitItem]) throws -> [LedgerSignal.TransferResult] {
        try answer { state in
            state.asked += 1
            let answers = items.map { item in Self.debit(item, &state) }
            // The debit is made, but its answer is lost.
            if state.losesAnswers { throw Fault(.deadlineExceeded, "No answer in time.") }
            return answers
        }
    }

    private static func debit(_ item: LedgerSignal.DebitItem, _ state: inout State) -> LedgerSignal.TransferResult {
        if let reply = state.replies[item.idempotencyKey] { return reply }
        guard state.mandated.contains(item.account) else {
            return .fault(Fault(.permissionDenied, "This service has no mandate for that."))
        }
        let balance = state.balances[item.account] ?? 0
        guard balance >= item.amount.minorUnits else {
            let fault = LedgerSignal.TransferResult.fault(
                Fault(
                    code: .insufficientFunds, reason: "lessThanThat", message: "There is less than that.", field: nil,
                    isRetryable: false, retryAfterMilliseconds: nil, details: ["missing": "1.00"]))
            state.replies[item.idempotencyKey] = fault
            return fault
        }
        state.balances[item.account] = balance - item.amount.minorUnits
        state.debited.append(item.idempotencyKey)
        let transfer = LedgerSignal.TransferResult.transfer(
            LedgerSignal.Transfer(
                id: "t\(state.debited.count)", from: item.account, to: "world-RUB", amount: item.amount,
                description: item.description ?? "", status: .posted, createdAt: Instant(microseconds: 0),
                sequence: Int64(state.debited.count)))
        state.replies[item.idempotencyKey] = transfer
        return transfer
    }

    private func outlook(_ signal: LedgerSignal.Outlook) throws -> LedgerSignal.OutlookAnswer {
        try answer { state in
            let user = signal.user ?? ""
            let account = "\(user)-main"
            let balance = Money(minorUnits: state.balances[account] ?? 0, currency: state.accountCurrency)
            return LedgerSignal.OutlookAnswer(
                accounts: [
                    LedgerSignal.Account(
                        id: account, userId: user, name: "main", currency: state.accountCurrency,
                        balance: balance, available: balance, status: .active, openedAt: Instant(microseconds: 0))
                ], planned: state.planned.filter { $0.account == account && $0.day <= signal.until })
        }
    }

    private func bondPayments(_ signal: BondsSignal.Calendar) throws -> BondsSignal.PaymentList {
        try answer { state in
            let (from, to) = (signal.from ?? .init(daysSince1970: 0), signal.to ?? .init(daysSince1970: 0))
            return BondsSignal.PaymentList(
                from: from, to: to, payments: state.coupons.filter { (from...to).contains($0.date) }, totals: [])
        }
    }

    private func setZone(_ zone: String) throws -> AuthSignal.ZoneAnswer {
        try answer { state in
            state.zones.append(zone)
            return AuthSignal.ZoneAnswer(zone: zone, revision: Int64(state.zones.count))
        }
    }

    private func mandates() throws -> [LedgerSignal.Mandate] {
        try answer { state in state.granted.suffix(1).map { Self.mandate(of: $0, spent: state.spent) } }
    }

    private static func mandate(of grant: LedgerSignal.GrantMandate, spent: Int64) -> LedgerSignal.Mandate {
        LedgerSignal.Mandate(
            id: "m", service: grant.service, account: grant.account, amount: grant.amount, per: grant.per,
            spent: Money(minorUnits: spent, currency: grant.amount.currency), left: grant.amount,
            periodEndsAt: Instant(microseconds: 0), status: .active, grantedAt: Instant(microseconds: 0))
    }

    private func grant(_ signal: LedgerSignal.GrantMandate) throws -> LedgerSignal.MandateAnswer {
        try answer { state in
            guard signal.account.hasSuffix("-main") else {
                throw Fault(.notFound, "You have no account with this id.", field: "account")
            }
            state.granted.append(signal)
            state.mandated.insert(signal.account)
            return LedgerSignal.MandateAnswer(mandate: Self.mandate(of: signal, spent: state.spent))
        }
    }

    private func charges(_ signal: HistorySignal.Transactions) throws -> HistorySignal.TransactionPage {
        let since = signal.from.flatMap { Instant($0) }
        return try answer { state in
            HistorySignal.TransactionPage(
                transactions: state.charges.filter { charge in since.map { charge.date >= $0 } ?? true },
                totals: [])
        }
    }
}
