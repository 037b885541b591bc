import Coordination
import Domain
import Signals

@testable import LedgerService

/// What came of a request, as far as the model knows it.
enum ModelOutcome: Hashable {
    case done(String)
    case refused(FaultCode)
    case list([ModelOutcome])
}

/// The rules of the bank once more, said as plainly as they can be: no log, no chain, no disk. What the ledger is compared
/// with.
struct ModelBank {
    struct Account {
        let id: String
        let owner: String?
        let currency: Currency
        var name: String
        var balance: Int64 = 0
        var held: Int64 = 0
        var overdraft: Int64 = 0
        var status = "active"
        var available: Int64 { balance - held }
    }

    struct Transfer {
        let from: String
        let to: String
        var amount: Int64
        /// `posted`, `pending`, `voided`, `expired`.
        var status: String
        var expiresAt: Instant?
        var reverses: String?
        var reversedBy: String?
        let kind: String
    }

    private(set) var accounts: [Account] = []
    private(set) var transfers: [String: Transfer] = [:]
    private(set) var records = 0
    private var keys: [String: (content: String, outcome: ModelOutcome)] = [:]

    private static let stored: Set<FaultCode> = [
        .accountClosed, .accountFrozen, .insufficientFunds, .limitExceeded, .amountOverflow, .accountNotEmpty,
        .holdNotPending, .exceedsHold, .notReversible, .alreadyReversed,
    ]

    func account(_ id: String) -> Account? { accounts.first { $0.id == id } }

    // MARK: Requests

    /// Does a request as a user, by its key if it has one.
    mutating func apply(_ request: ModelRequest, _ user: String, _ key: String?, _ now: Instant) -> ModelOutcome {
        do {
            try Self.checkForm(request)
            if request.isDryRun {
                var copy = self
                return .done(try copy.perform(request, user, now))
            }
            return try once(key.map { "\(user) \($0)" }, "\(request)") { bank throws(FaultCodeError) in
                if case .list(let items, let isAtomic) = request {
                    return .list(bank.performList(items, isAtomic, user, now))
                }
                return .done(try bank.perform(request, user, now))
            }
        } catch {
            return .refused(error.code)
        }
    }

    /// Lets all holds expire whose time is over, the first first.
    mutating func expire(_ now: Instant) {
        let due = transfers.filter { $0.value.status == "pending" && ($0.value.expiresAt.map { $0 <= now } ?? false) }
        for (id, hold) in due {
            transfers[id]?.status = "expired"
            change(hold.from) { $0.held -= hold.amount }
            records += 1
        }
    }

    struct FaultCodeError: Error { let code: FaultCode }

    private static func refuse(_ code: FaultCode) -> FaultCodeError { FaultCodeError(code: code) }

    private mutating func once(
        _ key: String?, _ content: String, _ body: (inout ModelBank) throws(FaultCodeError) -> ModelOutcome
    ) throws(FaultCodeError) -> ModelOutcome {
        guard let key else { return try attempt(body) }
        if let known = keys[key] {
            guard known.content == content else { throw Self.refuse(.conflict) }
            return known.outcome
        }
        var copy = self
        let outcome: ModelOutcome
        do throws(FaultCodeError) {
            outcome = try copy.attempt(body)
        } catch {
            guard Self.stored.contains(error.code) else { throw error }
            outcome = .refused(error.code)
        }
        // A part of it came with the same key.
        if copy.keys[key] != nil { throw Self.refuse(.conflict) }
        copy.keys[key] = (content, outcome)
        self = copy
        return outcome
    }

    private mutating func attempt(
        _ body: (inout ModelBank) throws(FaultCodeError) -> ModelOutcome
    ) throws(FaultCodeError) -> ModelOutcome {
        var copy = self
        let outcome = try body(&copy)
        self = copy
        return outcome
    }

    // MARK: Lists

