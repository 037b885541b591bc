import Coordination
import Domain
import Foundation
import Signals
import Storage
import StrictJSON
import Synchronization
import TestSupport
import Testing

@testable import LedgerService

/// Goal: whatever is asked in whatever order, the ledger does what its rules say, forgets nothing and can prove it.
/// Method: random histories of all operations from one seed; a model that says the rules once more, plainly, and both
/// kinds of books get the same requests and must answer the same: amounts, balances, faults in their order, repeated keys.
/// At the end the past is asked about, the books are checked, opened again, and made anew from their log alone.
/// Replay a failure with `LEDGER_SEED=<seed>`.
@Suite struct ModelTests {
    private static var seed: UInt64 {
        ProcessInfo.processInfo.environment["LEDGER_SEED"].flatMap(UInt64.init) ?? .random(in: .min ... .max)
    }

    @Test func booksDoWhatTheRulesSay() async throws {
        let seed = Self.seed
        print("LEDGER_SEED=\(seed)")
        var generator = RequestGenerator(seed: seed)
        let clock = TestClock()
        let folder = TemporaryDirectory()
        let path = folder.path + "/ledger.sqlite3"
        let sqlite = try await SQLiteLedgerStore.open(at: path, clock: clock.wallClock)
        let banks = [
            ModelledBank(sqlite, clock), ModelledBank(InMemoryLedgerStore(clock: clock.wallClock), clock),
        ]
        var model = ModelBank()
        var past: [(at: Instant, account: String, owner: String, balance: Int64, available: Int64)] = []

        for step in 0..<2500 {
            clock.advance(by: .milliseconds(Int64.random(in: 0...3, using: &generator.random)))
            if step % 10 == 0 {
                model.expire(clock.time)
                for bank in banks { while try await HoldExpiry(store: bank.store).doDue() {} }
            }
            if step % 25 == 0, let account = model.accounts.randomElement(using: &generator.random),
                let owner = account.owner
            {
                past.append((clock.time, account.id, owner, account.balance, account.available))
                clock.advance(by: .milliseconds(1))
            }
            let (request, user, key) = generator.next(model, clock.time)
            let expected = model.apply(request, user, key, clock.time)
            for bank in banks {
                let outcome = try await bank.apply(request, user, key)
                #expect(
                    outcome == expected, "step \(step), \(request) by \(user), key \(key ?? "-"), LEDGER_SEED=\(seed)")
                guard outcome == expected else { return }
            }
        }

        clock.advance(by: .seconds(1))
        for moment in past {
            let found = try await banks[0].send(
                LedgerSignal.Balance(account: moment.account, at: moment.at), moment.owner, nil)
            #expect(found.balance.minorUnits == moment.balance, "LEDGER_SEED=\(seed)")
            #expect(found.available.minorUnits == moment.available, "LEDGER_SEED=\(seed)")
        }
        for account in model.accounts {
            let kept = try #require(sqlite.account(account.id))
            #expect(kept.state.balance == account.balance)
            #expect(kept.state.held == account.held)
        }
        let report = try await sqlite.check()
        #expect(report.problems == [], "LEDGER_SEED=\(seed)")
        #expect(report.imbalance.allSatisfy { $0.minorUnits == 0 })
        #expect(report.records == Int64(model.records))
        #expect(report.transfers == Int64(model.transfers.count))
        #expect(report.transfers == (try await banks[1].store.check().transfers))
        let before = RequestGenerator.users.flatMap { sqlite.accounts(of: $0) }
        await sqlite.close()

        let again = try await SQLiteLedgerStore.open(at: path, clock: clock.wallClock)
        #expect(RequestGenerator.users.flatMap { again.accounts(of: $0) } == before)
        #expect(try await again.check() == report)
        await again.close()

        let newPath = folder.path + "/again.sqlite3"
        try await BooksReplay.replay(path, into: newPath)
        let anew = try await SQLiteLedgerStore.open(at: newPath, clock: clock.wallClock)
        #expect(RequestGenerator.users.flatMap { anew.accounts(of: $0) } == before)
        #expect(try await anew.check() == report)
        await anew.close()
        #expect(try BooksDump(path) == BooksDump(newPath), "LEDGER_SEED=\(seed)")
    }
}

/// All that the log says and all that follows from it, byte for byte. Balances are not among it: the table of them is
/// written now and then, and memory has the rest.
struct BooksDump: Equatable {
    private var tables: [String: [String]] = [:]

    init(_ path: String) throws {
        tables = try Connection.withConnection(path: path, options: .reader) { connection in
            var tables: [String: [String]] = [:]
            for table in ["accounts", "account_changes", "transfers", "open_holds", "landmarks", "imported_rows"] {
                let columns = try Self.columns(of: table, connection)
                let row = columns.map { "quote(\($0))" }.joined(separator: " || ',' || ")
                let statement = try connection.statement(dynamic: "SELECT \(row) FROM \(table) ORDER BY 1")
                while try statement.step() { tables[table, default: []].append(statement.row.text(at: 0)) }
            }
            return tables
        }
    }

    private static func columns(of table: String, _ connection: Connection) throws -> [String] {
        var columns: [String] = []
        let statement = try connection.statement(dynamic: "SELECT name FROM pragma_table_info('\(table)')")
        while try statement.step() { columns.append(statement.row.text(at: 0)) }
        return columns
    }
}

