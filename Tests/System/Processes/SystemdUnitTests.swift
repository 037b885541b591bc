import Foundation
import Hosting
import Identity
import TestSupport
import Testing

/// The units of the package are what systemd accepts, and give no service more than it needs. That they run is tried by
/// `make test-package`.
@Suite(.enabled(if: Systemd.isHere, "systemd-analyze is not installed"))
struct SystemdUnitTests {
    private let folder = TemporaryDirectory()
    private let source: URL

    init() throws {
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { package.deleteLastPathComponent() }
        source = package.appendingPathComponent("Shared/Packaging/Debian/systemd")
        for name in try FileManager.default.contentsOfDirectory(atPath: source.path) {
            try FileManager.default.copyItem(atPath: "\(source.path)/\(name)", toPath: folder.file(name))
        }
        // As an instance that reaches a network.
        let instance = folder.file("kopilka@auth.service")
        try FileManager.default.copyItem(atPath: folder.file("kopilka@.service"), toPath: instance)
        try FileManager.default.createDirectory(atPath: instance + ".d", withIntermediateDirectories: false)
        try FileManager.default.moveItem(atPath: folder.file("network.conf"), toPath: instance + ".d/network.conf")
    }

    private func analyze(_ arguments: String...) async throws -> FinishedProcess {
        try await FinishedProcess.run(
            executable: "/usr/bin/systemd-analyze", arguments: arguments,
            environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "SYSTEMD_UNIT_PATH": folder.path + ":"],
            within: .seconds(60))
    }

    @Test(arguments: [
        "kopilka@.service", "kopilka@auth.service", "kopilka-web.service", "kopilka-metrics.service",
        "kopilka-telemetry.service",
        "kopilka-backup.service",
    ])
    func aUnitIsExposedALittle(_ unit: String) async throws {
        let judged = try await analyze(
            "security", "--offline=true", "--threshold=15", "--no-pager", folder.file(unit))
        #expect(judged.status == .exited(0), "\(judged)")
        #expect(judged.output.contains("Overall exposure level"))
    }

    /// systemd-analyze takes it for a unit of root, unless it says whose manager runs it.
    @Test func aPersonsUnitIsExposedALittle() async throws {
        let unit = folder.read("user-kopilka.service").replacing("[Service]", with: "[Service]\nUser=anna")
        let judged = try await analyze(
            "security", "--offline=true", "--threshold=15", "--no-pager", folder.write(unit, to: "kopilka.service"))
        #expect(judged.status == .exited(0), "\(judged)")
    }

    @Test func everyServiceHasItsUnitsInTheTargets() throws {
        let (whole, sockets) = (folder.read("kopilka.target"), folder.read("kopilka-sockets.target"))
        for service in HouseService.allCases.map(\.rawValue) {
            #expect(whole.contains("kopilka@\(service).service"))
            #expect(whole.contains("kopilka-backup.timer") && sockets.contains("kopilka-backup.timer"))
            for kind in ["kopilka@", "kopilka-events@"] { #expect(sockets.contains("\(kind)\(service).socket")) }
        }
    }
}

private enum Systemd {
    static let isHere = FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")
}
