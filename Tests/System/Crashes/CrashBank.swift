import Coordination
import Domain
import Foundation
import Signals
import StrictJSON
import Synchronization
import TestSupport
import Transport

/// Real services under load, with a record of everything that was acknowledged.
final class CrashBank: Sendable {
    let house: RunningHouse
    let email = "crash@example.org"
    let password = Identifier.random(length: 26)
    let loop = SocketLoop()
    let auth: ServiceLink
    let ledger: ServiceLink
    let history: ServiceLink
    let rubles: Currency
    private let signedIn = Mutex<AuthSignal.SignedIn?>(nil)
    private let signedInAt = Mutex(ContinuousClock.now)
    private let isLoaded = Mutex(false)
    private let opened = Mutex<[String]>([])
    private let acknowledged = Mutex<[String: LedgerSignal.Transfer]>([:])

    /// The time limit of a request to a service that is killed again and again.
    static let patience = Duration.seconds(180)
    private static let freshFor = Duration.seconds(180)

    /// - Parameter prepare: Called before the services start.
    init(
        accounts count: Int, services: [String] = ["auth", "ledger", "history"], environment: [String: String] = [:],
        prepare: (RunningHouse) throws -> Void = { _ in }
    ) async throws {
        house = RunningHouse(environment: environment)
        try prepare(house)
        guard let rubles = Currency(code: "RUB") else { preconditionFailure("There are rubles.") }
        self.rubles = rubles
        for service in services { try await house.start(service) }
        (auth, ledger, history) = (
            ServiceLink(service: "auth", runDirectory: house.runDirectory, loop: loop),
            ServiceLink(service: "ledger", runDirectory: house.runDirectory, loop: loop),
            ServiceLink(service: "history", runDirectory: house.runDirectory, loop: loop)
        )
        let person = try await auth.send(
            AuthSignal.Register(email: email, password: password), within: Self.patience)
        signedIn.withLock { $0 = person }
        for _ in 0..<count {
            let account = try await ledger.send(
                LedgerSignal.OpenAccount(currency: rubles), context: context(key: .random()), within: Self.patience
            ).account.id
            opened.withLock { $0.append(account) }
            let deposit = LedgerSignal.Deposit(account: account, amount: Money(minorUnits: 1_000_000, currency: rubles))
            record(
                try await ledger.send(deposit, context: context(key: .random()), within: Self.patience).transfer)
        }
    }

    /// Signs in anew when the token is about to expire.
    func staySignedIn() async throws {
        guard ContinuousClock.now - signedInAt.withLock({ $0 }) > Self.freshFor else { return }
        try await signIn()
    }

    func signIn() async throws {
        let context = SignalContext(idempotencyKey: .random())
        let person = try await insist {
            try await auth.send(
                AuthSignal.Login(login: email, password: password), context: context, within: Self.patience)
        }
        signedIn.withLock { $0 = person }
        signedInAt.withLock { $0 = .now }
    }

    var accounts: [String] { opened.withLock { $0 } }
    var acknowledgedCount: Int { acknowledged.withLock { $0.count } }

    func context(key: String? = nil) -> SignalContext {
        SignalContext(idempotencyKey: key, session: signedIn.withLock { $0 }?.session.token)
    }

    /// Makes one transfer between two accounts and records the acknowledgement.
    @discardableResult
    func transferOnce() async throws -> LedgerSignal.Transfer {
        let (from, to) = pair()
        return record(
            try await change(
                LedgerSignal.MakeTransfer(from: from, to: to, amount: amount(), description: "under load")))
    }

    /// Makes one random movement of money and records the acknowledgement: a transfer, a transfer with its reversal, or
    /// a hold that is then posted in part, voided or left to expire.
    func moveOnce() async throws {
        switch Int.random(in: 0..<8) {
        case 0:
            let reverse = LedgerSignal.Reverse(transfer: try await transferOnce().id, reason: "under load")
            record(try await change(reverse))
        case 1:
            let hold = try await holdOnce(amount())
            record(try await change(LedgerSignal.VoidHold(hold: hold.id)), after: hold)
        case 2:
            let hold = try await holdOnce(Money(minorUnits: 100, currency: rubles))
            record(try await change(LedgerSignal.PostHold(hold: hold.id, amount: amount())), after: hold)
        case 3: try await holdOnce(amount(), until: Instant(milliseconds: WallClock.system.now().milliseconds + 100))
        default: try await transferOnce()
        }
    }

    @discardableResult
    private func holdOnce(_ amount: Money, until expiresAt: Instant? = nil) async throws -> LedgerSignal.Transfer {
        let (from, to) = pair()
        let signal = LedgerSignal.Hold(from: from, to: to, amount: amount, expiresAt: expiresAt)
        do {
            return record(try await change(signal))
        } catch let fault as Fault where fault.field == "expiresAt" {
            // The service was down for longer than that.
            return try await transferOnce()
        }
    }

