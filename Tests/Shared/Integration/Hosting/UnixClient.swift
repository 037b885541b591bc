import Glibc
import Reasons
import TestSupport

@testable import Hosting

/// A client of a Unix socket that sends a line and waits for one.
final class UnixClient: Sendable {
    private let descriptor: OwnedDescriptor

    static func canConnect(_ path: String) -> Bool { (try? UnixClient(path)) != nil }

    init(_ path: String) throws(HostingError) {
        guard let address = UnixAddress(path) else {
            throw HostingError(.pathTooLong, .pathTooLong, ["path": .text(path)])
        }
        descriptor = OwnedDescriptor(owning: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        guard address.withPointer({ connect(descriptor.rawValue, $0, $1) }) == 0 else { throw .system("connect") }
    }

    func send(_ line: String) { writeAll(Array((line + "\n").utf8), to: descriptor.rawValue) }

    /// Returns everything that the other side sends until it closes; waits as long as the test may take.
    func answer() async throws -> String {
        try await onThread { [self] in
            var text: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 256)
            while true {
                let count = read(descriptor.rawValue, &chunk, chunk.count)
                guard count > 0 else { return String(decoding: text, as: UTF8.self) }
                text += chunk[..<count]
            }
        }
    }
}
