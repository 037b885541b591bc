import Coordination
import Domain
import Foundation
import Signals
import Synchronization
import TestSupport
import Transport

/// Payments from all machines of a cluster, each with a key, and a record of what was acknowledged.
final class ClusterLoad: Sendable {
    /// A payment that was acknowledged.
    struct Payment: Sendable {
        let signal: LedgerSignal.MakeTransfer
        let key: String
        let transfer: LedgerSignal.Transfer
        /// The machine that was asked.
        let machine: String
        let moment: ContinuousClock.Instant
    }

    let rubles: Currency
    private let loop = SocketLoop()
    private let ledgers: [String: ServiceLink]
    private let auth: ServiceLink
    private let password = Identifier.random(length: 26)
    private let token: Mutex<String>
    private let opened: [String]
    private let known = Mutex<[Payment]>([])
    private let isLoaded = Mutex(false)
    private let working = Mutex(0)
    private let failure = Mutex<(any Error)?>(nil)

    /// Registers a person who opens accounts with money.
    init(_ machines: ClusterMachines, accounts count: Int) async throws {
        guard let rubles = Currency(code: "RUB") else { preconditionFailure("There are rubles.") }
        self.rubles = rubles
        let loop = loop
        ledgers = Dictionary(
            uniqueKeysWithValues: ClusterMachines.names.map {
                ($0, ServiceLink(service: "ledger", runDirectory: machines.runDirectory(of: $0), loop: loop))
            })
        auth = ServiceLink(service: "auth", runDirectory: machines.runDirectory(of: "beta"), loop: loop)
        let person = try await auth.send(
            AuthSignal.Register(email: Self.email, password: password),
            context: SignalContext(idempotencyKey: Identifier.random(length: 20)), within: .seconds(60))
        let token = person.session.token
        self.token = Mutex(token)
        var opened: [String] = []
        for machine in (0..<count).map({ ClusterMachines.names[$0 % 3] }) {
            let key = Identifier.random(length: 20)
            let account = try await Self.untilAnswered(
                LedgerSignal.OpenAccount(currency: rubles), key, token, ledgers[machine]
            ).account.id
            let deposit = LedgerSignal.Deposit(account: account, amount: Self.deposit(in: rubles))
            _ = try await Self.untilAnswered(deposit, "\(key)-deposit", token, ledgers[machine])
            opened.append(account)
        }
        self.opened = opened
    }

    /// Begins a new session: one that is never renewed ends after a quarter of an hour.
    func signIn() async throws {
        let login = AuthSignal.Login(login: Self.email, password: password)
        let session = try await Self.untilAnswered(login, Identifier.random(length: 20), nil, auth).session
        token.withLock { $0 = session.token }
    }

    /// All that was acknowledged, in the order of its acknowledgement.
    var payments: [Payment] { known.withLock { $0 } }

    /// The number of transfers that the ledger must have: the payments, and a deposit for each account.
    var transferCount: Int { payments.count + opened.count }

    /// What each account must have.
    var balances: [String: Money] {
        var minorUnits = Dictionary(uniqueKeysWithValues: opened.map { ($0, Self.deposit(in: rubles).minorUnits) })
        for payment in payments {
            minorUnits[payment.transfer.from, default: 0] -= payment.transfer.amount.minorUnits
            minorUnits[payment.transfer.to, default: 0] += payment.transfer.amount.minorUnits
        }
        return minorUnits.mapValues { Money(minorUnits: $0, currency: rubles) }
    }

    /// Makes payments from all machines until ``end()``.
    func begin() {
        isLoaded.withLock { $0 = true }
        for machine in ClusterMachines.names + ClusterMachines.names {
            working.withLock { $0 += 1 }
            Task {
                defer { working.withLock { $0 -= 1 } }
                do {
                    while isLoaded.withLock({ $0 }) {
                        try await pay(on: machine)
                        // Three machines, with their databases, share the processors of one.
                        try await Task.sleep(for: .milliseconds(20))
                    }
                } catch {
                    failure.withLock { $0 = WaitedInVain(description: "\(machine): \(error)") }
                }
            }
        }
    }

    /// Lets every payment come to its end, so that every outcome is known.
    func end() async throws {
        isLoaded.withLock { $0 = false }
        try await eventually("every payment is answered", within: .seconds(200)) { working.withLock { $0 } == 0 }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    /// Waits until each machine has had a payment acknowledged since `known`.
    func untilEveryMachinePays(since known: Int) async throws {
        try await eventually("payments from every machine", within: .seconds(180)) {
            if let failure = failure.withLock({ $0 }) { throw failure }
            return Set(payments[known...].map(\.machine)).count == ClusterMachines.names.count
        }
    }

    /// Asks a machine something, or for a change with a key, until it is answered.
    func answer<S: Signal>(_ signal: S, key: String? = nil, from machine: String) async throws -> S.Answer {
        try await Self.untilAnswered(signal, key, token.withLock { $0 }, ledgers[machine])
    }

    func close() async {
        await auth.close()
        for ledger in ledgers.values { await ledger.close() }
        await loop.stop()
    }

    private func pay(on machine: String) async throws {
        let pair = opened.shuffled()
        let signal = LedgerSignal.MakeTransfer(
            from: pair[0], to: pair[1], amount: Money(minorUnits: .random(in: 1...100), currency: rubles),
            description: machine)
        let key = Identifier.random(length: 20)
        let transfer = try await answer(signal, key: key, from: machine).transfer
        let payment = Payment(signal: signal, key: key, transfer: transfer, machine: machine, moment: .now)
        known.withLock { $0.append(payment) }
    }

    private static func untilAnswered<S: Signal>(
        _ signal: S, _ key: String?, _ token: String?, _ link: ServiceLink?
    ) async throws -> S.Answer {
        guard let link else { throw WaitedInVain(description: "there is no such machine") }
        let context = SignalContext(idempotencyKey: key, session: token)
        let deadline = ContinuousClock.now + .seconds(180)
        while true {
            do {
                return try await link.send(signal, context: context)
            } catch let fault as Fault where fault.code.isRetryable && ContinuousClock.now < deadline {
                // Somebody else is about to lead; the same key gets the same answer.
                try await Task.sleep(for: .milliseconds(fault.retryAfterMilliseconds ?? 100))
            }
        }
    }

    private static let email = "cluster@example.org"

    private static func deposit(in currency: Currency) -> Money { Money(minorUnits: 100_000_000, currency: currency) }
}
