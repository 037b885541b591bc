import Glibc
import Hosting
import Synchronization

/// A request to a ``LoopbackServer``.
public struct ServedRequest: Sendable {
    /// The method, such as `GET`.
    public let method: String
    /// The path and query.
    public let target: String
    /// The headers by name in lower case.
    public let headers: [String: String]
    /// The content of the request.
    public let body: [UInt8]
}

/// The answer of a ``LoopbackServer`` to a request.
public enum ServedAnswer: Sendable {
    /// A complete answer. The connection stays open.
    case answer(status: Int, headers: [(String, String)] = [], body: [UInt8] = [])
    /// Exactly these bytes; then the connection is closed.
    case raw([UInt8])
    /// A complete answer, byte by byte with a pause after each.
    case drip(status: Int, body: [UInt8], pause: Duration)
    /// No answer. The connection stays open until the client or the server closes it.
    case silence
}

/// A local HTTP/1.1 server on threads of its own, with scripted answers, invalid ones included. It stops with the last
/// reference.
public final class LoopbackServer: Sendable {
    /// Answers a request. Called on the thread of the connection, may block.
    public typealias Handler = @Sendable (ServedRequest) -> ServedAnswer

    /// `http://127.0.0.1:<port>`
    public var url: String { "http://127.0.0.1:\(port)" }
    /// The port.
    public let port: UInt16
    private let core: Core

    /// Listens on a port that the system chooses, or on `port`.
    public init(port: UInt16 = 0, _ handler: @escaping Handler) throws {
        core = try Core(port: port, handler)
        self.port = core.port
        let core = core
        BackgroundThread.start(named: "loopback") { core.acceptConnections() }
    }

    deinit { core.stop() }

    /// Closes the port and all connections.
    public func stop() { core.stop() }
}

/// The sockets of a server. Its threads hold it until they end.
private final class Core: Sendable {
    private struct State {
        var connections: Set<Int32> = []
        var isStopped = false
    }

    let port: UInt16
    private let listener: Int32
    private let handler: LoopbackServer.Handler
    private let state = Mutex(State())

    init(port: UInt16, _ handler: @escaping LoopbackServer.Handler) throws {
        self.handler = handler
        (listener, self.port) = try LoopbackPort.open(port)
    }

    deinit { Glibc.close(listener) }

    func acceptConnections() {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else {
                if errno == EINTR || errno == ECONNABORTED { continue }
                return
            }
            // Child processes of other tests must not keep it open.
            _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
            let isTaken = state.withLock { state in
                guard !state.isStopped else { return false }
                state.connections.insert(connection)
                return true
            }
            guard isTaken else {
                Glibc.close(connection)
                return
            }
            BackgroundThread.start(named: "connection") { [self] in
                serve(connection)
                // Removed before it is closed: the descriptor may be reused at once.
                state.withLock { _ = $0.connections.remove(connection) }
                Glibc.close(connection)
            }
        }
    }

    func stop() {
        state.withLock { state in
            state.isStopped = true
            // Wakes blocked threads, which close their own connections.
            shutdown(listener, Int32(SHUT_RDWR))
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    private func serve(_ connection: Int32) {
        var buffer: [UInt8] = []
        while let request = nextRequest(connection, &buffer) {
            switch handler(request) {
            case .answer(let status, let headers, let body):
                let head = Self.head(status, headers + [("Content-Length", String(body.count))])
                guard write(head + (request.method == "HEAD" ? [] : body), to: connection) else { return }
            case .raw(let bytes):
                _ = write(bytes, to: connection)
                return
            case .drip(let status, let body, let pause):
                for byte in Self.head(status, [("Content-Length", String(body.count))]) + body {
                    guard write([byte], to: connection) else { return }
                    usleep(UInt32(clamping: Int(pause / .microseconds(1))))
                }
            case .silence:
                _ = read(connection)
                return
            }
        }
    }

    private static func head(_ status: Int, _ headers: [(String, String)]) -> [UInt8] {
        let lines = headers.map { "\($0.0): \($0.1)\r\n" }.joined()
        return Array("HTTP/1.1 \(status) Status\r\n\(lines)\r\n".utf8)
    }

    private func nextRequest(_ connection: Int32, _ buffer: inout [UInt8]) -> ServedRequest? {
        let end = Array("\r\n\r\n".utf8)
        var headEnd = buffer.firstRange(of: end)
        while headEnd == nil {
            guard let more = read(connection) else { return nil }
            buffer += more
            headEnd = buffer.firstRange(of: end)
        }
        guard let headEnd else { return nil }
        let lines = String(decoding: buffer[..<headEnd.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3 else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " }) }
        }
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        while buffer.count - headEnd.upperBound < length {
            guard let more = read(connection) else { return nil }
            buffer += more
        }
        let body = Array(buffer[headEnd.upperBound..<(headEnd.upperBound + length)])
        buffer.removeFirst(headEnd.upperBound + length)
        return ServedRequest(method: String(words[0]), target: String(words[1]), headers: headers, body: body)
    }

    /// Waits for bytes and returns them; nil at the end.
    private func read(_ connection: Int32) -> [UInt8]? {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(connection, &chunk, chunk.count, 0)
            if count > 0 { return Array(chunk[..<count]) }
            if count == 0 || errno != EINTR { return nil }
        }
    }

    private func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
        }
        return true
    }
}

/// Ports of the loopback interface.
enum LoopbackPort {
    /// Opens a socket that listens on `port`, or on one that the system chooses for 0.
    static func open(_ port: UInt16 = 0) throws -> (listener: Int32, port: UInt16) {
        try bound(port, listening: true)
    }

    /// Opens a socket that has `port`, or one that the system chooses for 0.
    static func bound(_ port: UInt16 = 0, listening: Bool = false) throws -> (listener: Int32, port: UInt16) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var yes: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard bind(listener, address, length) == 0, !listening || listen(listener, 128) == 0 else {
                    return Int32(-1)
                }
                return getsockname(listener, address, &length)
            }
        }
        guard result == 0 else {
            let reason = errno
            Glibc.close(listener)
            throw WaitedInVain(description: "no port could be opened: error \(reason)")
        }
        return (listener, UInt16(bigEndian: address.sin_port))
    }
}

extension Array<UInt8> {
    /// Returns the first range of `pattern`.
    fileprivate func firstRange(of pattern: [UInt8]) -> Range<Int>? {
        guard count >= pattern.count else { return nil }
        for start in 0...(count - pattern.count) where self[start..<(start + pattern.count)].elementsEqual(pattern) {
            return start..<(start + pattern.count)
        }
        return nil
    }
}
