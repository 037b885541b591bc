import Domain
import Signals
import TestSupport

@testable import LedgerService

/// Makes requests: mostly sensible, some not.
struct RequestGenerator {
    static let users = ["ann", "bob", "cleo"]
    private static let hostile: [Int64] = [
        0, -1, .min, .max, LedgerLimits.largestAmount, LedgerLimits.largestAmount + 1,
    ]

    var random: SeededGenerator
    private var sent: [(ModelRequest, user: String, key: String?)] = []

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func next(_ model: ModelBank, _ now: Instant) -> (ModelRequest, user: String, key: String?) {
        // Once more, as somebody does who did not hear the answer.
        if chance(15), !sent.isEmpty { return pick(sent) }
        let request = request(model, now)
        // Mostly by one who may.
        var user = request.isOfServices ? pick(ModelRequest.services) : owner(of: request, model) ?? pick(Self.users)
        if chance(8) { user = pick(Self.users) }
        if chance(80) { user = pick(ModelRequest.services) }
        var key: String?
        if chance(request.isOfServices ? 1 : 4), !chance(20) { key = "n\(sent.count)" }
        if chance(25) { key = someKey() }
        if key != nil { sent.append((request, user, key)) }
        return (request, user, key)
    }

    /// A key that was used for something else, most probably.
    private mutating func someKey() -> String { "n\(number(0...max(20, sent.count)))" }

    // MARK: Parts

    private mutating func chance(_ of: Int) -> Bool { number(1...of) == 1 }
    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    private mutating func account(_ model: ModelBank) -> String {
        if model.accounts.isEmpty || chance(40) { return pick(["none", "world-RUB"]) }
        // Closed ones grow many; the newest live.
        return pick(model.accounts.suffix(12)).id
    }

    /// Mostly an account of the same owner in another currency.
    private mutating func counterpart(of id: String, _ model: ModelBank) -> String {
        guard let account = model.account(id), !chance(6) else { return self.account(model) }
        let fitting = model.accounts.suffix(20).filter { $0.owner == account.owner && $0.currency != account.currency }
        return fitting.isEmpty ? self.account(model) : pick(fitting).id
    }

    /// Mostly another account in the same currency.
    private mutating func other(than id: String, _ model: ModelBank) -> String {
        guard let account = model.account(id), !chance(8) else { return self.account(model) }
        let fitting = model.accounts.suffix(14).filter { $0.id != id && $0.currency == account.currency }
        return fitting.isEmpty ? self.account(model) : pick(fitting).id
    }

    private mutating func transfer(_ model: ModelBank) -> String { "t\(max(0, model.records - number(0...25)))" }

    /// Mostly one that is pending.
    private mutating func hold(_ model: ModelBank) -> String {
        let pending = model.transfers.filter { $0.value.status == "pending" }.keys.sorted()
        return pending.isEmpty || chance(5) ? transfer(model) : pick(pending)
    }

    private mutating func money(_ currency: Currency = .rub) -> Money {
        let units = chance(25) ? pick(Self.hostile) : Int64(number(1...3000))
        return Money(minorUnits: units, currency: chance(25) ? .usd : currency)
    }

    /// An amount in the account's own currency, for the most part.
    private mutating func money(of id: String, _ model: ModelBank, times factor: Int64 = 1) -> Money {
        let money = money(model.account(id)?.currency ?? .rub)
        guard (1...3000).contains(money.minorUnits) else { return money }
        return Money(minorUnits: money.minorUnits * factor, currency: money.currency)
    }

    // MARK: Requests

    private mutating func request(_ model: ModelBank, _ now: Instant) -> ModelRequest {
        if model.accounts.count < 9 { return .open(chance(3) ? .usd : .rub) }
        switch number(0...62) {
        case 0...6:
            let id = account(model)
            return .deposit(id, money(of: id, model, times: 5))
        case 7, 8:
            let id = account(model)
            return .withdraw(id, money(of: id, model))
        case 9...16: return move(model, canDryRun: true)
        case 17...21:
            let expiresAt: Instant? = chance(2) ? now + .milliseconds(number(-1...40)) : nil
            let from = account(model)
            return .hold(from: from, to: other(than: from, model), money(of: from, model), expiresAt: expiresAt)
        case 22...24:
            let hold = hold(model)
            let own = model.transfers[hold].map { money(of: $0.from, model) } ?? money()
            return .post(hold, chance(2) ? own : nil)
        case 25, 26: return .void(hold(model))
        case 27...30: return .reverse(transfer(model))
        case 31: return .freeze(account(model))
        case 32, 33: return .unfreeze(account(model))
        case 34: return .rename(account(model), "name-\(number(1...5))")
        case 35, 36: return .overdraft(account(model), Money(minorUnits: Int64(number(-1...2000)), currency: .rub))
        case 37:
            let id = account(model)
            return .close(id, to: chance(2) ? other(than: id, model) : nil)
        case 38: return .open(chance(3) ? .usd : .rub)
        case 39...54: return order(model, now)
        case 55...57: return rows(model)
        case 58:
            let ids = model.imports.keys.sorted()
            let id = ids.isEmpty || chance(12) ? "i\(number(0...40))" : pick(ids)
            return .undoImport(id, isPreview: chance(8))
        default: return list(model)
        }
    }

    private mutating func move(_ model: ModelBank, canDryRun: Bool) -> ModelRequest {
        let from = account(model)
        return .transfer(
            from: from, to: other(than: from, model), money(of: from, model), isUpTo: chance(5), closes: chance(25),
            isDryRun: canDryRun && chance(8))
    }

