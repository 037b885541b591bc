import Foundation
import Glibc
import TestSupport
import Testing

@testable import Hosting

/// The rules themselves. Each test runs in a separate process (an exit test), because the rules are permanent.
/// `ServiceConfinementTests` shows their effect on services.
@Suite(.enabled(if: Confinement.isPossible, "this kernel has Landlock")) struct ConfinementTests {
    @Test func whatNoRuleAllowsIsRefused() async throws {
        let folder = TemporaryDirectory()
        for name in ["own", "others"] { try makeDirectory(folder.file(name)) }
        _ = try folder.write("secret", to: "others/ledger.secret")
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            #expect(!Confinement.isInForce)
            let rules = try Landlock(version: Landlock.version, mayConnect: false, mayReachAbstractSockets: false)
            try rules.allow(.write, at: path + "/own")
            try rules.allow(.read, at: "/usr")
            try rules.enforce()
            #expect(Confinement.isInForce)

            let mine = open(path + "/own/ledger.db", O_RDWR | O_CREAT | O_TRUNC, 0o600)
            #expect(mine >= 0 && write(mine, "book", 4) == 4)
            #expect(rename(path + "/own/ledger.db", path + "/own/moved.db") == 0 && unlink(path + "/own/moved.db") == 0)
            #expect(open("/usr/share/zoneinfo/UTC", O_RDONLY) >= 0)

            #expect(open(path + "/others/ledger.secret", O_RDONLY) < 0 && errno == EACCES)
            #expect(open(path + "/others/ledger.secret", O_WRONLY) < 0 && errno == EACCES)
            #expect(unlink(path + "/others/ledger.secret") != 0 && errno == EACCES)
            #expect(open(path + "/others/new", O_WRONLY | O_CREAT, 0o600) < 0 && errno == EACCES)
            #expect(opendir(path + "/others") == nil && errno == EACCES)
            #expect(open("/usr/bin/new", O_WRONLY | O_CREAT, 0o600) < 0, "what may be read may not be written")
            #expect(mkdir(path + "/own/directory", 0o700) != 0 && errno == EACCES)
            var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
            #expect(execv("/usr/bin/true", &arguments) != 0 && errno == EACCES)
        }
    }

    @Test(.enabled(if: Landlock.version >= 4, "Linux 6.7")) func nobodyConnectsOrListensOverTCP() async {
        await #expect(processExitsWith: .success) {
            let server = try ConfinementTests.listenOnLoopback()
            try Landlock(version: Landlock.version, mayConnect: false, mayReachAbstractSockets: false).enforce()
            let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            #expect(ConfinementTests.connect(client, to: server) == EACCES)
            #expect(throws: (any Error).self) { try ConfinementTests.listenOnLoopback() }
        }
        await #expect(processExitsWith: .success) {
            let server = try ConfinementTests.listenOnLoopback()
            try Landlock(version: Landlock.version, mayConnect: true, mayReachAbstractSockets: false).enforce()
            let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            #expect(ConfinementTests.connect(client, to: server) == 0)
            #expect(throws: (any Error).self, "who may connect may not listen") {
                try ConfinementTests.listenOnLoopback()
            }
        }
    }

    @Test(.enabled(if: Landlock.version >= 4, "Linux 6.7")) func aServiceListensOnItsOwnPortAlone() async {
        await #expect(processExitsWith: .success) {
            let port = try ListeningPort(address: "127.0.0.1", port: 0).port
            let rules = try Landlock(version: Landlock.version, mayConnect: true, mayReachAbstractSockets: false)
            try rules.allowListening(on: port)
            try rules.enforce()
            #expect(try ListeningPort(address: "127.0.0.1", port: port).port == port)
            for other in [0, port == 65_535 ? 1024 : port + 1] {
                #expect(throws: HostingError.self) { _ = try ListeningPort(address: "127.0.0.1", port: other).port }
            }
        }
    }

    @Test(.enabled(if: Landlock.version >= 6, "Linux 6.12")) func signalsDoNotLeaveTheProcess() async {
        await #expect(processExitsWith: .success) {
            #expect(kill(getppid(), 0) == 0)
            try Landlock(version: Landlock.version, mayConnect: false, mayReachAbstractSockets: false).enforce()
            #expect(kill(getppid(), 0) != 0 && errno == EPERM)
            #expect(kill(getpid(), 0) == 0)
        }
    }

    /// A simulated kernel without Landlock: rules that a thread imposes on itself do not apply to other threads.
    @Test func aServiceThatMustBeConfinedDoesNotStartUnconfined() async throws {
        let folder = TemporaryDirectory()
        let result = await #expect(processExitsWith: .exitCode(64), observing: [\.standardErrorContent]) {
            [path = folder.path as String] in
            ServiceProcess(name: "subject", version: "1.2.3").run(
                in: Environment(
                    variables: ["KOPILKA_RUN": path, "KOPILKA_DATA": path, "KOPILKA_CONFINE": "required"],
                    arguments: [])
            ) { (_: CommonSettings, _) in [] }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("subject cannot be confined: there are other threads already"), "\(text)")
    }

    @Test func anOldKernelIsAskedForNothingThatItDoesNotKnow() {
        #expect(Landlock.Rights.all(version: 1).rawValue == 0x1FFF)
        #expect(Landlock.Rights.all(version: 2).rawValue == 0x3FFF)
        #expect(Landlock.Rights.all(version: 4).rawValue == 0x7FFF)
        #expect(Landlock.Rights.all(version: 9).rawValue == 0xFFFF)
    }

    private func makeDirectory(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    /// Returns a socket that listens on a local port.
    private static func listenOnLoopback() throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
        }
        guard isBound, listen(descriptor, 8) == 0 else { throw HostingError.system("bind") }
        return descriptor
    }

    /// Returns 0, or errno.
    private static func connect(_ client: Int32, to server: Int32) -> Int32 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard getsockname(server, address, &size) == 0 else { return errno }
                return Glibc.connect(client, address, size) == 0 ? 0 : errno
            }
        }
    }
}