    private mutating func performList(
        _ items: [ModelRequest.Item], _ isAtomic: Bool, _ user: String, _ now: Instant
    ) -> [ModelOutcome] {
        var outcomes: [ModelOutcome] = []
        while outcomes.count < items.count {
            let start = outcomes.count
            var end = isAtomic ? items.count - 1 : start
            while items[end].isLinked { end += 1 }
            var copy = self
            var results: [ModelOutcome] = []
            for index in start...end {
                results.append(copy.performItem(items[index], user, now))
                guard start < end || isAtomic, case .refused(let code) = results[index - start] else { continue }
                // Nothing of it was done, but the key of the refused one is used up, unless its refusal was known.
                copy = self
                if Self.stored.contains(code) { copy.keep(code, items[index], user) }
                results = (start...end).map { .refused($0 == index ? code : .rolledBack) }
                break
            }
            self = copy
            outcomes += results
        }
        return outcomes
    }

    private mutating func performItem(_ item: ModelRequest.Item, _ user: String, _ now: Instant) -> ModelOutcome {
        do {
            try Self.checkForm(item.request)
            return try once(item.key.map { "\(user) \($0)" }, "item \(item)") { bank throws(FaultCodeError) in
                // A list tells of transfers, not of balances.
                let told = try bank.perform(item.request, user, now)
                return .done(told.split(separator: " ").prefix(4).joined(separator: " "))
            }
        } catch {
            return .refused(error.code)
        }
    }

    private mutating func keep(_ code: FaultCode, _ item: ModelRequest.Item, _ user: String) {
        guard let key = item.key.map({ "\(user) \($0)" }), keys[key] == nil else { return }
        keys[key] = ("item \(item)", .refused(code))
    }

    // MARK: Rules

    private static func checkForm(_ request: ModelRequest) throws(FaultCodeError) {
        let amount: Int64
        switch request {
        case .deposit(_, let money), .withdraw(_, let money), .hold(_, _, let money, _): amount = money.minorUnits
        case .transfer(_, _, let money, _, _, _): amount = money.minorUnits
        case .post(_, let money?): amount = money.minorUnits
        case .overdraft(_, let money):
            if money.minorUnits < 0 || money.minorUnits > LedgerLimits.largestAmount { throw refuse(.invalidArgument) }
            return
        case .list(let items, _):
            if items.isEmpty || items.last?.isLinked == true { throw refuse(.invalidArgument) }
            return
        default: return
        }
        if amount <= 0 || amount > LedgerLimits.largestAmount { throw refuse(.invalidArgument) }
    }

    private mutating func perform(
        _ request: ModelRequest, _ user: String, _ now: Instant
    ) throws(FaultCodeError) -> String {
        switch request {
        case .open(let currency):
            let id = "account-\(accounts.count { $0.owner != nil } + 1)"
            accounts.append(Account(id: id, owner: user, currency: currency, name: currency.code))
            return shown(id)
        case .deposit(let id, let money):
            let account = try own(id, user)
            if account.currency != money.currency { throw Self.refuse(.currencyMismatch) }
            return try move(world(money.currency), id, money, "deposit", user)
        case .withdraw(let id, let money):
            let account = try own(id, user)
            if account.currency != money.currency { throw Self.refuse(.currencyMismatch) }
            return try move(id, world(money.currency), money, "withdrawal", user)
        case .transfer(let from, let to, let money, let isUpTo, let closes, _):
            _ = try own(from, user)
            _ = try receiver(to)
            return try move(from, to, money, "transfer", user, isUpTo: isUpTo, closes: closes)
        case .hold(let from, let to, let money, let expiresAt):
            if let expiresAt, expiresAt <= now { throw Self.refuse(.invalidArgument) }
            _ = try own(from, user)
            _ = try receiver(to)
            let amount = try admit(from, to, money, isUpTo: false)
            change(from) { $0.held += amount }
            return record(
                Transfer(from: from, to: to, amount: amount, status: "pending", expiresAt: expiresAt, kind: "hold"),
                user, touched: [from])
        case .post(let id, let money): return try post(id, money, user, now)
        case .void(let id):
            let hold = try pending(id, user, now)
            change(hold.from) { $0.held -= hold.amount }
            transfers[id]?.status = "voided"
            records += 1
            return told(id, user, touched: [hold.from])
        case .reverse(let id): return try reverse(id, user)
        case .freeze(let id): return try set(id, user) { $0.status = "frozen" }
        case .unfreeze(let id): return try set(id, user) { $0.status = "active" }
        case .rename(let id, let name): return try set(id, user) { $0.name = name }
        case .overdraft(let id, let limit):
            if try own(id, user).currency != limit.currency { throw Self.refuse(.currencyMismatch) }
            _ = try set(id, user) { _ in }
            if let account = account(id), account.available < -limit.minorUnits {
                throw Self.refuse(.insufficientFunds)
            }
            return try set(id, user) { $0.overdraft = limit.minorUnits }
        case .close(let id, let to): return try close(id, to, user)
        case .list: return ""
        }
    }

