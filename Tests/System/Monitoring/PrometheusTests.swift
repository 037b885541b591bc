import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

/// Debian's Prometheus scrapes a real house.
@Suite struct PrometheusTests {
    /// A Prometheus of its own, in a directory of its own. It ends with the last reference.
    private final class Server: Sendable {
        let url: String
        private let child: ChildProcess
        private let directory: TemporaryDirectory
        private let port: ReservedPort

        init(scraping target: String, _ directory: TemporaryDirectory) throws {
            let configuration = try MonitoringFiles.text("prometheus.yaml")
                .replacing("127.0.0.1:9417", with: target)
                .replacing("scrape_interval: 15s", with: "scrape_interval: 1s")
                .replacing("evaluation_interval: 15s", with: "evaluation_interval: 1s")
                .replacing("scrape_timeout: 5s", with: "scrape_timeout: 1s")
                .replacing("- alerts.yaml", with: "- \(MonitoringFiles.directory)/alerts.yaml")
            // Prometheus cannot be given a port that is open, only its number.
            let port = try ReservedPort()
            self.port = port
            url = "http://127.0.0.1:\(port.number)"
            self.directory = directory
            let log = open(directory.file("prometheus.log"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            defer { close(log) }
            child = try ChildProcess.spawn(
                executable: MonitoringFiles.prometheus,
                arguments: [
                    "--config.file=\(try directory.write(configuration, to: "prometheus.yaml"))",
                    "--storage.tsdb.path=\(directory.file("series"))", "--web.listen-address=127.0.0.1:\(port.number)",
                    "--log.level=warn",
                ],
                environment: ["PATH": "/usr/bin:/bin"], standardOutput: log, standardError: log)
        }

        /// Returns the `data` of an answer; nil while it does not answer.
        func ask(_ path: String, _ parameters: [String] = []) async throws -> JSONNode? {
            if let status = child.poll() {
                throw WaitedInVain(description: "prometheus ended (\(status)): \(directory.read("prometheus.log"))")
            }
            let asked = try await FinishedProcess.run(
                executable: "/usr/bin/curl",
                arguments: ["-sS", "--noproxy", "*", "--max-time", "10", "-G", "\(url)/api/v1/\(path)"]
                    + parameters.flatMap { ["--data-urlencode", $0] }, environment: [:])
            guard asked.status == .exited(0) else { return nil }
            return try? JSONDocument(text: asked.output).root.member("data")
        }

        /// Returns the value of a query with one result.
        func value(of query: String) async throws -> Double? {
            let results = try await ask("query", ["query=\(query)"])?.member("result")?.elements.map { $0 }
            // A time and a value.
            return results?.first?.member("value")?.elements.map { $0 }.last?.string.flatMap(Double.init)
        }

        /// Waits until a query has such a value: whenever a scrape takes more than its second, there is none for a
        /// while, or a service is missing in it.
        func wait(for query: String, _ isMeant: (Double) -> Bool) async throws {
            try await eventually("\(query) has the value that is meant") {
                try await value(of: query).map(isMeant) ?? false
            }
        }

        deinit {
            child.kill()
            _ = child.wait()
        }
    }

    @Test(.enabled(if: MonitoringFiles.isPrometheusInstalled, "the package prometheus is not installed"))
    func prometheusScrapesAHouse() async throws {
        try await GatewayHouse.run { house in
            _ = try await house.gateway("register", "anna@example.org", "--password-file", house.passwordFile)
            _ = try await house.json("account", "open", "RUB", "main")
            _ = try await house.json("deposit", "main", "500")
            let metrics = try await MetricsHouse("127.0.0.1:0", in: house.house)
            let address = String(metrics.link.dropFirst("http://".count).prefix { $0 != "/" })
            let server = try Server(scraping: address, TemporaryDirectory())
            try await eventually("the target is up") {
                let targets = try await server.ask("targets")?.member("activeTargets")?.elements
                return targets?.contains { $0.member("health")?.string == "up" } ?? false
            }
            try await server.wait(for: "sum(kopilka_up)") { $0 == 8 }
            try await server.wait(for: "max(abs(kopilka_ledger_imbalance))") { $0 == 0 }
            try await server.wait(for: #"kopilka_requests_total{method="ledger.deposit"}"#) { $0 == 1 }
            try await server.wait(for: #"kopilka_request_duration_seconds_count{method="ledger.deposit"}"#) { $0 == 1 }
            let duration = #"kopilka_request_duration_seconds_bucket{method="ledger.deposit"}"#
            try await server.wait(for: "histogram_quantile(0.99, \(duration))") { $0 > 0 }
            try await eventually("OpenMetrics tells the type and the unit") {
                let known = try await server.ask("metadata", ["metric=kopilka_resident_memory_bytes"])
                let told = known?.member("kopilka_resident_memory_bytes")?.elements.map { $0 }.first
                return told?.member("type")?.string == "gauge" && told?.member("unit")?.string == "bytes"
            }
            try await eventually("the rules are loaded") {
                let rules = try await server.ask("rules")?.member("groups")?.elements.map { $0 }.first?.member("rules")
                return rules?.count ?? 0 >= 20
            }
            // One that a slow scrape has raised goes away again, long before it would fire.
            try await eventually("there is no alert in a house that is well") {
                try await server.ask("alerts")?.member("alerts")?.count == 0
            }
            #expect(try await metrics.stop() == .exited(0))
            try await server.wait(for: #"up{job="kopilka"}"#) { $0 == 0 }
        }
    }

    @Test func theServerAnswersGETOnlyAndInTheFormatThatIsAskedFor() async throws {
        let house = RunningHouse(environment: Bank.cheapHashes)
        try await house.start("auth")
        let metrics = try await MetricsHouse("127.0.0.1:0", in: house)
        #expect(metrics.link.hasPrefix("http://127.0.0.1:") && metrics.link.hasSuffix("/metrics"))
        // On a busy machine auth may need more than the two seconds that it has.
        try await eventually("auth is up") {
            let classic = try await MetricsHouse.curl("-i", metrics.link)
            #expect(classic.output.contains("text/plain; version=0.0.4"), "\(classic)")
            #expect(!classic.output.contains("# EOF"))
            return classic.output.contains("kopilka_up{service=\"auth\"} 1\n")
        }
        let open = try await MetricsHouse.curl(
            "-i", "-H", "Accept: application/openmetrics-text;version=1.0.0,text/plain;q=0.5", metrics.link)
        #expect(open.output.contains("application/openmetrics-text; version=1.0.0; charset=utf-8"), "\(open)")
        #expect(open.output.hasSuffix("# EOF\n"))
        let status = ["-o", "/dev/null", "-w", "%{http_code}"]
        for (flags, place, code) in [
            (["-X", "POST", "-d", "x"], "", "405"), ([], "x", "404"), (["-I"], "", "200"),
        ] {
            let answer = try await FinishedProcess.run(
                executable: "/usr/bin/curl",
                arguments: ["-sS", "--noproxy", "*", "--max-time", "60"] + status + flags + [metrics.link + place],
                environment: [:], within: .seconds(90))
            #expect(answer.output == code, "\(flags) \(place): \(answer)")
        }
        let again = try await house.run(
            "gateway",
            ["metrics", "--listen", String(metrics.link.dropFirst("http://".count).dropLast("/metrics".count))])
        #expect(again.status == .exited(75), "\(again)")
        #expect(try await metrics.stop() == .exited(0))
    }

    @Test func aUnixSocketIsForItsUserAndGoesWithTheServer() async throws {
        let house = RunningHouse(environment: Bank.cheapHashes)
        try await house.start("auth")
        let path = house.directory.file("metrics.sock")
        let metrics = try await MetricsHouse(path, in: house)
        #expect(metrics.link == path)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        // Readers that ask at the same time share an answer; all get a whole one.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    // On a busy machine auth may need more than the two seconds that it has.
                    try await eventually("auth is up") {
                        let answer = try await MetricsHouse.curl("--unix-socket", path, "http://house/metrics")
                        #expect(answer.status == .exited(0) && answer.output.hasSuffix("\n"), "\(answer)")
                        return answer.output.contains("kopilka_up{service=\"auth\"} 1\n")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await metrics.stop() == .exited(0))
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
