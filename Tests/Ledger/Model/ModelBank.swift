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

/// The rules of the bank once more, said as plainly as they can be: no log, no chain, no disk. What the ledger is
/// compared with. Here is what it knows and how a request is done once; the rules stand in extensions, a file a topic.
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
        var perTransfer: Int64?
        var daily: Int64?
        /// What left, whoever got it, by the day it left or was put aside on.
        var spent: [CalendarDay: Int64] = [:]
        var available: Int64 { balance - held }
    }

    struct Transfer {
        let from: String
        let to: String
        var amount: Int64
        /// `posted`, `pending`, `voided`, `expired`.
        var status: String
        var madeOn = CalendarDay(daysSince1970: 0)
        var expiresAt: Instant?
        var reverses: String?
        var reversedBy: String?
        let kind: String
        /// The import that booked it.
        var importID: String?
        var reference: String?
    }

    struct Import {
        let account: String
        var isUndone = false
    }

    var accounts: [Account] = []
    var transfers: [String: Transfer] = [:]
    var imports: [String: Import] = [:]
    var mandates: [Mandate] = []
    var schedules: [Schedule] = []
    var due: [Due] = []
    /// Ten-thousandths, by owner and currencies.
    var rates: [String: Int64] = [:]
    var records = 0
    private var ids = 0
    private var keys: [String: (content: String, outcome: ModelOutcome)] = [:]

    private static let stored: Set<FaultCode> = [
        .accountClosed, .accountFrozen, .insufficientFunds, .limitExceeded, .amountOverflow, .accountNotEmpty,
        .holdNotPending, .exceedsHold, .notReversible, .alreadyReversed,
    ]

    /// Why something is not done.
    struct Refusal: Error { let code: FaultCode }

    static func refuse(_ code: FaultCode) -> Refusal { Refusal(code: code) }

    // MARK: What is there

    func account(_ id: String) -> Account? { accounts.first { $0.id == id } }

    func own(_ id: String, _ user: String) throws(Refusal) -> Account {
        guard let account = account(id), account.owner == user else { throw Self.refuse(.notFound) }
        return account
    }

    func receiver(_ id: String) throws(Refusal) -> Account {
        guard let account = account(id), account.owner != nil else { throw Self.refuse(.notFound) }
        return account
    }

    mutating func world(_ currency: Currency) -> String {
        let id = "world-\(currency)"
        if account(id) == nil { accounts.append(Account(id: id, owner: nil, currency: currency, name: "")) }
        return id
    }

    mutating func change(_ id: String, _ body: (inout Account) -> Void) {
        if let index = accounts.firstIndex(where: { $0.id == id }) { body(&accounts[index]) }
    }

    mutating func newID() -> String {
        ids += 1
        return "id-\(ids)"
    }

    // MARK: Requests

    /// Does a request as a user, by its key if it has one.
    mutating func apply(_ request: ModelRequest, _ user: String, _ key: String?, _ now: Instant) -> ModelOutcome {
        do throws(Refusal) {
            if request.isOfServices {
                guard ModelRequest.services.contains(user) else { throw Self.refuse(.permissionDenied) }
                guard key != nil else { throw Self.refuse(.invalidArgument) }
            } else if ModelRequest.services.contains(user) {
                throw Self.refuse(.permissionDenied)
            }
            try request.checkForm()
            if request.isDryRun {
                var copy = self
                return .done(try copy.perform(request, user, now))
            }
            return try once(key.map { "\(user) \($0)" }, "\(request)") { bank throws(Refusal) in
                if case .list(let items, let isAtomic) = request {
                    return .list(bank.performList(items, isAtomic, user, now))
                }
                return .done(try bank.perform(request, user, now))
            }
        } catch {
            return .refused(error.code)
        }
    }

    private mutating func once(
        _ key: String?, _ content: String, _ body: (inout ModelBank) throws(Refusal) -> ModelOutcome
    ) throws(Refusal) -> ModelOutcome {
        guard let key else { return try attempt(body) }
        if let known = keys[key] {
            guard known.content == content else { throw Self.refuse(.conflict) }
            return known.outcome
        }
        var copy = self
        let outcome: ModelOutcome
        do throws(Refusal) {
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

    mutating func attempt<Value>(
        _ body: (inout ModelBank) throws(Refusal) -> Value
    ) throws(Refusal) -> Value {
        var copy = self
        let value = try body(&copy)
        self = copy
        return value
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
            try item.request.checkForm()
            return try once(item.key.map { "\(user) \($0)" }, "item \(item)") { bank throws(Refusal) in
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
}
