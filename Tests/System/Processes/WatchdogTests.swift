import Foundation
import Glibc
import Hosting
import TestSupport
import Testing

/// A service says that it works for as long as it does: sd_notify(3).
@Suite(.timeLimit(.minutes(5))) struct WatchdogTests {
    private let folder = TemporaryDirectory()

    @Test func aServiceReportsUntilItIsStuck() async throws {
        let path = folder.file("notify")
        let receiver = try Receiver(at: path)
        let house = RunningHouse()
        try await house.start(
            "patterns", environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "90000"])
        var seen: [String] = []
        try await eventually("it is ready, and says three times that it works") {
            seen += receiver.messages()
            return seen.filter { $0 == "WATCHDOG=1" }.count >= 3
        }
        #expect(seen.first { !$0.hasPrefix("STATUS=") } == "READY=1", "\(seen)")

        try await house.freeze("patterns")
        _ = receiver.messages()
        // Longer than the limit of the manager, which would have ended it.
        try await Task.sleep(for: .milliseconds(200))
        #expect(receiver.messages().isEmpty)
        house.send(SIGCONT, to: "patterns")
        try await eventually("it goes on") { receiver.messages().contains("WATCHDOG=1") }
    }
}

/// The other end of `NOTIFY_SOCKET`.
private final class Receiver {
    private let descriptor: Int32

    init(at path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let bound = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
    }

    deinit { close(descriptor) }

    func messages() -> [String] {
        var messages: [String] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)), count > 0 {
            messages += String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
        }
        return messages
    }
}