    private func own(_ id: String, _ user: String) throws(FaultCodeError) -> Account {
        guard let account = account(id), account.owner == user else { throw Self.refuse(.notFound) }
        return account
    }

    private func receiver(_ id: String) throws(FaultCodeError) -> Account {
        guard let account = account(id), account.owner != nil else { throw Self.refuse(.notFound) }
        return account
    }

    private mutating func world(_ currency: Currency) -> String {
        let id = "world-\(currency)"
        if account(id) == nil { accounts.append(Account(id: id, owner: nil, currency: currency, name: "")) }
        return id
    }

    private func standing(_ ids: [String]) throws(FaultCodeError) {
        let statuses = ids.compactMap { account($0)?.status }
        if statuses.contains("closed") { throw Self.refuse(.accountClosed) }
        if statuses.contains("frozen") { throw Self.refuse(.accountFrozen) }
    }

    private func covers(_ account: Account, _ amount: Int64) -> Bool {
        account.owner == nil || account.available + account.overdraft >= amount
    }

    private func admit(_ from: String, _ to: String, _ money: Money, isUpTo: Bool) throws(FaultCodeError) -> Int64 {
        guard let giver = account(from), let getter = account(to) else { throw Self.refuse(.notFound) }
        if from == to { throw Self.refuse(.sameAccount) }
        if money.currency != giver.currency || giver.currency != getter.currency {
            throw Self.refuse(.currencyMismatch)
        }
        try standing([from, to])
        var amount = money.minorUnits
        if isUpTo {
            if giver.available <= 0 { throw Self.refuse(.insufficientFunds) }
            amount = min(amount, giver.available)
        }
        if !covers(giver, amount) { throw Self.refuse(.insufficientFunds) }
        return amount
    }

    private mutating func move(
        _ from: String, _ to: String, _ money: Money, _ kind: String, _ user: String, isUpTo: Bool = false,
        closes: Bool = false
    ) throws(FaultCodeError) -> String {
        let amount = try admit(from, to, money, isUpTo: isUpTo)
        if closes, let giver = account(from), giver.balance != amount || giver.held != 0 {
            throw Self.refuse(.accountNotEmpty)
        }
        change(from) { $0.balance -= amount }
        change(to) { $0.balance += amount }
        if closes { change(from) { $0.status = "closed" } }
        return record(
            Transfer(from: from, to: to, amount: amount, status: "posted", kind: kind), user, touched: [from, to])
    }

    private func pending(_ id: String, _ user: String, _ now: Instant) throws(FaultCodeError) -> Transfer {
        let hold = try seen(id, user)
        guard hold.kind == "hold" else { throw Self.refuse(.notFound) }
        if hold.status != "pending" || (hold.expiresAt.map { $0 <= now } ?? false) {
            throw Self.refuse(.holdNotPending)
        }
        return hold
    }

    private func seen(_ id: String, _ user: String) throws(FaultCodeError) -> Transfer {
        guard let transfer = transfers[id],
            account(transfer.from)?.owner == user || account(transfer.to)?.owner == user
        else { throw Self.refuse(.notFound) }
        return transfer
    }

