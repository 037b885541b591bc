import Foundation
import Hosting
import TestSupport
import Testing

/// Runs a whole suite in one house, which people visit with browsers. The house lives as long as the suite.
struct BrowserHouse: SuiteTrait, TestScoping {
    @TaskLocal private static var running: GatewayHouse?

    /// The programs without which no browser starts: those of the Debian packages chromium and chromium-driver.
    static let programs = ["/usr/bin/chromium", "/usr/bin/chromedriver"]
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        // One process registers all people of the suite.
        try await GatewayHouse.run(environment: ["KOPILKA_REGISTRATIONS": "1000000"]) { house in
            try await Self.$running.withValue(house) { try await body() }
        }
    }

    /// Serves a page to one browser: the bound on attempts to sign in counts for each page alone.
    static func visit(
        _ script: String, _ arguments: (_ link: String) -> [String], within limit: Duration
    ) async throws -> FinishedProcess {
        let gatewayHouse = try #require(running, "The suite lacks the trait that starts its house.")
        let house = gatewayHouse.house
        let python = package.appendingPathComponent(".venv/bin/python").path
        try #require(
            FileManager.default.isExecutableFile(atPath: python),
            "\(python) is missing: `make .venv` makes it, with the driver of browsers.")
        let own = TemporaryDirectory()
        let page = try await ServedPage(["--listen", "127.0.0.1:0", "--data", own.path], in: house)
        // Passkeys belong to a name, and to an address never.
        let link = page.link.replacingOccurrences(of: "127.0.0.1", with: "localhost")
        let finished = try await FinishedProcess.run(
            executable: python,
            arguments: [package.appendingPathComponent("Tests/Clients/Browser/\(script)").path] + arguments(link),
            environment: house.environment.merging([
                "GATEWAY": RunningHouse.executable("gateway"), "PYTHONDONTWRITEBYTECODE": "1", "HOME": own.path,
                "TMPDIR": own.path, "LANG": "C.UTF-8",
            ]) { $1 }, within: limit)
        // The browser's own processes end a moment after it.
        try? await eventually("the browser has gone", within: .seconds(60)) {
            gatewayHouse.processes { $0.contains("TMPDIR=\(own.path)") }.isEmpty
        }
        // A script that was killed leaves its browser.
        let left = gatewayHouse.processes { $0.contains("TMPDIR=\(own.path)") }
        for process in left { kill(process, SIGKILL) }
        #expect(left.isEmpty, "the browser has gone")
        #expect(try await page.stop() == .exited(0), "\(page.log)")
        return finished
    }
}

extension Trait where Self == BrowserHouse {
    /// A house that people visit with browsers.
    static var browsers: Self { BrowserHouse() }
}
