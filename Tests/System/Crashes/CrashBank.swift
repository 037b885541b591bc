import Coordination
import Domain
import Foundation
import Signals
import StrictJSON
import Synchronization
import TestSupport
import Transport

/// Three real services under load, and a record of everything that was acknowledged.
final class CrashBank: Sendable {
    let house: RunningHouse
    let loop = SocketLoop()
    let auth: ServiceLink
    let ledger: ServiceLink
    let history: ServiceLink
    let rubles: Currency
    private let signedIn = Mutex<AuthSignal.SignedIn?>(nil)
    private let isLoaded = Mutex(false)
    private let opened = Mutex<[String]>([])
    private let acknowledged = Mutex<[String: LedgerSignal.Transfer]>([:])

    /// How long a request may wait for a service that is being killed all the time.
    static let patience = Duration.seconds(60)

    init(accounts count: Int, environment: [String: String] = [:]) async throws {
        house = RunningHouse(environment: environment)
        guard let rubles = Currency(code: "RUB") else { preconditionFailure("There are rubles.") }
        self.rubles = rubles
        for service in ["auth", "ledger", "history"] { try await house.start(service) }
        (auth, ledger, history) = (
            ServiceLink(service: "auth", runDirectory: house.runDirectory, loop: loop),
            ServiceLink(service: "ledger", runDirectory: house.runDirectory, loop: loop),
            ServiceLink(service: "history", runDirectory: house.runDirectory, loop: loop)
        )
        let register = AuthSignal.Register(email: "crash@example.org", password: Identifier.random(length: 26))
        let person = try await auth.send(register, within: Self.patience)
        signedIn.withLock { $0 = person }
        for _ in 0..<count {
            let account = try await ledger.send(
                LedgerSignal.OpenAccount(currency: rubles), context: context(key: .random())
            ).account.id
            opened.withLock { $0.append(account) }
            let deposit = LedgerSignal.Deposit(account: account, amount: Money(minorUnits: 1_000_000, currency: rubles))
            record(try await ledger.send(deposit, context: context(key: .random())).transfer)
        }
    }

    var accounts: [String] { opened.withLock { $0 } }
    var acknowledgedCount: Int { acknowledged.withLock { $0.count } }

    func context(key: String? = nil) -> SignalContext {
        SignalContext(idempotencyKey: key, session: signedIn.withLock { $0 }?.session.token)
    }

    /// Makes one transfer between two accounts and notes what was acknowledged.
    func transferOnce() async throws {
        let pair = accounts.shuffled().prefix(2)
        guard let from = pair.first, let to = pair.last else { return }
        let signal = LedgerSignal.MakeTransfer(
            from: from, to: to, amount: Money(minorUnits: .random(in: 1...100), currency: rubles),
            description: "under load")
        record(try await ledger.send(signal, context: context(key: .random()), within: Self.patience).transfer)
    }

    /// Makes transfers on many tasks until ``endLoad(_:)``.
    func load(tasks: Int) -> Task<Void, any Error> {
        isLoaded.withLock { $0 = true }
        return Task {
            try await withThrowingTaskGroup { group in
                for _ in 0..<tasks {
                    group.addTask { [self] in
                        while isLoaded.withLock({ $0 }) { try await transferOnce() }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    /// Lets every task finish the transfer it is at, so that no outcome is unknown.
    func endLoad(_ load: Task<Void, any Error>) async throws {
        isLoaded.withLock { $0 = false }
        try await load.value
    }

    private func record(_ transfer: LedgerSignal.Transfer) {
        acknowledged.withLock { known in
            precondition(
                known[transfer.id] == nil,
                "Two requests with different keys were answered with one transfer, \(transfer.id).")
            known[transfer.id] = transfer
        }
    }

    // MARK: What must hold afterwards

    /// What is wrong with the books and the history; empty when everything holds.
    func problems() async throws -> [String] {
        var problems: [String] = []
        let check = try await ledger.send(LedgerSignal.Check(), context: context(), within: Self.patience)
        problems += check.problems
        problems += check.imbalance.filter { $0.minorUnits != 0 }.map {
            "out of balance by \($0.decimalText) \($0.currency)"
        }
        let known = acknowledged.withLock { $0 }
        if known.count != Int(check.transfers) {
            problems.append("\(check.transfers) transfers are recorded, \(known.count) were acknowledged")
        }
        let booked = try await postedTransfers()
        if booked.count != Int(check.transfers) {
            problems.append("\(booked.count) events tell of \(check.transfers) transfers")
        }
        for (id, transfer) in known where booked[id]?.transfer != transfer {
            problems.append("\(id) was acknowledged and is not recorded as it was")
        }
        try await eventually("history has caught up", within: .seconds(60)) { [self] in
            try await historyRows().count
                == booked.values.reduce(0) { $0 + $1.entries.filter { $0.userId != nil }.count }
        }
        for row in try await historyRows() {
            guard let posted = booked[row.id], let entry = posted.entries.first(where: { $0.account == row.account }),
                entry.balanceAfter == row.balanceAfter,
                entry.amount.minorUnits.magnitude == row.amount.minorUnits.magnitude
            else {
                problems.append("history tells of \(row.id) on \(row.account) what the ledger does not")
                continue
            }
        }
        return problems
    }

    /// Every transfer, as the ledger's own events tell of it.
    private func postedTransfers() async throws -> [String: LedgerEvent.TransferPosted] {
        var posted: [String: LedgerEvent.TransferPosted] = [:]
        var after: Int64 = 0
        while true {
            let page = try await ledger.call(
                "ledger.events", parameters: Array(#"{"after":\#(after),"limit":1000}"#.utf8), effect: .reads,
                context: context())
            guard let last = page.member("last")?.int64, last > after, let events = page.member("events") else {
                return posted
            }
            for event in events.elements where event.member("type")?.string == "ledger.transferPosted" {
                guard let data = event.member("data") else { continue }
                let transfer = try data.decode(LedgerEvent.TransferPosted.self)
                precondition(
                    posted.updateValue(transfer, forKey: transfer.transfer.id) == nil, "One transfer has two events.")
            }
            after = last
        }
    }

    private func historyRows() async throws -> [HistorySignal.Transaction] {
        var rows: [HistorySignal.Transaction] = []
        var cursor: String?
        repeat {
            let page = try await history.send(
                HistorySignal.Transactions(limit: 1000, cursor: cursor), context: context(), within: Self.patience)
            rows += page.transactions
            cursor = page.nextCursor
        } while cursor != nil
        return rows
    }

    func close() async {
        for link in [auth, ledger, history] { await link.close() }
        await loop.stop()
    }
}

extension String {
    /// A key for one attempt.
    static func random() -> String { Identifier.random(length: 20) }
}
