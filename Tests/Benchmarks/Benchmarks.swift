import Glibc

/// `make bench`: what we claim, measured, each figure beside a baseline of the same run.
///
/// `BENCH=echo,single` picks parts; `BENCH_TRANSFERS=10000000` sets how far the ledger is filled for the parts `batch`
/// and `store`. `benchmarks compare-ledgers old/ledger new/ledger` tells what a change of ledger has brought.
@main
struct Benchmarks {
    static func main() async throws {
        if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "echo-server" {
            try EchoServer.run(path: CommandLine.arguments[2])
            return
        }
        if CommandLine.arguments.count == 2, CommandLine.arguments[1] == "idle" {
            return try await Task.sleep(for: .seconds(3600))
        }
        if CommandLine.arguments.count > 2, CommandLine.arguments[1] == "compare-ledgers" {
            try await LedgerComparison.run(programs: Array(CommandLine.arguments[2...]))
            return
        }
        let wanted = getenv("BENCH").map { String(cString: $0).split(separator: ",").map(String.init) }
        let parts: [(name: String, run: () async throws -> Void)] = [
            ("processes", ProcessBenchmark.run), ("wiring", WiringBenchmark.run), ("echo", RoundTripBenchmark.run),
            ("single", SingleTransferBenchmark.run), ("batch", BatchTransferBenchmark.run),
            ("postgres", PostgresBenchmark.run), ("log", LogBenchmark.run), ("machines", MachinesBenchmark.run),
            ("json", JSONBenchmark.run),
            ("store", StoreBenchmark.run), ("history", HistoryBenchmark.run), ("scanner", ScannerBenchmark.run),
            ("patterns", PatternsBenchmark.run), ("bonds", BondsBenchmark.run),
            ("notifications", NotificationsBenchmark.run), ("app", AppBenchmark.run), ("web", WebBenchmark.run),
            ("subscriptions", SubscriptionsBenchmark.run), ("scaling", ScalingBenchmark.run),
        ]
        Report.printHeader()
        for part in parts where wanted?.contains(part.name) ?? true { try await part.run() }
    }
}
