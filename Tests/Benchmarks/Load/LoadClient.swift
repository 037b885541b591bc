import Glibc
import TestSupport

/// A client that costs little, because it shares the cores with what it measures: bare sockets that speak ZMTP, no
/// thread but the caller's, frames made before, replies looked at for the word `result` and thrown away.
final class LoadClient {
    /// What was seen of a load.
    struct Measured: Sendable {
        let perSecond: Double
        /// From writing a request to having read its reply.
        let latencies: [Duration]
    }

    /// A refusal, or a connection that ended.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private var connections: [LoadConnection] = []
    private let ready = ReadySockets()

    /// Connects so many times to the socket of a service.
    init(path: String, connections count: Int) throws {
        for _ in 0..<count {
            let connection = try LoadConnection(path: path)
            connections.append(connection)
            ready.add(connection.descriptor)
        }
    }

    deinit { for connection in connections { connection.close() } }

    /// Sends `count` requests, the given ones by turns, each connection with at most `window` unanswered.
    ///
    /// - Parameter pause: The time after each answer in which nothing is sent.
    func run(_ requests: [[UInt8]], count: Int, window: Int = 1, pause: Duration = .zero) throws -> Measured {
        let frames = requests.map { ZMTP.frame($0) }
        let clock = ContinuousClock()
        var (sent, answered) = (0, 0)
        var latencies: [Duration] = []
        latencies.reserveCapacity(count)
        func sendMore(_ index: Int) throws {
            let wasWriting = connections[index].isWriting
            while sent < count, connections[index].sentAt.count < window, !connections[index].isWriting {
                connections[index].sentAt.append(clock.now)
                try connections[index].write(frames[sent % frames.count])
                sent += 1
            }
            try watch(index, wasWriting: wasWriting)
        }
        func watch(_ index: Int, wasWriting: Bool) throws {
            let isWriting = connections[index].isWriting
            guard isWriting != wasWriting else { return }
            ready.wait(forWriting: isWriting, to: connections[index].descriptor, number: index)
        }
        let began = clock.now
        for index in connections.indices { try sendMore(index) }
        while answered < count {
            try ready.wait { index, isWritable in
                if isWritable {
                    try connections[index].writeRest()
                    try watch(index, wasWriting: true)
                }
                for _ in 0..<(try connections[index].readReplies()) {
                    latencies.append(clock.now - connections[index].sentAt.removeFirst())
                    answered += 1
                }
                if pause > .zero { usleep(UInt32(pause / .microseconds(1))) }
                try sendMore(index)
            }
        }
        return Measured(perSecond: Double(count) / ((clock.now - began) / .seconds(1)), latencies: latencies)
    }
}

/// One connection of a ``LoadClient``.
struct LoadConnection {
    let descriptor: Int32
    /// When the unanswered requests were sent, the oldest first.
    var sentAt: [ContinuousClock.Instant] = []
    private var unwritten: ArraySlice<UInt8> = []
    private var reader = ReplyReader()
    private var chunk = [UInt8](repeating: 0, count: 1 << 18)

    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let connected = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard connected == 0 else { throw LoadClient.Failure(description: "\(path) takes no connection") }
        try write(ZMTP.greeting())
        try write(ZMTP.ready())
        try readGreeting()
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    /// Whether a request is not out yet.
    var isWriting: Bool { !unwritten.isEmpty }

    func close() { Glibc.close(descriptor) }

    mutating func write(_ bytes: [UInt8]) throws {
        unwritten = bytes[...]
        try writeRest()
    }

    mutating func writeRest() throws {
        while !unwritten.isEmpty {
            let count = unwritten.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EAGAIN { return }
            guard count > 0 else { throw LoadClient.Failure(description: "the service closed the connection") }
            unwritten = unwritten.dropFirst(count)
        }
    }

    /// Reads what is there.
    /// - Returns: How many replies are complete with it.
    mutating func readReplies() throws -> Int {
        var replies = 0
        while true {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            if count < 0, errno == EAGAIN { return replies }
            guard count > 0 else { throw LoadClient.Failure(description: "the service closed the connection") }
            replies += try chunk.withUnsafeBytes { try reader.take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            // A chunk that is not full was the last one: another call would only be told so.
            if count < chunk.count { return replies }
        }
    }

    /// The greeting is 64 bytes, then comes READY, which the reader passes over as a command.
    private mutating func readGreeting() throws {
        var missing = 64
        while missing > 0 {
            let count = recv(descriptor, &chunk, missing, 0)
            guard count > 0 else { throw LoadClient.Failure(description: "the service does not speak ZMTP") }
            missing -= count
        }
    }
}

/// Counts the messages in a stream of ZMTP frames.
struct ReplyReader {
    private var head: [UInt8] = []
    private var missing = 0
    private var isBody = false
    /// The first bytes of the frame's body.
    private var beginning: [UInt8] = []

    init() {}

    /// Takes the next bytes of the stream.
    /// - Returns: How many messages end in them.
    /// - Throws: ``LoadClient/Failure`` for a reply that is no result.
    mutating func take(_ bytes: UnsafeRawBufferPointer) throws -> Int {
        var (position, messages) = (0, 0)
        while position < bytes.count {
            if !isBody {
                head.append(bytes[position])
                position += 1
                guard head.count == (head[0] & 0x02 == 0 ? 2 : 9) else { continue }
                missing = head.dropFirst().reduce(0) { $0 << 8 | Int($1) }
                isBody = true
                beginning.removeAll(keepingCapacity: true)
            }
            let count = min(missing, bytes.count - position)
            if beginning.count < 512 { beginning += bytes[position..<position + min(count, 512)] }
            position += count
            missing -= count
            guard missing == 0 else { continue }
            // Commands and all frames of a message but its last are passed over.
            if head[0] & 0x05 == 0 {
                try check()
                messages += 1
            }
            head.removeAll(keepingCapacity: true)
            isBody = false
        }
        return messages
    }

    /// A reply is `{"jsonrpc":"2.0","id":1,"result":`, or else a refusal.
    private func check() throws {
        var (place, commas) = (0, 0)
        while place < beginning.count, commas < 2 {
            if beginning[place] == UInt8(ascii: ",") { commas += 1 }
            place += 1
        }
        guard beginning[place...].starts(with: Self.result) else {
            throw LoadClient.Failure(description: String(decoding: beginning, as: UTF8.self))
        }
    }

    private static let result = Array("\"result\":".utf8)
}
