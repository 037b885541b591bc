import Glibc
import TestSupport

/// A client of HTTP/1.1 over loopback that costs little: bare sockets with keep-alive, no thread but the caller's.
final class PageClient {
    /// A complete response.
    struct Response {
        let status: Int
        let head: String
        let body: [UInt8]

        /// The value of the first field with a name.
        func header(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
                .map { String($0.dropFirst(name.utf8.count + 1).drop { $0 == " " }) }
        }
    }

    private var connections: [PageConnection] = []
    private let ready = ReadySockets()

    /// Connects to a port of this machine.
    init(port: Int, connections count: Int) throws {
        for _ in 0..<count {
            let connection = try PageConnection(port: port)
            connections.append(connection)
            ready.add(connection.descriptor)
        }
    }

    deinit { for connection in connections { connection.close() } }

    /// Sends one request on the first connection and waits for its response.
    func ask(_ request: [UInt8]) throws -> Response {
        try connections[0].write(request)
        while true {
            if let response = try connections[0].read() { return response }
            try ready.wait { _, _ in }
        }
    }

    /// Sends `count` requests, the given ones by turns, one in flight on each connection.
    func run(_ requests: [[UInt8]], count: Int) throws -> LoadClient.Measured {
        let clock = ContinuousClock()
        var (sent, answered) = (0, 0)
        var latencies: [Duration] = []
        latencies.reserveCapacity(count)
        var sentAt = [ContinuousClock.Instant](repeating: clock.now, count: connections.count)
        func send(_ index: Int) throws {
            guard sent < count else { return }
            sentAt[index] = clock.now
            try connections[index].write(requests[sent % requests.count])
            sent += 1
        }
        let began = clock.now
        for index in connections.indices { try send(index) }
        while answered < count {
            try ready.wait { index, _ in
                guard let response = try connections[index].read() else { return }
                guard response.status == 200 else { throw LoadClient.Failure(description: response.head) }
                latencies.append(clock.now - sentAt[index])
                answered += 1
                try send(index)
            }
        }
        return LoadClient.Measured(perSecond: Double(count) / ((clock.now - began) / .seconds(1)), latencies: latencies)
    }

    /// Sends a request on every connection and waits until each has the header of a stream that stays open.
    func openStreams(_ requests: [[UInt8]]) throws {
        for index in connections.indices { try connections[index].write(requests[index % requests.count]) }
        var open: Set<Int> = []
        while open.count < connections.count {
            try ready.wait { index, _ in
                guard let head = try connections[index].readHead() else { return }
                guard head.hasPrefix("HTTP/1.1 200 ") else { throw LoadClient.Failure(description: head) }
                open.insert(index)
            }
        }
    }
}

/// One connection of a ``PageClient``.
private struct PageConnection {
    private static let headEnd = Array("\r\n\r\n".utf8)

    let descriptor: Int32
    private var received: [UInt8] = []
    private var head: String?
    private var bodyCount = 0
    private var chunk = [UInt8](repeating: 0, count: 1 << 17)

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw LoadClient.Failure(description: "port \(port) takes no connection") }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    func close() { Glibc.close(descriptor) }

    /// Requests are far smaller than the buffer of a socket.
    func write(_ bytes: [UInt8]) throws {
        let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count == bytes.count else { throw LoadClient.Failure(description: "the page closed the connection") }
    }

    /// Reads what is there. Returns the response once it is complete.
    mutating func read() throws -> PageClient.Response? {
        guard let head = try readHead(), received.count >= bodyCount else { return nil }
        defer {
            received.removeFirst(bodyCount)
            self.head = nil
        }
        let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return PageClient.Response(status: status, head: head, body: Array(received[..<bodyCount]))
    }

    /// Reads what is there. Returns the header once it is complete.
    mutating func readHead() throws -> String? {
        while true {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            if count < 0, errno == EAGAIN { break }
            guard count > 0 else { throw LoadClient.Failure(description: "the page closed the connection") }
            received += chunk[..<count]
            if count < chunk.count { break }
        }
        if head == nil, let end = received.firstRange(of: Self.headEnd) {
            let text = String(decoding: received[..<end.lowerBound], as: UTF8.self)
            received.removeFirst(end.upperBound)
            let field = text.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
            bodyCount = field.flatMap { Int($0.filter(\.isNumber)) } ?? 0
            head = text
        }
        return head
    }
}
