import Foundation
import TestSupport

/// Compares what some ledgers take for a balance and for a transfer: all of them run at once, and get load in turn, a
/// moment each.
///
/// The speed of a shared machine varies for seconds at a time, by more than most changes bring, so two runs one after
/// another measure the machine. Turns of a tenth of a second put all ledgers into the same conditions. Every other
/// round goes backwards, so that no ledger always follows the same one and pays for what that one left to the disk.
enum LedgerComparison {
    private static let rounds = 120
    private static let readRounds = 40
    private static let transfersOfATurn = 3_000
    private static let clients = [32, 128]

    /// - Parameter programs: The paths of ledgers; an auth beside one serves it. The first is the baseline.
    static func run(programs: [String]) async throws {
        var banks: [BankHouse] = []
        for program in programs { banks.append(try await BankHouse(accounts: 1000, ledger: program)) }
        Report.printHeader()
        try await compareReads(of: banks, programs)
        for clients in clients {
            var measured = [[LoadClient.Measured]](repeating: [], count: banks.count)
            var busySeconds = [Double](repeating: 0, count: banks.count)
            for round in 0..<rounds {
                for index in order(of: banks, in: round) {
                    let before = try banks[index].processorSeconds(of: "ledger")
                    measured[index].append(
                        try await SingleTransferBenchmark.measure(
                            banks[index], clients: clients, transfers: transfersOfATurn, keyed: true))
                    busySeconds[index] += try banks[index].processorSeconds(of: "ledger") - before
                }
            }
            let sums = measured.map(LoadClient.Measured.joined)
            // Those before each turn, that do not count, are a tenth more.
            let each = busySeconds.map { $0 / Double(rounds * transfersOfATurn) / 1.1 }
            for (index, program) in programs.enumerated() {
                Report.rate(
                    "\(clients) clients, with keys: \(program)", sums[index].perSecond, promised: "",
                    baseline: (programs[0], sums[0].perSecond))
                Report.time(
                    "  processor time of ledger for each", .seconds(each[index]), promised: "",
                    baseline: (programs[0], .seconds(each[0])))
                Report.time("  latency p99", sums[index].latencies.quantile(0.99), promised: "")
                if index > 0 { reportShares(of: measured[index], beside: measured[0]) }
            }
        }
        for bank in banks {
            _ = try await bank.check()
            try await bank.stop()
        }
    }

    /// Every other round goes backwards.
    private static func order(of banks: [BankHouse], in round: Int) -> [Int] {
        round.isMultiple(of: 2) ? Array(banks.indices) : banks.indices.reversed()
    }

    /// Reads of a balance: one at a time, and a hundred in flight.
    private static func compareReads(of banks: [BankHouse], _ programs: [String]) async throws {
        var times = [[Duration]](repeating: [], count: banks.count)
        var rates = [[Double]](repeating: [], count: banks.count)
        for round in 0..<readRounds {
            for index in order(of: banks, in: round) {
                let bank = banks[index]
                let request = bank.load.request(1, "ledger.balance", params: #""account":"\#(bank.accounts[0])""#)
                let path = bank.house.socket(of: "ledger")
                times[index].append(try await RoundTrip.serial(request, path: path, count: 1_000).quantile(0.5))
                rates[index].append(try await RoundTrip.pipelined(request, path: path, window: 100, count: 10_000))
            }
        }
        let medians = rates.map { $0.sorted()[readRounds / 2] }
        for (index, program) in programs.enumerated() {
            Report.time(
                "a balance, p50, median of \(readRounds) rounds: \(program)", times[index].quantile(0.5), promised: "",
                baseline: (programs[0], times[0].quantile(0.5)))
            Report.rate(
                "  100 in flight", medians[index], promised: "", baseline: (programs[0], medians[0]))
        }
    }

    /// The rates of rounds as shares of the baseline's: a stall of the disk spoils a round, and not the median.
    private static func reportShares(of measured: [LoadClient.Measured], beside baseline: [LoadClient.Measured]) {
        let shares = zip(measured, baseline).map { $0.perSecond / $1.perSecond * 100 }.sorted()
        func quartile(_ number: Int) -> String { String(format: "%.1f", shares[shares.count * number / 4]) }
        Report.figure(
            "  median of \(rounds) rounds", "\(quartile(2)) %", promised: "",
            note: "quartiles \(quartile(1)) and \(quartile(3)) %")
    }
}
