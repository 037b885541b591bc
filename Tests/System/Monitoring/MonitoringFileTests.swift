import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

/// The alert rules and the dashboard that come with the house.
@Suite struct MonitoringFileTests {
    private static func promtool(_ arguments: String...) async throws -> FinishedProcess {
        try await FinishedProcess.run(
            executable: MonitoringFiles.promtool, arguments: arguments, environment: [:])
    }

    @Test(.enabled(if: MonitoringFiles.isPrometheusInstalled, "the package prometheus is not installed"))
    func prometheusAcceptsTheRulesAndTheConfiguration() async throws {
        let rules = try await Self.promtool("check", "rules", "\(MonitoringFiles.directory)/alerts.yaml")
        #expect(rules.status == .exited(0), "\(rules)")
        let configuration = try await Self.promtool("check", "config", "\(MonitoringFiles.directory)/prometheus.yaml")
        #expect(configuration.status == .exited(0), "\(configuration)")
    }

    @Test(.enabled(if: MonitoringFiles.isPrometheusInstalled, "the package prometheus is not installed"))
    func eachAlertFiresOnItsCaseAndNotBefore() async throws {
        let tested = try await Self.promtool("test", "rules", "\(MonitoringFiles.directory)/alerts.test.yaml")
        #expect(tested.status == .exited(0), "\(tested)")
    }

    @Test func eachAlertHasATestOfBothKinds() throws {
        let alerts = try MonitoringFiles.text("alerts.yaml").matches(of: /- alert: (\w+)/).map { String($0.1) }
        let tests = try MonitoringFiles.text("alerts.test.yaml")
        #expect(alerts.count >= 20 && Set(alerts).count == alerts.count)
        for alert in alerts {
            let lines = tests.split(separator: "\n").filter { $0.contains("alertname: \(alert)") }
            #expect(lines.contains { $0.contains("\(alert), ") && $0.contains("exp_alerts: []") }, "\(alert): before")
            #expect(lines.contains { $0.hasSuffix("alertname: \(alert)") }, "\(alert): fires")
        }
    }

    @Test func theDashboardIsForAnyDataSource() throws {
        let root = try JSONDocument(text: MonitoringFiles.text("dashboard.json")).root
        #expect(root.member("schemaVersion")?.int64 ?? 0 >= 38, "Grafana 10")
        let panels = root.member("panels")?.elements.filter { $0.member("type")?.string != "row" } ?? []
        #expect(panels.count >= 20)
        var places: Set<String> = []
        for panel in panels {
            let title = panel.member("title")?.string ?? ""
            #expect(panel.member("datasource")?.member("uid")?.string == "${datasource}", "\(title)")
            let targets = panel.member("targets")?.elements.compactMap { $0.member("expr")?.string } ?? []
            #expect(!targets.isEmpty && targets.allSatisfy { $0.contains("kopilka_") }, "\(title)")
            let grid = panel.member("gridPos")
            let place = "\(grid?.member("x")?.int64 ?? -1) \(grid?.member("y")?.int64 ?? -1)"
            #expect(places.insert(place).inserted, "\(title) lies on another panel")
        }
    }
}
