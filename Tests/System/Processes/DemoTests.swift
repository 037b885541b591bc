import Foundation
import Hosting
import TestSupport
import Testing

/// `make demo` is the first thing that a newcomer runs.
@Suite struct DemoTests {
    @Test func theTourRunsToItsEnd() async throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let home = TemporaryDirectory()
        let programs = URL(fileURLWithPath: RunningHouse.executable("gateway")).deletingLastPathComponent().path
        let finished = try await FinishedProcess.run(
            executable: "/bin/bash",
            arguments: [package.appendingPathComponent("Shared/Packaging/Scripts/demo.sh").path, programs],
            environment: ["PATH": "/usr/bin:/bin", "HOME": home.path, "LANG": "C.UTF-8"],
            within: .seconds(300))
        #expect(finished.status == .exited(0), "\(finished)")
        #expect(finished.output.contains("That was it"), "\(finished)")
    }
}