    private mutating func post(
        _ id: String, _ money: Money?, _ user: String, _ now: Instant
    ) throws(FaultCodeError) -> String {
        let hold = try seen(id, user)
        guard hold.kind == "hold" else { throw Self.refuse(.notFound) }
        guard let giver = account(hold.from), giver.owner == user else { throw Self.refuse(.permissionDenied) }
        if let money, money.currency != giver.currency { throw Self.refuse(.currencyMismatch) }
        _ = try pending(id, user, now)
        let amount = money?.minorUnits ?? hold.amount
        if amount > hold.amount { throw Self.refuse(.exceedsHold) }
        try standing([hold.from, hold.to])
        change(hold.from) {
            $0.held -= hold.amount
            $0.balance -= amount
        }
        change(hold.to) { $0.balance += amount }
        transfers[id]?.status = "posted"
        transfers[id]?.amount = amount
        records += 1
        return told(id, user, touched: [hold.from, hold.to])
    }

    private mutating func reverse(_ id: String, _ user: String) throws(FaultCodeError) -> String {
        let transfer = try seen(id, user)
        guard let payer = account(transfer.from), let receiver = account(transfer.to) else {
            throw Self.refuse(.notFound)
        }
        guard receiver.owner == user || (receiver.owner == nil && payer.owner == user) else {
            throw Self.refuse(.permissionDenied)
        }
        if transfer.status != "posted" || transfer.kind == "reversal" { throw Self.refuse(.notReversible) }
        if transfer.reversedBy != nil { throw Self.refuse(.alreadyReversed) }
        try standing([receiver.id, payer.id])
        if !covers(receiver, transfer.amount) { throw Self.refuse(.insufficientFunds) }
        change(receiver.id) { $0.balance -= transfer.amount }
        change(payer.id) { $0.balance += transfer.amount }
        transfers[id]?.reversedBy = "t\(records + 1)"
        return record(
            Transfer(
                from: receiver.id, to: payer.id, amount: transfer.amount, status: "posted", reverses: id,
                kind: "reversal"), user, touched: [receiver.id, payer.id])
    }

    private mutating func close(_ id: String, _ to: String?, _ user: String) throws(FaultCodeError) -> String {
        let account = try own(id, user)
        if let to { _ = try receiver(to) }
        if let to, account.balance > 0 {
            let rest = Money(minorUnits: account.balance, currency: account.currency)
            do throws(FaultCodeError) {
                _ = try move(id, to, rest, "transfer", user, closes: true)
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

    private mutating func set(
        _ id: String, _ user: String, _ body: (inout Account) -> Void
    ) throws(FaultCodeError) -> String {
        if try own(id, user).status == "closed" { throw Self.refuse(.accountClosed) }
        change(id, body)
        return shown(id)
    }

    private mutating func change(_ id: String, _ body: (inout Account) -> Void) {
        if let index = accounts.firstIndex(where: { $0.id == id }) { body(&accounts[index]) }
    }

    private mutating func record(_ transfer: Transfer, _ user: String, touched: [String]) -> String {
        records += 1
        transfers["t\(records)"] = transfer
        return told("t\(records)", user, touched: touched)
    }

    // MARK: What is told

    private func told(_ id: String, _ user: String, touched: [String]) -> String {
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

/// Something that is asked of the bank.
enum ModelRequest: Hashable {
    struct Item: Hashable {
        let request: ModelRequest
        let key: String?
        let isLinked: Bool
    }

    case open(Currency)
    case deposit(String, Money)
    case withdraw(String, Money)
    case transfer(from: String, to: String, Money, isUpTo: Bool, closes: Bool, isDryRun: Bool)
    case hold(from: String, to: String, Money, expiresAt: Instant?)
    case post(String, Money?)
    case void(String)
    case reverse(String)
    case freeze(String)
    case unfreeze(String)
    case rename(String, String)
    case overdraft(String, Money)
    case close(String, to: String?)
    indirect case list([Item], isAtomic: Bool)

    var isDryRun: Bool {
        if case .transfer(_, _, _, _, _, let isDryRun) = self { isDryRun } else { false }
    }
}
