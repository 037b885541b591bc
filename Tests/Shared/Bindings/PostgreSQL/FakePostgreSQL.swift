import Foundation
import Hosting
import TestSupport

/// A server that begins like PostgreSQL and then sends whatever a test wants, on the Unix socket of a directory.
final class FakePostgreSQL: Sendable {
    private let directory = TemporaryDirectory()
    private let listener: Int32

    /// The URL of the server.
    var url: String {
        "postgresql://anna:tr0ub4dor@\(directory.path.replacingOccurrences(of: "/", with: "%2F"))/postgres"
    }

    /// Accepts one connection and hands it to `body`, on a thread of its own. Without a body, it never answers.
    init(_ body: (@Sendable (RawSession) -> Void)?) throws {
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: directory.file(".s.PGSQL.5432").utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, listen(listener, 4) == 0 else { throw POSIXError(.EADDRINUSE) }
        guard let body else { return }
        BackgroundThread.start(named: "fake postgres") { [listener] in
            let session = accept(listener, nil, nil)
            guard session >= 0 else { return }
            body(RawSession(descriptor: session))
            Glibc.close(session)
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }
}

/// The server's end of a connection: PostgreSQL, 55.7.
struct RawSession: Sendable {
    let descriptor: Int32

    /// Reads the first message, which has no type.
    func readStartup() { _ = readBody() }

    /// Reads a message and returns its body.
    @discardableResult
    func readMessage() -> [UInt8] { read(1).isEmpty ? [] : readBody() }

    /// Sends a message; a declared size replaces that of the body.
    func send(_ type: Character, _ body: [UInt8], declaring size: Int? = nil) {
        let length = Int32(size ?? body.count + 4)
        sendBytes([type.asciiValue ?? 0] + Self.bytes(length) + body)
    }

    /// Sends bytes as they are; false once the client is gone.
    @discardableResult
    func sendBytes(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Lets everybody in, as a server of version 15 that accepts writes.
    func welcome() {
        readStartup()
        send("R", Self.bytes(0))
        for (name, value) in [
            ("server_version", "15.0"), ("in_hot_standby", "off"), ("default_transaction_read_only", "off"),
        ] {
            send("S", Array("\(name)\0\(value)\0".utf8))
        }
        becomeReady()
    }

    /// Says that the server is ready for the next statement.
    func becomeReady() { send("Z", Array("I".utf8)) }

    /// Reads Parse, Bind, Describe, Execute and Sync.
    func readStatement() { for _ in 0..<5 { readMessage() } }

    /// Sends an error or a notice.
    func send(_ type: Character, severity: String, _ sqlState: String, _ message: String) {
        send(type, Array("S\(severity)\0V\(severity)\0C\(sqlState)\0M\(message)\0\0".utf8))
    }

    static func bytes(_ number: Int32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

    private func readBody() -> [UInt8] {
        let length = read(4).reduce(0) { $0 << 8 | Int($1) }
        return read(max(length - 4, 0))
    }

    private func read(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let received = count == 0 ? 0 : recv(descriptor, &bytes, count, Int32(MSG_WAITALL))
        return Array(bytes.prefix(max(received, 0)))
    }
}
