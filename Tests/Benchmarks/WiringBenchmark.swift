import Coordination
import Domain
import Foundation
import Hosting
import Identity
import Signals
import TestSupport
import Transport

/// All services in one process beside a process each: memory when idle, and what a call from one service to another
/// costs.
enum WiringBenchmark {
    private static let rounds = 2_000

    static func run() async throws {
        let apart = try await measure(isOneProcess: false)
        let together = try await measure(isOneProcess: true)
        Report.figure(
            "resident memory of the eight services, idle, in one process", Report.megabytes(together.kilobytes),
            promised: "", baseline: Report.megabytes(apart.kilobytes), note: "a process each")
        Report.time(
            "a request that asks another service, in one process, p50", together.asking, promised: "",
            baseline: ("a process each", apart.asking))
        Report.time(
            "a request that asks nobody, in one process, p50", together.alone, promised: "",
            baseline: ("a process each", apart.alone))
    }

    private struct Figures {
        let kilobytes: Int
        /// `subscriptions.totals`, which asks ledger for rates.
        let asking: Duration
        /// `subscriptions.getSettings`, which asks nobody.
        let alone: Duration
    }

    private static func measure(isOneProcess: Bool) async throws -> Figures {
        let bank = Bank()
        let names = HouseService.allCases.map(\.rawValue)
        if isOneProcess {
            try bank.house.launch("house")
        } else {
            for name in names { try bank.house.launch(name) }
        }
        for name in names {
            try await eventually("\(name) is ready") {
                try await isOneProcess ? bank.house.isServing(name) : bank.house.isReady(name)
            }
        }
        let person = try await bank.person()
        let link = ServiceLink(service: "subscriptions", runDirectory: bank.house.runDirectory, loop: bank.loop)
        for currency in ["EUR", "USD"].compactMap(Currency.init(code:)) {
            _ = try await link.send(
                SubscriptionsSignal.Add(
                    service: .known("spotify"), amount: try Money(decimal: "1", currency: currency),
                    start: CalendarDay(daysSince1970: 20_600),
                    every: SubscriptionsSignal.Every(count: 1, unit: .year)),
                context: bank.context(person, key: Bank.newKey()), within: .seconds(60))
        }
        func time<S: Signal>(_ signal: S) async throws -> Duration {
            var times: [Duration] = []
            for _ in 0..<rounds {
                let began = ContinuousClock.now
                _ = try await link.send(signal, context: bank.context(person), within: .seconds(60))
                times.append(.now - began)
            }
            return times.quantile(0.5)
        }
        let (asking, alone) = (
            try await time(SubscriptionsSignal.Totals()), try await time(SubscriptionsSignal.GetSettings())
        )
        let kilobytes = try (isOneProcess ? ["ledger"] : names).reduce(0) { try $0 + residentKilobytes(of: $1, bank) }
        await link.close()
        await bank.close()
        return Figures(kilobytes: kilobytes, asking: asking, alone: alone)
    }

    private static func residentKilobytes(of name: String, _ bank: Bank) throws -> Int {
        let process = bank.house.processID(of: name) ?? 0
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        return status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }.flatMap { Int($0.filter(\.isNumber)) }
            ?? 0
    }
}
