import Coordination
import Domain
import Signals
import Synchronization
import Testing

@testable import LedgerService

/// Makes the ids that the model makes, too.
final class ModelIDs: Sendable {
    private let made = Mutex(0)

    func next() -> String {
        made.withLock { count in
            count += 1
            return "id-\(count)"
        }
    }
}

/// A ledger that is asked in the words of the model.
struct ModelledBank {
    let store: any LedgerStore
    private let service: UseCaseService

    /// - Parameter ids: Makes the ids, for banks of which one continues where another has ended.
    init(_ store: any LedgerStore, _ clock: TestClock, _ ids: ModelIDs = ModelIDs()) {
        self.store = store
        service = UseCaseService(
            ledger: store, clock: clock.wallClock,
            debitors: Set(ModelRequest.services),
            makeID: ids.next)
    }

    /// Lets everything happen whose time has come.
    func doDue() async throws {
        while try await HoldExpiry(store: store).doDue() {}
        while try await ScheduledTransfers(store: store).doDue() {}
    }

    /// Sends a signal as a user, or as one of the services.
    func send<S: Signal>(_ signal: S, _ user: String, _ key: String? = nil) async throws -> S.Answer {
        let session = UserSession(userID: user, sessionID: "s", expiresAt: Instant(microseconds: .max))
        let caller: Caller = ModelRequest.services.contains(user) ? .service(user) : .user(session)
        let handler = try #require(service.handler(for: S.self))
        return try await handler(signal, SignalContext(caller: caller, idempotencyKey: key))
    }

    func apply(_ request: ModelRequest, _ user: String, _ key: String?) async throws -> ModelOutcome {
        do {
            return try await ask(request, user, key)
        } catch let fault as Fault {
            return .refused(fault.code)
        }
    }

    private func ask(_ request: ModelRequest, _ user: String, _ key: String?) async throws -> ModelOutcome {
        func moved<S: Signal>(_ signal: S) async throws -> ModelOutcome where S.Answer == LedgerSignal.TransferAnswer {
            .done(try await told(try await send(signal, user, key)))
        }
        func changed<S: Signal>(_ signal: S) async throws -> ModelOutcome where S.Answer == LedgerSignal.AccountAnswer {
            .done(shown(try await send(signal, user, key).account))
        }
        switch request {
        case .open(let currency): return try await changed(LedgerSignal.OpenAccount(currency: currency))
        case .deposit(let id, let money): return try await moved(LedgerSignal.Deposit(account: id, amount: money))
        case .withdraw(let id, let money): return try await moved(LedgerSignal.Withdraw(account: id, amount: money))
        case .transfer(let from, let to, let money, let isUpTo, let closes, let isDryRun):
            return try await moved(
                LedgerSignal.MakeTransfer(
                    from: from, to: to, amount: money, upTo: isUpTo ? true : nil, closes: closes ? true : nil,
                    dryRun: isDryRun ? true : nil))
        case .hold(let from, let to, let money, let expiresAt):
            return try await moved(LedgerSignal.Hold(from: from, to: to, amount: money, expiresAt: expiresAt))
        case .post(let id, let money):
            return try await moved(LedgerSignal.PostHold(hold: try await real(id), amount: money))
        case .void(let id): return try await moved(LedgerSignal.VoidHold(hold: try await real(id)))
        case .reverse(let id):
            return try await moved(LedgerSignal.Reverse(transfer: try await real(id), reason: "why"))
        case .freeze(let id): return try await changed(LedgerSignal.Freeze(account: id))
        case .unfreeze(let id): return try await changed(LedgerSignal.Unfreeze(account: id))
        case .rename(let id, let name): return try await changed(LedgerSignal.Rename(account: id, name: name))
        case .overdraft(let id, let limit):
            return try await changed(LedgerSignal.SetOverdraft(account: id, limit: limit))
        case .close(let id, let to):
            return .done(shown(try await send(LedgerSignal.Close(account: id, to: to), user, key).account))
        case .list(let items, let isAtomic):
            let signal = LedgerSignal.MakeTransfers(
                transfers: items.map(item), atomic: isAtomic ? true : nil)
            var outcomes: [ModelOutcome] = []
            for result in try await send(signal, user, key).results {
                switch result {
                case .transfer(let transfer): outcomes.append(.done(try await told(transfer)))
                case .fault(let fault): outcomes.append(.refused(fault.code))
                }
            }
            return .list(outcomes)
        case .importRows(let id, let rows):
            let signal = LedgerSignal.ImportRows(
                account: id,
                rows: rows.map {
                    LedgerSignal.ImportRow(amount: $0.money, date: "2026-03-01", reference: $0.reference)
                })
            let answer = try await send(signal, user, key)
            let number = try await answer.import.asyncMap(name(ofImport:)) ?? "-"
            return .done("\(number) \(answer.new) \(answer.known) \(answer.balance.minorUnits)")
        case .undoImport(let id, let isPreview):
            let answer = try await send(
                LedgerSignal.UndoImport(import: try await realImport(id), preview: isPreview ? true : nil), user, key)
            if answer.missing != nil { return .refused(.insufficientFunds) }
            return .done(
                "\(try await name(ofImport: answer.import.id)) \(answer.already ? "done" : "new") "
                    + "\(answer.reversed) \(answer.kept) \(answer.balance.minorUnits)")
        case .limits, .rate, .exchange, .grant, .revoke, .debit, .schedule, .cancel, .pause,
            .resume:
            return .done(try await order(request, user, key))
        }
    }

