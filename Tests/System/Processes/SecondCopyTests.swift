import Foundation
import Hosting
import TestSupport
import Testing

/// Services that cannot start, and report why: an exit code for supervisors, one clear sentence for people.
struct SecondCopyTests {
    static let services = ["auth", "ledger", "history", "scanner", "patterns"]

    @Test(arguments: services) func aSecondCopyEndsAndTheFirstGoesOnServing(service: String) async throws {
        let house = RunningHouse(environment: Bank.cheapHashes)
        try await house.start(service)
        let first = try #require(house.processID(of: service))

        // With the same data only one may write. It waits a while for a draining predecessor, then gives up.
        let second = try await house.run(service)
        #expect(second.status == .exited(75), "\(second)")
        #expect((second.output + second.errors).contains("in use by another process"), "\(second)")
        #expect((second.output + second.errors).contains(String(first)), "names the process: \(second)")

        // Other data, but the same sockets.
        let elsewhere = try await house.run(
            service, environment: ["KOPILKA_DATA": house.directory.file("elsewhere")])
        #expect(elsewhere.status == .exited(75), "\(elsewhere)")
        #expect((elsewhere.output + elsewhere.errors).contains("already running"), "\(elsewhere)")

        try await eventually("it serves") { try await house.isReady(service) }
        #expect(house.processID(of: service) == first)
        // Neither of them removed the socket's path.
        #expect(FileManager.default.fileExists(atPath: house.socket(of: service)))
    }

    @Test(arguments: services) func aSocketPathOver107BytesIsRefused(service: String) async throws {
        let house = RunningHouse(environment: Bank.cheapHashes)
        let long = house.directory.file(String(repeating: "r", count: 100))
        let refused = try await house.run(service, environment: ["KOPILKA_RUN": long])
        #expect(refused.status == .exited(64), "\(refused)")
        let text = refused.output + refused.errors
        #expect(text.contains("the limit is 107") && text.contains("KOPILKA_RUN"), "\(refused)")
    }

    @Test(arguments: services) func theLongestSocketPathThatFitsIsTaken(service: String) async throws {
        let directory = TemporaryDirectory()
        // Both endpoints must fit: the name of the wake-up socket is longer.
        let room = 107 - "/\(service).events.sock".utf8.count - directory.path.utf8.count - 1
        let house = RunningHouse(
            environment: Bank.cheapHashes.merging([
                "KOPILKA_RUN": directory.file(String(repeating: "r", count: room))
            ]) { $1 })
        try house.launch(service)
        let socket = directory.file(String(repeating: "r", count: room)) + "/\(service).events.sock"
        #expect(socket.utf8.count == 107)
        try await eventually("the longest path is listened at") { FileManager.default.fileExists(atPath: socket) }
        #expect(try await house.stop(service) == .exited(0))
    }

    @Test(arguments: services) func allWrongSettingsAreToldAtOnce(service: String) async throws {
        let house = RunningHouse(environment: Bank.cheapHashes)
        let refused = try await house.run(
            service, ["--drain-limit=never", "--colour", "--max-message-bytes", "12"],
            environment: ["KOPILKA_CLOCK": "yesterday", "KOPILKA_LOG": "loud", "KOPILKA_REQUESTS_IN_ALL": "0"])
        #expect(refused.status == .exited(64), "\(refused)")
        for expected in [
            "drain-limit (--drain-limit)", "--colour (command line)", "max-message-bytes (--max-message-bytes)",
            "clock (KOPILKA_CLOCK)", "log (KOPILKA_LOG)", "requests-in-all (KOPILKA_REQUESTS_IN_ALL)",
        ] {
            #expect(refused.errors.contains("\(service): \(expected): "), "\(expected) in \(refused)")
        }
        #expect(!FileManager.default.fileExists(atPath: house.socket(of: service)))
    }

    @Test(arguments: services) func anUnknownFlagIsRefusedAndHelpIsNot(service: String) async throws {
        let house = RunningHouse()
        let refused = try await house.run(service, ["--verbose"])
        #expect(refused.status == .exited(64), "\(refused)")
        #expect(refused.errors.contains("verbose") && refused.errors.contains("--help"), "\(refused)")
        let help = try await house.run(service, ["--help"])
        #expect(help.status == .exited(0) && help.output.contains("KOPILKA_RUN"), "\(help)")
        let version = try await house.run(service, ["--version"])
        #expect(version.status == .exited(0) && version.output.hasPrefix("\(service) "), "\(version)")
    }

    @Test(arguments: services, ["KOPILKA_RUN", "KOPILKA_DATA"])
    func aDirectoryThatIsOpenToOthersIsRefused(service: String, variable: String) async throws {
        let house = RunningHouse(environment: Bank.cheapHashes)
        let open = house.directory.file("open")
        try FileManager.default.createDirectory(atPath: open, withIntermediateDirectories: false)
        #expect(chmod(open, 0o777) == 0)
        let refused = try await house.run(service, environment: [variable: open])
        #expect(refused.status == .exited(64), "\(refused)")
        #expect(refused.errors.contains("chmod 700 \(open)") && refused.errors.contains(variable), "\(refused)")
    }

    @Test(arguments: services, ["KOPILKA_RUN", "KOPILKA_DATA"])
    func aDirectoryOfSomebodyElseIsRefused(service: String, variable: String) async throws {
        let house = RunningHouse(environment: Bank.cheapHashes)
        // Root gives a directory away; other users take one of root's.
        let foreign = geteuid() == 0 ? house.directory.file("foreign") : "/usr"
        if geteuid() == 0 {
            try FileManager.default.createDirectory(
                atPath: foreign, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            #expect(chown(foreign, 65_534, 65_534) == 0)
        }
        let refused = try await house.run(service, environment: [variable: foreign])
        #expect(refused.status == .exited(64), "\(refused)")
        #expect(refused.errors.contains("belongs to user") && refused.errors.contains(variable), "\(refused)")
    }
}
