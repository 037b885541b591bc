import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

@testable import GatewaySession

/// `gateway metrics` over the real services.
@Suite struct MetricsSystemTests {
    /// What has to be measured of every service.
    private static let common = [
        "requests_total", "request_duration_seconds_bucket", "requests_in_hand", "requests_in_hand_bytes",
        "oldest_write_seconds", "oldest_read_seconds", "writes_waiting", "reads_waiting", "commits_total",
        "commits_failed_total", "commit_writes_bucket", "commit_size_bytes_bucket", "commit_duration_seconds_bucket",
        "database_bytes", "write_ahead_log_bytes", "disk_free_bytes", "disk_size_bytes", "resident_memory_bytes",
        "peak_memory_bytes", "cpu_seconds_total", "uptime_seconds", "build_info", "newest_event",
        "internal_faults_total", "replies_dropped_total", "source_up", "up", "scrape_duration_seconds",
    ]
    /// The services that read events of others.
    private static let readers = House.services.filter { $0 != "auth" }
    /// What has to be measured of some services.
    private static let own: [String: [String]] = [
        "event_cursor": readers, "event_lag_events": readers, "faults_total": ["ledger", "auth"],
        "ledger_imbalance": ["ledger"], "ledger_accounts": ["ledger"], "due_unpaid": ["ledger", "subscriptions"],
        "due_unpaid_seconds": ["ledger", "subscriptions"], "outbox_messages": ["notifications"],
        "outbox_late_messages": ["notifications"], "outbox_age_seconds": ["notifications"],
        "dead_letters": ["notifications"], "sign_ins_total": ["auth"], "sign_ins_failed_total": ["auth"],
        "scans_total": ["scanner"], "scans_in_hand": ["scanner"], "scan_windows_total": ["scanner"],
        "scan_duration_seconds_bucket": ["scanner"],
    ]

    /// One line of the text.
    private struct Series {
        let name: String
        let labels: [String: String]
        let value: Double
    }

