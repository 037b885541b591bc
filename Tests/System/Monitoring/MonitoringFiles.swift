import Foundation

/// The files for Prometheus and Grafana that come with the house.
enum MonitoringFiles {
    /// Debian's `promtool`, which checks them.
    static let promtool = "/usr/bin/promtool"
    /// Debian's server.
    static let prometheus = "/usr/bin/prometheus"
    /// The reason why tests with these are skipped.
    static let missing = "the package prometheus is not installed"

    /// True when both are installed.
    static var isPrometheusInstalled: Bool {
        [promtool, prometheus].allSatisfy(FileManager.default.isExecutableFile(atPath:))
    }

    /// The directory with the files.
    static let directory = {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return root.appendingPathComponent("Shared/Packaging/Monitoring").path
    }()

    /// Returns the text of a file.
    static func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8)
    }

    /// Returns the names of the metrics that a text uses.
    static func names(in text: String) -> Set<String> {
        Set(text.matches(of: /\bkopilka_[a-z_]+/).map { String($0.output) })
    }
}
