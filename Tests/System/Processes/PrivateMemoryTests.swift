import Foundation
import TestSupport
import Testing

/// Memory with passwords and keys, which neither core files nor other processes can read.
@Suite(.enabled(if: geteuid() == 0, "only root can start a service as another user")) struct PrivateMemoryTests {
    /// Files below `/proc/PID` belong to root when the process protects its memory, proc(5), and otherwise to its user.
    @Test(arguments: ["auth", "ledger"]) func aServiceCannotBeLookedInto(service: String) async throws {
        let house = RunningHouse(environment: Bank.cheapHashes, programs: [service: "/usr/bin/setpriv"])
        for path in [house.runDirectory, house.dataDirectory] {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            #expect(chown(path, SilentListener.stranger, SilentListener.stranger) == 0)
        }
        #expect(chmod(house.directory.path, 0o711) == 0)
        let user = String(SilentListener.stranger)
        try house.launch(
            service, arguments: ["--reuid", user, "--regid", user, "--clear-groups", RunningHouse.executable(service)])
        try await eventually("\(service) listens") { access(house.socket(of: service), F_OK) == 0 }
        let process = try #require(house.processID(of: service))
        var memory = stat()
        #expect(stat("/proc/\(process)/environ", &memory) == 0)
        #expect(memory.st_uid == 0, "whoever has the user id of the service can read its memory")
    }

    @Test func theGatewayCannotBeLookedInto() async throws {
        let house = RunningHouse(programs: ["gateway": "/usr/bin/setpriv"])
        let user = String(SilentListener.stranger)
        try house.launch(
            "gateway",
            arguments: [
                "--reuid", user, "--regid", user, "--clear-groups", RunningHouse.executable("gateway"), "health",
                "--watch", "1s",
            ])
        let process = try #require(house.processID(of: "gateway"))
        // Until setpriv has become the gateway the files belong to root as well.
        try await eventually("the gateway keeps its memory to itself") {
            var memory = stat()
            let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
            return name == "gateway\n" && stat("/proc/\(process)/environ", &memory) == 0 && memory.st_uid == 0
        }
    }
}