    private static func series(in text: String) -> [Series] {
        text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
            guard let parts = line.firstMatch(of: /^(kopilka_\w+)(?:\{(.*)\})? (\S+)$/), let value = Double(parts.3)
            else { return nil }
            let labels = (parts.2 ?? "").matches(of: /(\w+)="([^"]*)"/).map { (String($0.1), String($0.2)) }
            return Series(name: String(parts.1), labels: Dictionary(labels) { first, _ in first }, value: value)
        }
    }

    private static func value(_ name: String, _ labels: [String: String], in all: [Series]) -> Double? {
        all.first { series in
            series.name == "kopilka_\(name)" && labels.allSatisfy { series.labels[$0.key] == $0.value }
        }?.value
    }

    @Test func everythingIsMeasuredAfterRealTraffic() async throws {
        try await GatewayHouse.run { house in
            let register = try await house.gateway(
                "register", "anna.secret@example.org", "--name", "Anna Ivanova", "--password-file", house.passwordFile)
            #expect(register.status == .exited(0), "\(register)")
            let wrong = try house.house.directory.write("wrong password\n", to: "wrong")
            #expect(
                try await house.gateway("login", "anna.secret@example.org", "--password-file", wrong).status
                    != .exited(0))
            var accounts: [String] = []
            for name in ["main", "savings"] {
                let opened = try await house.json("account", "open", "RUB", name)
                accounts.append(try #require(opened.member("account")?.member("id")?.string))
            }
            _ = try await house.json("deposit", "main", "50000.00")
            _ = try await house.json("transfer", "main", "savings", "300", "--description", "private words")
            let tooMuch = try await house.gateway("transfer", "main", "savings", "1000000")
            #expect(tooMuch.status == .exited(6), "\(tooMuch)")
            _ = try await house.json("market", "simulate", "TEST", "--candles", "500")
            _ = try await house.json("scan", "TEST", "--from", "2015-02-02", "--to", "2015-03-02")

            var text = ""
            try await eventually("the readers have caught up, and everything could be measured in time") {
                text = try await house.gateway("metrics", "--timeout", "60s").output
                let all = Self.series(in: text)
                return !all.isEmpty
                    && all.allSatisfy { series in
                        switch series.name {
                        case "kopilka_event_lag_events": series.value == 0
                        case "kopilka_up", "kopilka_source_up": series.value == 1
                        default: true
                        }
                    }
            }
            let all = Self.series(in: text)
            func expect(_ name: String, of services: [String]) {
                let found = Set(all.filter { $0.name == "kopilka_\(name)" }.compactMap { $0.labels["service"] })
                #expect(services.allSatisfy(found.contains), "\(name) of \(services): \(found)")
            }
            for name in Self.common { expect(name, of: House.services) }
            for (name, services) in Self.own { expect(name, of: services) }
            func value(_ name: String, _ labels: [String: String]) -> Double { Self.value(name, labels, in: all) ?? -1 }
            #expect(value("requests_total", ["service": "ledger", "method": "ledger.transfer"]) == 2)
            #expect(value("faults_total", ["method": "ledger.transfer", "code": "insufficientFunds"]) == 1)
            #expect(value("request_duration_seconds_count", ["method": "ledger.transfer"]) == 2)
            #expect(value("sign_ins_failed_total", ["way": "password", "code": "invalidCredentials"]) == 1)
            #expect(value("ledger_imbalance", ["currency": "RUB"]) == 0)
            #expect(value("ledger_accounts", ["service": "ledger"]) == 2)
            #expect(value("scans_total", ["outcome": "done"]) >= 1 && value("scan_windows_total", [:]) > 100)
            #expect(value("commits_total", ["service": "ledger"]) >= 4)
            #expect(value("commit_size_bytes_sum", ["service": "ledger"]) >= 4 * 4_096)
            #expect(value("resident_memory_bytes", ["service": "ledger"]) > 1_000_000)
            #expect(value("disk_free_bytes", ["service": "ledger"]) > 0)
            #expect(value("due_unpaid", ["service": "ledger", "kind": "schedule"]) == 0)
            #expect(all.filter { $0.name == "kopilka_source_up" }.allSatisfy { $0.value == 1 }, "\(text)")
            #expect(all.filter { $0.name == "kopilka_up" }.allSatisfy { $0.value == 1 })

            try Self.expectNothingPrivate(in: all, besides: ["anna", "ivanova", "private", "TEST"] + accounts)
            try await Self.expectWellFormed(text, house)
        }
    }

    /// Labels are names of the house's own, whatever people do.
    private static func expectNothingPrivate(in all: [Series], besides words: [String]) throws {
        let allowed: Set<String> = [
            "service", "method", "code", "le", "source", "currency", "kind", "channel", "way", "outcome", "version",
        ]
        for series in all {
            #expect(Set(series.labels.keys).isSubset(of: allowed), "\(series)")
            for value in series.labels.values {
                #expect(!words.contains { value.lowercased().contains($0.lowercased()) }, "\(series)")
                #expect(!value.contains("@") && value.utf8.count <= 48, "\(series)")
            }
        }
    }

    /// Compares the text with the rules of the format, and with every name that the alerts and the dashboard use.
    private static func expectWellFormed(_ text: String, _ house: GatewayHouse) async throws {
        #expect(text.hasSuffix("# EOF\n"))
        let types = text.matches(of: /# TYPE (\w+) (\w+)/).map { (String($0.1), String($0.2)) }
        #expect(Set(types.map(\.0)).count == types.count, "each family is told once")
        let printed = Set(
            types.flatMap { name, type in
                switch type {
                case "counter": ["\(name)_total"]
                case "histogram": ["\(name)_bucket", "\(name)_sum", "\(name)_count"]
                default: [name]
                }
            })
        // Only a house with a commit log, or with scheduled backups, has these.
        let elsewhere = MonitoringFiles.names(
            in: """
                kopilka_commit_log_doubts_total kopilka_replica_stale_seconds \
                kopilka_backup_last_success_timestamp_seconds
                """)
        for file in ["alerts.yaml", "alerts.test.yaml", "dashboard.json"] {
            let used = MonitoringFiles.names(in: try MonitoringFiles.text(file)).subtracting(elsewhere)
            #expect(used.isSubset(of: printed), "\(file): \(used.subtracting(printed))")
        }
        for line in text.split(separator: "\n") where line.contains("_bytes ") && line.hasPrefix("# TYPE") {
            let name = line.split(separator: " ")[2]
            #expect(text.contains("# UNIT \(name) bytes\n"), "\(name)")
        }
        let file = house.house.directory.file("kopilka.prom")
        let written = try await house.gateway("metrics", "--textfile", file)
        #expect(written.status == .exited(0) && written.output.isEmpty, "\(written)")
        guard MonitoringFiles.isPrometheusInstalled else { return }
        let checked = try await FinishedProcess.run(
            executable: "/bin/sh", arguments: ["-c", "\(MonitoringFiles.promtool) check metrics < \(file)"],
            environment: [:])
        #expect(checked.status == .exited(0) && checked.output.isEmpty && checked.errors.isEmpty, "\(checked)")
    }

    @Test func aServiceThatHangsOrIsAwayDoesNotHoldUpTheRest() async throws {
        let house = RunningHouse(environment: Bank.cheapHashes)
        for service in ["auth", "ledger"] { try await house.start(service) }
        try await house.freeze("ledger")
        var all: [Series] = []
        // On a busy machine auth, too, may need more than its two seconds.
        try await eventually("auth is measured nevertheless") {
            let began = ContinuousClock.now
            let finished = try await house.run("gateway", ["metrics"])
            #expect(ContinuousClock.now - began < .seconds(90), "an answer of ledger would be waited for for ever")
            #expect([.exited(0), .exited(69)].contains(finished.status), "\(finished)")
            all = Self.series(in: finished.output)
            return Self.value("up", ["service": "auth"], in: all) == 1
                && Self.value("commits_total", ["service": "auth"], in: all) != nil
        }
        #expect(Self.value("up", ["service": "ledger"], in: all) == 0)
        #expect(Self.value("up", ["service": "bonds"], in: all) == 0)
        #expect((Self.value("scrape_duration_seconds", ["service": "ledger"], in: all) ?? 0) >= 1.9)
        house.send(SIGCONT, to: "ledger")
    }

    @Test func onlyTheOperatorMeasures() async throws {
        let house = RunningHouse(environment: Bank.cheapHashes)
        try await house.start("auth")
        try await withRawPeer(path: house.socket(of: "auth")) { peer in
            try peer.send(#"{"jsonrpc":"2.0","id":1,"method":"auth.metrics"}"#)
            let reply = String(decoding: try peer.receive()?.last ?? [], as: UTF8.self)
            #expect(reply.contains("\"permissionDenied\"") && !reply.contains("families"), "\(reply)")
        }
        let called = try await house.run("gateway", ["call", "auth.metrics"])
        #expect(called.status == .exited(0) && called.output.contains("kopilka_sign_ins"), "\(called)")
    }
}
