import Coordination
import Domain
import Signals

@testable import LedgerService

// What each request does, or which rule forbids it.
extension ModelBank {
    mutating func perform(_ request: ModelRequest, _ user: String, _ now: Instant) throws(Refusal) -> String {
        switch request {
        case .open(let currency):
            let id = newID()
            accounts.append(Account(id: id, owner: user, currency: currency, name: currency.code))
            return shown(id)
        case .freeze(let id): return try set(id, user) { $0.status = "frozen" }
        case .unfreeze(let id): return try set(id, user) { $0.status = "active" }
        case .rename(let id, let name): return try set(id, user) { $0.name = name }
        case .overdraft(let id, let limit): return try setOverdraft(id, limit, user)
        case .close(let id, let to): return try close(id, to, user, now)
        case .deposit(let id, let money):
            let account = try own(id, user)
            if account.currency != money.currency { throw Self.refuse(.currencyMismatch) }
            return try move(world(money.currency), id, money, "deposit", user, now)
        case .withdraw(let id, let money):
            let account = try own(id, user)
            if account.currency != money.currency { throw Self.refuse(.currencyMismatch) }
            return try move(id, world(money.currency), money, "withdrawal", user, now)
        case .transfer(let from, let to, let money, let isUpTo, let closes, _):
            _ = try own(from, user)
            _ = try receiver(to)
            return try move(from, to, money, "transfer", user, now, isUpTo: isUpTo, closes: closes)
        case .hold(let from, let to, let money, let expiresAt):
            return try hold(from, to, money, until: expiresAt, user, now)
        case .post(let id, let money): return try post(id, money, user, now)
        case .void(let id):
            let hold = try pending(id, user, now)
            settle(id, hold, "voided", moving: 0)
            return told(id, user, touched: [hold.from])
        case .reverse(let id): return try reverse(id, user, now)
        case .limits(let id, let perTransfer, let daily, let remove):
            return try setLimits(id, perTransfer, daily, remove, user, now)
        case .rate(let from, let to, let rate):
            rates["\(user) \(from) \(to)"] = rate
            return "\(from) \(to) \(rate)"
        case .exchange(let from, let to, let money, _): return try exchange(from, to, money, user, now)
        case .grant(let service, let id, let money, let period):
            return try grant(service, id, money, period, user, now)
        case .revoke(let id): return try revoke(id, user)
        case .debit(let mandate, let account, let money):
            return try debit(mandate, account, money, by: user, now)
        case .schedule(let from, let to, let money, let start, let every, let times):
            return try schedule(
                Schedule(
                    id: "", owner: user, from: from, to: to, amount: money, start: start, every: every, times: times),
                now)
        case .cancel(let id): return try cancel(id, user)
        case .pause(let id): return try pause(id, user)
        case .resume(let id): return try resume(id, user, now)
        case .importRows(let id, let rows): return try importRows(rows, into: id, user)
        case .undoImport(let id, _): return try undoImport(id, user)
        case .list: return ""
        }
    }

    // MARK: Money that moves

    func standing(_ ids: [String]) throws(Refusal) {
        let statuses = ids.compactMap { account($0)?.status }
        if statuses.contains("closed") { throw Self.refuse(.accountClosed) }
        if statuses.contains("frozen") { throw Self.refuse(.accountFrozen) }
    }

    func covers(_ account: Account, _ amount: Int64) -> Bool {
        account.owner == nil || account.available + account.overdraft >= amount
    }

    /// How much would move or be put aside.
    func admit(
        _ from: String, _ to: String, _ money: Money, _ now: Instant, isUpTo: Bool = false
    ) throws(Refusal) -> Int64 {
        guard let payer = account(from), let payee = account(to) else { throw Self.refuse(.notFound) }
        if from == to { throw Self.refuse(.sameAccount) }
        if money.currency != payer.currency || payer.currency != payee.currency {
            throw Self.refuse(.currencyMismatch)
        }
        try standing([from, to])
        var amount = money.minorUnits
        if isUpTo {
            if payer.available <= 0 { throw Self.refuse(.insufficientFunds) }
            amount = min(amount, payer.available)
        }
        if !covers(payer, amount) { throw Self.refuse(.insufficientFunds) }
        try checkLimits(amount, from: payer, now)
        return amount
    }