    /// Rows of few references, so that many are known.
    private mutating func rows(_ model: ModelBank) -> ModelRequest {
        let id = account(model)
        let currency = model.account(id)?.currency ?? .rub
        let rows = (0..<number(chance(20) ? 0...0 : 1...5)).map { _ in
            let reference = number(1...24)
            // Mostly the same amount under one reference.
            let units = chance(40) ? Int64(number(-1...1)) : Int64((reference * 377) % 900 - 300)
            return ModelRequest.ImportRow(
                reference: "id:\(reference)",
                money: Money(minorUnits: units, currency: chance(60) ? .usd : currency))
        }
        return .importRows(id, rows)
    }

    private mutating func list(_ model: ModelBank) -> ModelRequest {
        let count = number(1...6)
        var items: [ModelRequest.Item] = []
        for index in 0..<count {
            let isLinked = chance(3) && (index < count - 1 || chance(10))
            items.append(
                ModelRequest.Item(
                    request: move(model, canDryRun: false), key: itemKey(), isLinked: isLinked))
        }
        return .list(items, isAtomic: chance(3))
    }

    private mutating func itemKey() -> String? {
        guard chance(3) else { return nil }
        return chance(5) ? someKey() : "i\(number(0...1_000_000))"
    }

    /// What people set up, and what comes of it.
    private mutating func order(_ model: ModelBank, _ now: Instant) -> ModelRequest {
        switch number(0...19) {
        case 0...2: return limits(model)
        case 3:
            let currencies: [Currency] = chance(2) ? [.rub, .usd] : [.usd, .rub]
            return .rate(
                from: currencies[0], to: chance(20) ? currencies[0] : currencies[1],
                tenThousandths: chance(20) ? 0 : Int64(number(1...1_000_000)))
        case 4...7:
            let from = account(model)
            return .exchange(
                from: from, to: counterpart(of: from, model), money(of: from, model), isDryRun: chance(8))
        case 8:
            let id = account(model)
            return .grant(
                service: pick(ModelRequest.services), id, money(of: id, model),
                pick(LedgerSignal.MandatePeriod.allCases))
        case 9...12: return debit(model)
        case 13, 14: return schedule(model, now)
        default:
            if chance(2), let mandate = model.mandates.suffix(10).randomElement(using: &random) {
                return .revoke(mandate.id)
            }
            let id = model.schedules.suffix(10).randomElement(using: &random)?.id ?? "none"
            return pick([.cancel(id), .pause(id), .resume(id), .resume(id)])
        }
    }

    private mutating func limits(_ model: ModelBank) -> ModelRequest {
        let id = account(model)
        func limit(_ money: Money, _ isSet: Bool) -> Money? { isSet ? money : nil }
        let perTransfer = limit(money(of: id, model), chance(2))
        let daily = money(of: id, model, times: 5)
        return .limits(
            id, perTransfer: perTransfer, daily: limit(daily, chance(2)),
            remove: [LedgerSignal.LimitName.perTransfer, .daily].filter { _ in chance(3) })
    }

    private mutating func debit(_ model: ModelBank) -> ModelRequest {
        guard let mandate = model.mandates.suffix(12).randomElement(using: &random), !chance(15) else {
            return .debit(mandate: chance(3) ? "none" : nil, account: chance(2) ? account(model) : nil, money())
        }
        let units = max(1, mandate.amount.minorUnits % 4000 / Int64(number(1...4)))
        let money = chance(12) ? money() : Money(minorUnits: units, currency: mandate.amount.currency)
        return chance(2)
            ? .debit(mandate: mandate.id, account: nil, money) : .debit(mandate: nil, account: mandate.account, money)
    }

    private mutating func schedule(_ model: ModelBank, _ now: Instant) -> ModelRequest {
        let every: LedgerSignal.Every? =
            chance(3) ? nil : LedgerSignal.Every(count: number(chance(15) ? 0...0 : 1...3), unit: pick([.day, .week]))
        let from = account(model)
        return .schedule(
            from: from, to: other(than: from, model), money(of: from, model),
            start: now.dayInUTC.adding(days: number(chance(10) ? -1...0 : 0...3)), every: every,
            times: every != nil || chance(15) ? (chance(4) ? nil : number(chance(15) ? 0...0 : 1...6)) : nil)
    }

    // MARK: Who may

    private func owner(of request: ModelRequest, _ model: ModelBank) -> String? {
        switch request {
        case .open, .rate, .debit: nil
        case .deposit(let id, _), .withdraw(let id, _), .freeze(let id), .unfreeze(let id), .rename(let id, _),
            .overdraft(let id, _), .close(let id, _), .limits(let id, _, _, _), .grant(_, let id, _, _),
            .importRows(let id, _):
            model.account(id)?.owner
        case .transfer(let from, _, _, _, _, _), .hold(let from, _, _, _), .exchange(let from, _, _, _),
            .schedule(let from, _, _, _, _, _):
            model.account(from)?.owner
        case .post(let id, _), .void(let id): model.transfers[id].flatMap { model.account($0.from)?.owner }
        case .reverse(let id): model.transfers[id].flatMap { model.account($0.to)?.owner }
        case .undoImport(let id, _): model.imports[id].flatMap { model.account($0.account)?.owner }
        case .revoke(let id): model.mandates.first { $0.id == id }?.owner
        case .cancel(let id), .pause(let id), .resume(let id): model.schedules.first { $0.id == id }?.owner
        case .list(let items, _): owner(of: items[0].request, model)
        }
    }
}