    private func change<S: Signal>(_ signal: S) async throws -> LedgerSignal.Transfer
    where S.Answer == LedgerSignal.TransferAnswer {
        let context = context(key: .random())
        return try await insist { try await ledger.send(signal, context: context, within: Self.patience).transfer }
    }

    /// Asks with the same key until the disk, or the commit log, can be written.
    func insist<Answer>(_ ask: () async throws -> Answer) async throws -> Answer {
        while true {
            do {
                return try await ask()
            } catch let fault as Fault where fault.code == .storageUnavailable || fault.code == .deadlineExceeded {
                try await Task.sleep(for: .milliseconds(fault.retryAfterMilliseconds ?? 100))
            }
        }
    }

    func pair() -> (from: String, to: String) {
        let pair = accounts.shuffled()
        return (pair[0], pair[1])
    }

    private func amount() -> Money { Money(minorUnits: .random(in: 1...100), currency: rubles) }

    /// Makes transfers on many tasks until ``endLoad(_:)``.
    func load(tasks: Int) -> Task<Void, any Error> {
        isLoaded.withLock { $0 = true }
        return Task {
            try await withThrowingTaskGroup { group in
                for _ in 0..<tasks {
                    group.addTask { [self] in
                        while isLoaded.withLock({ $0 }) { try await moveOnce() }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    /// Lets every task finish its current transfer, so that every outcome is known.
    func endLoad(_ load: Task<Void, any Error>) async throws {
        isLoaded.withLock { $0 = false }
        try await load.value
    }

    @discardableResult
    func record(
        _ transfer: LedgerSignal.Transfer, after before: LedgerSignal.Transfer? = nil
    ) -> LedgerSignal.Transfer {
        acknowledged.withLock { known in
            precondition(
                known[transfer.id] == before,
                "Two requests with different keys were answered with one transfer, \(transfer.id).")
            known[transfer.id] = transfer
        }
        return transfer
    }

    // MARK: What must hold afterwards

    /// Returns the inconsistencies of ledger and history; empty when there are none.
    ///
    /// - Parameter isAlone: False when others move money in this house, too.
    func problems(isAlone: Bool = true) async throws -> [String] {
        var problems: [String] = []
        let check = try await ledger.send(LedgerSignal.Check(), context: context(), within: Self.patience)
        problems += check.problems
        problems += check.imbalance.filter { $0.minorUnits != 0 }.map {
            "out of balance by \($0.decimalText) \($0.currency)"
        }
        let known = acknowledged.withLock { $0 }
        if isAlone, known.count != Int(check.transfers) {
            problems.append("\(check.transfers) transfers are recorded, \(known.count) were acknowledged")
        }
        try await eventually("all that was to run out has", within: .seconds(180)) { [self] in
            try await told().newest.values.allSatisfy { $0.status != .pending || $0.expiresAt == nil }
        }
        let (booked, newest) = try await told()
        if newest.count != known.count {
            problems.append("\(newest.count) transfers are told of, \(known.count) were acknowledged")
        }
        for (id, transfer) in known where newest[id] != transfer {
            let hasExpired = newest[id]?.status == .expired && transfer.status == .pending
            if !hasExpired { problems.append("\(id) was acknowledged and is not recorded as it was") }
        }
        try await eventually("history has caught up", within: .seconds(180)) { [self] in
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

    /// Returns the events of the ledger: every transfer that moved money, and the last event of each transfer.
    private func told() async throws -> (
        posted: [String: LedgerEvent.TransferPosted], newest: [String: LedgerSignal.Transfer]
    ) {
        var posted: [String: LedgerEvent.TransferPosted] = [:]
        var newest: [String: LedgerSignal.Transfer] = [:]
        var after: Int64 = 0
        while true {
            let page = try await ledger.call(
                "ledger.events", parameters: Array(#"{"after":\#(after),"limit":1000}"#.utf8), effect: .reads,
                context: context())
            guard let last = page.member("last")?.int64, last > after, let events = page.member("events") else {
                return (posted, newest)
            }
            for event in events.elements {
                guard let data = event.member("data"), let node = data.member("transfer") else { continue }
                let transfer = try node.decode(LedgerSignal.Transfer.self)
                newest[transfer.id] = transfer
                guard event.member("type")?.string == "ledger.transferPosted" else { continue }
                let movement = try data.decode(LedgerEvent.TransferPosted.self)
                precondition(
                    posted.updateValue(movement, forKey: transfer.id) == nil, "One transfer has moved money twice.")
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
    /// Returns a key for one attempt.
    static func random() -> String { Identifier.random(length: 20) }
}