    mutating func move(
        _ from: String, _ to: String, _ money: Money, _ kind: String, _ user: String, _ now: Instant,
        isUpTo: Bool = false, closes: Bool = false
    ) throws(Refusal) -> String {
        let amount = try admit(from, to, money, now, isUpTo: isUpTo)
        if closes, let payer = account(from), payer.balance != amount || payer.held != 0 {
            throw Self.refuse(.accountNotEmpty)
        }
        change(from) { $0.balance -= amount }
        change(to) { $0.balance += amount }
        if closes { change(from) { $0.status = "closed" } }
        spend(amount, from: from, on: now.dayInUTC)
        return record(
            Transfer(from: from, to: to, amount: amount, status: "posted", kind: kind), user, touched: [from, to])
    }

    private mutating func reverse(_ id: String, _ user: String, _ now: Instant) throws(Refusal) -> String {
        let transfer = try seen(id, user)
        guard let payer = account(transfer.from), let receiver = account(transfer.to) else {
            throw Self.refuse(.notFound)
        }
        guard receiver.owner == user || (receiver.owner == nil && payer.owner == user) else {
            throw Self.refuse(.permissionDenied)
        }
        if transfer.status != "posted" || transfer.kind == "reversal" || transfer.kind == "exchange" {
            throw Self.refuse(.notReversible)
        }
        if transfer.reversedBy != nil { throw Self.refuse(.alreadyReversed) }
        try standing([receiver.id, payer.id])
        if !covers(receiver, transfer.amount) { throw Self.refuse(.insufficientFunds) }
        try checkLimits(transfer.amount, from: receiver, now)
        spend(transfer.amount, from: receiver.id, on: now.dayInUTC)
        change(receiver.id) { $0.balance -= transfer.amount }
        change(payer.id) { $0.balance += transfer.amount }
        transfers[id]?.reversedBy = "t\(records + 1)"
        return record(
            Transfer(
                from: receiver.id, to: payer.id, amount: transfer.amount, status: "posted", reverses: id,
                kind: "reversal"), user, touched: [receiver.id, payer.id])
    }

    func seen(_ id: String, _ user: String) throws(Refusal) -> Transfer {
        guard let transfer = transfers[id],
            account(transfer.from)?.owner == user || account(transfer.to)?.owner == user
        else { throw Self.refuse(.notFound) }
        return transfer
    }

    mutating func record(_ transfer: Transfer, _ user: String, touched: [String]) -> String {
        records += 1
        transfers["t\(records)"] = transfer
        return told("t\(records)", user, touched: touched)
    }

    // MARK: Accounts

    private mutating func set(
        _ id: String, _ user: String, _ body: (inout Account) -> Void
    ) throws(Refusal) -> String {
        if try own(id, user).status == "closed" { throw Self.refuse(.accountClosed) }
        change(id, body)
        return shown(id)
    }

    private mutating func setOverdraft(_ id: String, _ limit: Money, _ user: String) throws(Refusal) -> String {
        if try own(id, user).currency != limit.currency { throw Self.refuse(.currencyMismatch) }
        _ = try set(id, user) { _ in }
        if let account = account(id), account.available < -limit.minorUnits { throw Self.refuse(.insufficientFunds) }
        return try set(id, user) { $0.overdraft = limit.minorUnits }
    }

    private mutating func close(_ id: String, _ to: String?, _ user: String, _ now: Instant) throws(Refusal) -> String {
        let account = try own(id, user)
        if let to { _ = try receiver(to) }
        if let to, account.balance > 0 {
            let rest = Money(minorUnits: account.balance, currency: account.currency)
            do throws(Refusal) {
                _ = try move(id, to, rest, "transfer", user, now, closes: true)
            } catch {
                throw error.code == .insufficientFunds ? Self.refuse(.accountNotEmpty) : error
            }
            return shown(id)
        }
        try standing([id])
        if account.balance != 0 || account.held != 0 { throw Self.refuse(.accountNotEmpty) }
        change(id) { $0.status = "closed" }
        return shown(id)
    }

    // MARK: What is told

    func told(_ id: String, _ user: String, touched: [String]) -> String {
        guard let transfer = transfers[id] else { return "" }
        let balances = touched.compactMap(account).filter { $0.owner == user }.map {
            " \($0.id) \($0.balance) \($0.available)"
        }
        return "\(id) \(transfer.status) \(transfer.amount) \(transfer.reverses ?? "-")" + balances.joined()
    }

    func shown(_ id: String) -> String {
        guard let account = account(id) else { return "" }
        return "\(id) \(account.name) \(account.status) \(account.balance) \(account.held) \(account.overdraft)"
    }
}
