import Coordination
import Domain
import Glibc
import LedgerService
import Signals
import Storage

/// How fast the books are, without sockets: durable transfers a second by single-transfer callers and by lists, and
/// whether that stays as the books grow.
///
/// `BENCH_TRANSFERS` and `BENCH_ACCOUNTS` say how full they get.
enum StoreBenchmark {
    static func run() async throws {
        let goal = number("BENCH_TRANSFERS") ?? 200_000
        let accountCount = number("BENCH_ACCOUNTS") ?? 10_000
        let path = "/var/tmp/kopilka-bench-\(getpid()).sqlite3"
        defer { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }
        var options = StoreOptions()
        options.reportTrouble = { preconditionFailure("The disk fails: \($0)") }
        let store = try await SQLiteLedgerStore.open(at: path, options: options)
        let service = UseCaseService(LedgerUseCases.all(LedgerDependencies(store: store, clock: .system)))
        let bench = LedgerBench(service: service)
        let accounts = try await bench.openAccounts(accountCount)

        try await bench.singles(callers: 32, each: 1000, accounts, keyed: false, "before")
        try await bench.singles(callers: 32, each: 1000, accounts, keyed: true, "keyed, before")
        var made = 0
        while made < goal {
            let part = min(goal - made, 1_000_000)
            try await bench.lists(of: 8192, total: part, accounts, "after \(made)")
            made += part
        }
        for callers in [1, 8, 32, 128] {
            try await bench.singles(
                callers: callers, each: callers == 1 ? 3000 : 32000 / callers, accounts, keyed: false, "after \(made)")
        }
        try await bench.singles(callers: 32, each: 1000, accounts, keyed: true, "keyed, after \(made)")
        try await bench.balances(accounts)
        let clock = ContinuousClock()
        let time = try await clock.measure {
            let report = try await store.check()
            precondition(report.problems.isEmpty, "\(report.problems)")
        }
        Report.time("books: a check of all of them", time, promised: "")
        await store.close()
    }

    private static func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }
}

/// Sends the ledger's signals and measures.
struct LedgerBench: Sendable {
    let service: UseCaseService
    private let context = SignalContext(
        caller: .user(UserSession(userID: "bench", sessionID: "s", expiresAt: Instant(microseconds: .max))))

    private func handler<S: Signal>(_ type: S.Type) -> SignalHandler<S> {
        guard let handler = service.handler(for: type) else { preconditionFailure("The ledger knows \(S.method).") }
        return handler
    }

    private static var rub: Currency {
        guard let rub = Currency(code: "RUB") else { preconditionFailure("RUB is a currency.") }
        return rub
    }

    func openAccounts(_ count: Int) async throws -> [String] {
        let open = handler(LedgerSignal.OpenAccount.self)
        let deposit = handler(LedgerSignal.Deposit.self)
        return try await withThrowingTaskGroup(of: [String].self) { group in
            for worker in 0..<50 {
                group.addTask {
                    var ids: [String] = []
                    for index in 0..<(count / 50) {
                        let user = "bench-\((worker * (count / 50) + index) / 900)"
                        let owner = SignalContext(
                            caller: .user(
                                UserSession(userID: user, sessionID: "s", expiresAt: Instant(microseconds: .max))))
                        let id = try await open(LedgerSignal.OpenAccount(currency: Self.rub), owner).account.id
                        _ = try await deposit(
                            LedgerSignal.Deposit(
                                account: id, amount: Money(minorUnits: 100_000_000_000, currency: Self.rub)), owner)
                        ids.append(user + "/" + id)
                    }
                    return ids
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    private func pick(_ accounts: [String], of user: inout String) -> (String, String) {
        let from = accounts[Int.random(in: 0..<accounts.count)].split(separator: "/")
        user = String(from[0])
        var to = from
        while to[1] == from[1] { to = accounts[Int.random(in: 0..<accounts.count)].split(separator: "/") }
        return (String(from[1]), String(to[1]))
    }

    func singles(callers: Int, each: Int, _ accounts: [String], keyed: Bool, _ label: String) async throws {
        let transfer = handler(LedgerSignal.MakeTransfer.self)
        let clock = ContinuousClock()
        let began = clock.now
        let latencies = try await withThrowingTaskGroup(of: [Duration].self) { group in
            for worker in 0..<callers {
                group.addTask {
                    var taken: [Duration] = []
                    var user = ""
                    for index in 0..<each {
                        let (from, to) = pick(accounts, of: &user)
                        var context = SignalContext(
                            caller: .user(
                                UserSession(userID: user, sessionID: "s", expiresAt: Instant(microseconds: .max))))
                        if keyed {
                            context.idempotencyKey = "\(worker)-\(index)-\(UInt64.random(in: 0 ... .max))"
                        }
                        let signal = LedgerSignal.MakeTransfer(
                            from: from, to: to, amount: Money(minorUnits: 1, currency: Self.rub), description: "Coffee")
                        let start = clock.now
                        _ = try await transfer(signal, context)
                        taken.append(clock.now - start)
                    }
                    return taken
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let total = clock.now - began
        Report.rate(
            "books: \(label), \(callers) callers", Double(callers * each) / seconds(total),
            promised: callers == 32 ? ">= 12,000/s" : "")
        Report.time("  latency p99 at that load", latencies.quantile(0.99), promised: "")
    }

    func lists(of size: Int, total: Int, _ accounts: [String], _ label: String) async throws {
        let transfers = handler(LedgerSignal.MakeTransfers.self)
        let owners = Dictionary(grouping: accounts) { $0.split(separator: "/")[0] }
        let users = owners.keys.sorted()
        let clock = ContinuousClock()
        var spent = Duration.zero
        var made = 0
        while made < total {
            let user = users[made / size % users.count]
            let own = (owners[user] ?? []).map { String($0.split(separator: "/")[1]) }
            let items = (0..<size).map { _ in
                let from = Int.random(in: 0..<own.count)
                return LedgerSignal.TransferItem(
                    from: own[from], to: own[(from + 1 + Int.random(in: 0..<own.count - 1)) % own.count],
                    amount: Money(minorUnits: 1, currency: Self.rub), description: "Coffee")
            }
            let context = SignalContext(
                caller: .user(UserSession(userID: String(user), sessionID: "s", expiresAt: Instant(microseconds: .max)))
            )
            let start = clock.now
            let results = try await transfers(LedgerSignal.MakeTransfers(transfers: items), context).results
            spent += clock.now - start
            for case .fault(let fault) in results { preconditionFailure("\(fault)") }
            made += size
        }
        Report.rate("books: lists of \(size), \(label)", Double(made) / seconds(spent), promised: ">= 60,000/s")
    }

    func balances(_ accounts: [String]) async throws {
        let balance = handler(LedgerSignal.Balance.self)
        let parts = accounts[0].split(separator: "/")
        let context = SignalContext(
            caller: .user(UserSession(userID: String(parts[0]), sessionID: "s", expiresAt: Instant(microseconds: .max)))
        )
        let signal = LedgerSignal.Balance(account: String(parts[1]))
        let clock = ContinuousClock()
        let time = try await clock.measure {
            for _ in 0..<200_000 { _ = try await balance(signal, context) }
        }
        Report.time("books: a balance", time / 200_000, promised: "about 1 us")
    }

    private func seconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }
}