/// Makes requests: mostly sensible, some not.
struct RequestGenerator {
    static let users = ["ann", "bob", "cleo"]
    private static let hostile: [Int64] = [
        0, -1, .min, .max, LedgerLimits.largestAmount, LedgerLimits.largestAmount + 1,
    ]

    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func next(_ model: ModelBank, _ now: Instant) -> (ModelRequest, user: String, key: String?) {
        let request = request(model, now)
        // Mostly by one who may.
        let user = owner(of: request, model) ?? pick(Self.users)
        return (request, chance(8) ? pick(Self.users) : user, chance(4) ? "k\(number(0...80))" : nil)
    }

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

    private mutating func transfer(_ model: ModelBank) -> String { "t\(max(0, model.records - number(0...25)))" }

    private mutating func money() -> Money {
        let units = chance(25) ? pick(Self.hostile) : Int64(number(1...3000))
        return Money(minorUnits: units, currency: chance(25) ? .usd : .rub)
    }

    private mutating func move(_ model: ModelBank, canDryRun: Bool) -> ModelRequest {
        .transfer(
            from: account(model), to: account(model), money(), isUpTo: chance(5), closes: chance(25),
            isDryRun: canDryRun && chance(8))
    }

    private mutating func request(_ model: ModelBank, _ now: Instant) -> ModelRequest {
        if model.accounts.count < 9 { return .open(chance(5) ? .usd : .rub) }
        switch number(0...40) {
        case 0...5: return .deposit(account(model), money())
        case 6, 7: return .withdraw(account(model), money())
        case 8...15: return move(model, canDryRun: true)
        case 16...20:
            let expiresAt: Instant? = chance(2) ? now + .milliseconds(number(-1...40)) : nil
            return .hold(from: account(model), to: account(model), money(), expiresAt: expiresAt)
        case 21...24: return .post(transfer(model), chance(2) ? money() : nil)
        case 25, 26: return .void(transfer(model))
        case 27...29: return .reverse(transfer(model))
        case 30: return .freeze(account(model))
        case 31, 32: return .unfreeze(account(model))
        case 33: return .rename(account(model), "name-\(number(1...5))")
        case 34, 35: return .overdraft(account(model), Money(minorUnits: Int64(number(-1...2000)), currency: .rub))
        case 36: return .close(account(model), to: chance(2) ? account(model) : nil)
        case 37: return .open(chance(5) ? .usd : .rub)
        default:
            let count = number(1...6)
            var items: [ModelRequest.Item] = []
            for index in 0..<count {
                let isLinked = chance(3) && (index < count - 1 || chance(10))
                items.append(
                    ModelRequest.Item(
                        request: move(model, canDryRun: false), key: chance(3) ? "k\(number(0...80))" : nil,
                        isLinked: isLinked))
            }
            return .list(items, isAtomic: chance(3))
        }
    }

    private mutating func owner(of request: ModelRequest, _ model: ModelBank) -> String? {
        switch request {
        case .open: nil
        case .deposit(let id, _), .withdraw(let id, _), .freeze(let id), .unfreeze(let id), .rename(let id, _),
            .overdraft(let id, _), .close(let id, _):
            model.account(id)?.owner
        case .transfer(let from, _, _, _, _, _), .hold(let from, _, _, _): model.account(from)?.owner
        case .post(let id, _), .void(let id): model.transfers[id].flatMap { model.account($0.from)?.owner }
        case .reverse(let id): model.transfers[id].flatMap { model.account($0.to)?.owner }
        case .list(let items, _): owner(of: items[0].request, model)
        }
    }
}

/// A ledger that is asked in the words of the model.
struct ModelledBank {
    let store: any LedgerStore
    private let service: LedgerActionService

    init(_ store: any LedgerStore, _ clock: TestClock) {
        self.store = store
        let opened = Mutex(0)
        service = LedgerActionService(
            store: store, clock: clock.wallClock,
            makeID: {
                opened.withLock { count in
                    count += 1
                    return "account-\(count)"
                }
            })
    }

    func send<S: Signal>(_ signal: S, _ user: String, _ key: String?) async throws -> S.Answer {
        let session = UserSession(userID: user, sessionID: "s", expiresAt: Instant(microseconds: .max))
        let handler = try #require(service.handler(for: S.self))
        return try await handler(signal, SignalContext(caller: .user(session), idempotencyKey: key))
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
            .done(told(try await send(signal, user, key)))
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
        case .post(let id, let money): return try await moved(LedgerSignal.PostHold(hold: id, amount: money))
        case .void(let id): return try await moved(LedgerSignal.VoidHold(hold: id))
        case .reverse(let id): return try await moved(LedgerSignal.Reverse(transfer: id, reason: "why"))
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
            return .list(
                try await send(signal, user, key).results.map { result in
                    switch result {
                    case .transfer(let transfer): .done(told(transfer))
                    case .fault(let fault): .refused(fault.code)
                    }
                })
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

    private func told(_ transfer: LedgerSignal.Transfer) -> String {
        "\(transfer.id) \(transfer.status) \(transfer.amount.minorUnits) \(transfer.reverses ?? "-")"
    }

    private func told(_ answer: LedgerSignal.TransferAnswer) -> String {
        told(answer.transfer)
            + answer.balances.map { " \($0.account) \($0.balance.minorUnits) \($0.available.minorUnits)" }.joined()
    }

    private func shown(_ account: LedgerSignal.Account) -> String {
        "\(account.id) \(account.name) \(account.status) \(account.balance.minorUnits) "
            + "\(account.held?.minorUnits ?? 0) \(account.overdraft?.minorUnits ?? 0)"
    }
}
