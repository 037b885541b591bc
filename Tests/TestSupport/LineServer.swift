import Glibc
import Hosting
import Synchronization

/// A local server of a line protocol such as SMTP. It greets, answers each line as a test scripts, one connection at a
/// time, and records its input. It stops with the last reference.
public final class LineServer: Sendable {
    /// Returns the answer to a line; nil to hang up.
    public typealias Answer = @Sendable (String) -> String?

    /// The port.
    public let port: UInt16
    private let listener: Int32
    private let heardBytes = Mutex<[UInt8]>([])

    /// Listens on a port that the system chooses.
    public init(greeting: String, _ answer: @escaping Answer) throws {
        let (listener, port) = try LoopbackPort.open()
        (self.listener, self.port) = (listener, port)
        BackgroundThread.start(named: "lines") { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 || errno == EINTR || errno == ECONNABORTED else { break }
                guard connection >= 0 else { continue }
                // Child processes of other tests must not keep it open.
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                Self.serve(connection, greeting, answer) { bytes in self?.heardBytes.withLock { $0 += bytes } }
                Glibc.close(connection)
            }
            Glibc.close(listener)
        }
    }

    // Wakes the thread, which closes the socket.
    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// The recorded input of all connections. Invalid bytes show as `\u{FFFD}`.
    public var heard: String { String(decoding: heardBytes.withLock { $0 }, as: UTF8.self) }

    private static func serve(
        _ connection: Int32, _ greeting: String, _ answer: Answer, _ hear: ([UInt8]) -> Void
    ) {
        guard say(greeting, to: connection) else { return }
        var waiting: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(connection, &chunk, chunk.count, 0)
            guard count > 0 else { return }
            hear(Array(chunk[..<count]))
            waiting += chunk[..<count]
            while let end = waiting.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: waiting[..<end], as: UTF8.self)
                waiting.removeFirst(end + 1)
                guard let reply = answer(line), say(reply, to: connection) else { return }
            }
        }
    }

    private static func say(_ text: String, to connection: Int32) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.isEmpty
            || bytes.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) } == bytes.count
    }
}
