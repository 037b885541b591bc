import Hosting
import TestSupport

/// `ledger.balance` beside an echo of the same bytes by bare libzmq, both between two processes.
enum RoundTripBenchmark {
    static func run() async throws {
        let bank = try await BankHouse(accounts: 1)
        let request = bank.load.request(1, "ledger.balance", params: #""account":"\#(bank.accounts[0])""#)
        let directory = TemporaryDirectory()
        let echo = try EchoServer.start(in: directory)
        defer {
            echo.child.kill()
            _ = echo.child.wait()
        }
        // Best of three, taken by turns, because the machine's own noise comes in bursts.
        var (bare, ours): ([Duration], [Duration]) = ([], [])
        for _ in 0..<3 {
            bare.append(try await RoundTrip.serial(request, path: echo.path, count: 5000).quantile(0.5))
            ours.append(
                try await RoundTrip.serial(request, path: bank.house.socket(of: "ledger"), count: 5000).quantile(0.5))
        }
        Report.time(
            "ledger.balance, one at a time, p50", ours.quantile(0), promised: "<= 2.0 x bare",
            baseline: ("bare libzmq echo", bare.quantile(0)))
        let bareRate = try await RoundTrip.pipelined(request, path: echo.path, window: 100, count: 200_000)
        let rate = try await RoundTrip.pipelined(
            request, path: bank.house.socket(of: "ledger"), window: 100, count: 100_000)
        Report.rate(
            "ledger.balance, 100 in flight", rate, promised: ">= 50,000/s", baseline: ("bare libzmq echo", bareRate))
    }
}
