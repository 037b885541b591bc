import Glibc
import StrictJSON
import TestSupport
import ZeroMQ

/// Thousands of connections of one socket, which uses them in turn. It lives on one thread.
final class Crowd {
    private let context = Context()
    private let socket: Socket
    private let poller = Poller()
    private let count: Int

    /// Opens `count` connections.
    init(_ count: Int, at path: String) throws {
        self.count = count
        var options = SocketOptions.client
        options.handshakeInterval = .seconds(30)
        socket = try Socket(.dealer, in: context, options: options)
        poller.add(socket)
        try enter(count, at: path)
    }

    /// Connects, some hundreds at a time.
    ///
    /// A service drops connections that take more than two seconds for the handshake. On a busy machine ten thousand at
    /// once would all take longer, be dropped, reconnect together, and never succeed.
    /// - Throws: ``Standstill`` when no connection succeeded for two minutes.
    private func enter(_ count: Int, at path: String) throws {
        let monitor = try Monitor(of: socket, in: context, for: [.handshakeSucceeded, .handshakeFailed, .disconnected])
        defer { monitor.close() }
        var inside = 0
        for wave in (0..<count).chunks(of: 250) {
            for number in wave { try socket.connect("ipc://" + Self.spelling(number, of: path)) }
            var patience = ContinuousClock.now + Self.patience
            while inside < wave.upperBound {
                guard let event = try monitor.next() else {
                    guard ContinuousClock.now < patience else { throw Standstill(inside: inside, of: count) }
                    usleep(1_000)
                    continue
                }
                // A failed handshake also reports a disconnection.
                inside += event.kind == .disconnected ? -1 : 1
                patience = ContinuousClock.now + Self.patience
            }
        }
    }

    /// Requests the service's health once per connection, a thousand at a time, and repeats requests lost with their
    /// connection.
    /// - Throws: ``Standstill`` when no answer arrived for two minutes.
    func askOnEach() throws {
        var unanswered = Set(0..<count)
        var patience = ContinuousClock.now + Self.patience
        while !unanswered.isEmpty {
            for part in unanswered.sorted().chunks(of: 1_000) {
                for number in part {
                    let text = Bank.request("ledger.health", id: String(number))
                    try socket.send(frames: [Array(text.utf8)], wait: true)
                }
                var missing = Set(part)
                let retry = ContinuousClock.now + .seconds(20)
                while !missing.isEmpty, ContinuousClock.now < retry {
                    try poller.poll(milliseconds: 100)
                    while let frames = try socket.receiveFrames() {
                        let reply = WireReply(try JSONDocument(frames.last ?? []).root)
                        guard reply.text("status") == "ready", let number = reply.id.flatMap({ Int($0) }) else {
                            continue
                        }
                        missing.remove(number)
                        unanswered.remove(number)
                        patience = ContinuousClock.now + Self.patience
                    }
                }
                guard ContinuousClock.now < patience else {
                    throw Standstill(inside: count - unanswered.count, of: count)
                }
            }
        }
    }

    /// Thrown when there was no progress for a long time.
    struct Standstill: Error {
        let inside: Int
        let of: Int
    }

    private static let patience = Duration.seconds(120)

    /// Ends all connections.
    func close() { socket.close() }

    /// Returns one of 10,648 spellings of a path: libzmq connects a socket to each endpoint once, and identifies it by
    /// its text.
    private static func spelling(_ number: Int, of path: String) -> String {
        var parts = path.split(separator: "/")
        let file = parts.removeLast()
        var (text, rest) = ("", number)
        for part in parts {
            text += "/" + part
            text += String(repeating: "/", count: rest % 22)
            rest /= 22
        }
        precondition(rest == 0, "There are not so many ways to write the path.")
        return text + "/" + file
    }
}

extension RandomAccessCollection where Index == Int {
    /// Returns the collection in pieces of at most `size`.
    fileprivate func chunks(of size: Int) -> [SubSequence] {
        stride(from: startIndex, to: endIndex, by: size).map { self[$0..<Swift.min($0 + size, endIndex)] }
    }
}
