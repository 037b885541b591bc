import TestSupport

/// Which of some ledgers takes less for a transfer: all of them at once, under load in turn, a moment each.
///
/// A machine that others use as well is now quick and now slow, for seconds at a time, by more than most changes bring: two
/// runs one after another tell of the machine. In turns of a quarter of a second both see the same of it.
enum LedgerComparison {
    private static let turns = 40
    private static let transfersOfATurn = 6_000
    private static let clients = [32, 128]

    static func run(programs: [String]) async throws {
        var banks: [BankHouse] = []
        for program in programs { banks.append(try await BankHouse(accounts: 1000, ledger: program)) }
        Report.printHeader()
        for clients in clients {
            var measured = [[LoadClient.Measured]](repeating: [], count: banks.count)
            var busySeconds = [Double](repeating: 0, count: banks.count)
            for _ in 0..<turns {
                for (index, bank) in banks.enumerated() {
                    let before = try bank.processorSeconds(of: "ledger")
                    measured[index].append(
                        try await SingleTransferBenchmark.measure(
                            bank, clients: clients, transfers: transfersOfATurn, keyed: true))
                    busySeconds[index] += try bank.processorSeconds(of: "ledger") - before
                }
            }
            let sums = measured.map(LoadClient.Measured.joined)
            // Those before each turn, that do not count, are a tenth more.
            let each = busySeconds.map { $0 / Double(turns * transfersOfATurn) / 1.1 }
            for (index, program) in programs.enumerated() {
                Report.rate(
                    "\(clients) clients, with keys: \(program)", sums[index].perSecond, promised: "",
                    baseline: (programs[0], sums[0].perSecond))
                Report.time(
                    "  processor time of ledger for each", .seconds(each[index]), promised: "",
                    baseline: (programs[0], .seconds(each[0])))
                Report.time("  latency p99", sums[index].latencies.quantile(0.99), promised: "")
            }
        }
        for bank in banks {
            _ = try await bank.check()
            try await bank.stop()
        }
    }
}
