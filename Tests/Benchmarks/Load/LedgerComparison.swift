import TestSupport

/// Which of some ledgers takes less for a transfer: all of them at once, under load in turn, a moment each.
///
/// A machine that others use as well is now quick and now slow, for seconds at a time, by more than most changes bring: two
/// runs one after another tell of the machine. In turns of a quarter of a second both see the same of it.
enum LedgerComparison {
    private static let turns = 40
    private static let transfersOfATurn = 6_000
    private static let clients = [32, 128]

    private struct Sum {
        var transfers = 0.0
        var seconds = 0.0
        var busySeconds = 0.0
        var latencies: [Duration] = []
    }

    static func run(programs: [String]) async throws {
        var banks: [BankHouse] = []
        for program in programs { banks.append(try await BankHouse(accounts: 1000, ledger: program)) }
        Report.printHeader()
        for clients in clients {
            var sums = [Sum](repeating: Sum(), count: banks.count)
            for _ in 0..<turns {
                for (index, bank) in banks.enumerated() {
                    let before = try bank.processorSeconds(of: "ledger")
                    let measured = try await SingleTransferBenchmark.measure(
                        bank, clients: clients, transfers: transfersOfATurn, keyed: true)
                    sums[index].busySeconds += try bank.processorSeconds(of: "ledger") - before
                    sums[index].transfers += Double(transfersOfATurn)
                    sums[index].seconds += Double(transfersOfATurn) / measured.perSecond
                    sums[index].latencies += measured.latencies
                }
            }
            guard let first = sums.first else { return }
            for (program, sum) in zip(programs, sums) {
                Report.rate(
                    "\(clients) clients, with keys: \(program)", sum.transfers / sum.seconds, promised: "",
                    baseline: (programs[0], first.transfers / first.seconds))
                // Those before each turn, that do not count, are a tenth more.
                Report.time(
                    "  processor time of ledger for each", .seconds(sum.busySeconds / (sum.transfers * 1.1)),
                    promised: "",
                    baseline: (programs[0], .seconds(first.busySeconds / (first.transfers * 1.1))))
                Report.time("  latency p99", sum.latencies.quantile(0.99), promised: "")
            }
        }
        for bank in banks {
            _ = try await bank.check()
            try await bank.stop()
        }
    }
}