    /// What people set up, and what comes of it.
    private func order(_ request: ModelRequest, _ user: String, _ key: String?) async throws -> String {
        switch request {
        case .limits(let id, let perTransfer, let daily, let remove):
            let signal = LedgerSignal.SetLimits(account: id, perTransfer: perTransfer, daily: daily, remove: remove)
            return Self.told(try await send(signal, user, key).limits)
        case .rate(let from, let to, let tenThousandths):
            let digits = String("0000\(tenThousandths % 10_000)".suffix(4))
            let text = "\(tenThousandths / 10_000).\(digits)"
            let rate = try await send(
                LedgerSignal.SetRate(from: from, to: to, rate: text, source: "a test"), user, key
            ).rate
            #expect(DecimalRate(rate.rate) == DecimalRate(text))
            return "\(rate.from) \(rate.to) \(tenThousandths)"
        case .exchange(let from, let to, let money, let isDryRun):
            let signal = LedgerSignal.Exchange(from: from, to: to, amount: money, dryRun: isDryRun ? true : nil)
            let halves = try await send(signal, user, key).transfers
            return try await "\(told(halves[0])) \(told(halves[1], after: 1))"
        case .grant(let service, let id, let money, let period):
            let signal = LedgerSignal.GrantMandate(service: service, account: id, amount: money, per: period)
            return Self.told(try await send(signal, user, key).mandate)
        case .revoke(let id): return Self.told(try await send(LedgerSignal.RevokeMandate(id: id), user, key).mandate)
        case .debit(let mandate, let account, let money):
            let signal = LedgerSignal.Debit(mandate: mandate, account: account, amount: money)
            return try await told(try await send(signal, user, key).transfer)
        case .schedule(let from, let to, let money, let start, let every, let times):
            let signal = LedgerSignal.MakeSchedule(
                from: from, to: to, amount: money, start: start, every: every, times: times)
            return Self.told(try await send(signal, user, key).schedule)
        case .cancel(let id):
            return Self.told(try await send(LedgerSignal.CancelSchedule(id: id), user, key).schedule)
        case .pause(let id):
            return Self.told(try await send(LedgerSignal.PauseSchedule(id: id), user, key).schedule)
        case .resume(let id):
            return Self.told(try await send(LedgerSignal.ResumeSchedule(id: id), user, key).schedule)
        default: preconditionFailure("Not an order: \(request).")
        }
    }

    private func item(_ item: ModelRequest.Item) -> LedgerSignal.TransferItem {
        guard case .transfer(let from, let to, let money, let isUpTo, let closes, _) = item.request else {
            preconditionFailure("A list is made of transfers.")
        }
        return LedgerSignal.TransferItem(
            from: from, to: to, amount: money, idempotencyKey: item.key, linked: item.isLinked ? true : nil,
            upTo: isUpTo ? true : nil, closes: closes ? true : nil)
    }

    // MARK: Ids, which the model counts

    /// What the model calls a transfer: `t` and its place among all records.
    ///
    /// - Parameter others: How many records come before one that was made for a look only.
    func name(of id: String, after others: Int64 = 0) async throws -> String {
        if let made = try await store.history(ofTransfer: id)?.made { return "t\(made.sequence)" }
        return "t\(try await store.check().records + 1 + others)"
    }

    private func name(ofImport id: String) async throws -> String {
        let number = try #require(ImportRecord.number(of: id))
        return "i" + (try await name(of: LedgerRecord.id(of: number))).dropFirst()
    }

    private func real(_ name: String) async throws -> String {
        try await Int64(name.dropFirst()).asyncMap { try await store.history($0) }??.made.id ?? name
    }

    private func realImport(_ name: String) async throws -> String {
        let first = try await Int64(name.dropFirst()).asyncMap { try await store.history($0) }??.made
        return first.map { ImportRecord.id(of: $0.number) } ?? name
    }

    // MARK: What is told

    private func told(_ transfer: LedgerSignal.Transfer, after others: Int64 = 0) async throws -> String {
        let reversed = try await transfer.reverses.asyncMap { try await name(of: $0) } ?? "-"
        let called = try await name(of: transfer.id, after: others)
        return "\(called) \(transfer.status) \(transfer.amount.minorUnits) \(reversed)"
    }

    private func told(_ answer: LedgerSignal.TransferAnswer) async throws -> String {
        try await told(answer.transfer)
            + answer.balances.map { " \($0.account) \($0.balance.minorUnits) \($0.available.minorUnits)" }.joined()
    }

    private func shown(_ account: LedgerSignal.Account) -> String {
        "\(account.id) \(account.name) \(account.status) \(account.balance.minorUnits) "
            + "\(account.held?.minorUnits ?? 0) \(account.overdraft?.minorUnits ?? 0)"
    }

    static func told(_ limits: LedgerSignal.Limits) -> String {
        func shown(_ limit: Money?) -> String { limit.map { "\($0.minorUnits)" } ?? "-" }
        return "\(limits.account) \(shown(limits.perTransfer)) \(shown(limits.daily)) "
            + "\(limits.spentToday.minorUnits) \(shown(limits.leftToday))"
    }

    static func told(_ mandate: LedgerSignal.Mandate) -> String {
        "\(mandate.id) \(mandate.service) \(mandate.account) \(mandate.amount.minorUnits) \(mandate.per) "
            + "\(mandate.status)"
    }

    static func told(_ schedule: LedgerSignal.Schedule) -> String {
        "\(schedule.id) \(schedule.next.map { "\($0)" } ?? "-") \(schedule.done) \(schedule.failed) "
            + "\(schedule.status)"
    }
}

extension Optional {
    fileprivate func asyncMap<Value>(_ body: (Wrapped) async throws -> Value) async rethrows -> Value? {
        switch self {
        case .some(let wrapped): try await body(wrapped)
        case .none: nil
        }
    }
}
