import StrictJSON
import TestSupport
import ZeroMQ

/// Thousands of connections of one socket, which takes turns between them. Lives on one thread.
final class Crowd {
    private let context = Context()
    private let socket: Socket
    private let poller = Poller()
    private let count: Int

    /// Connects so often.
    init(_ count: Int, at path: String) throws {
        self.count = count
        var options = SocketOptions.client
        options.handshakeInterval = .seconds(30)
        socket = try Socket(.dealer, in: context, options: options)
        poller.add(socket)
        for number in 0..<count { try socket.connect("ipc://" + Self.spelling(number, of: path)) }
    }

    /// Asks for the service's health as often as there are connections, a thousand at a time, and again where a connection
    /// was lost with its request.
    /// - Returns: What was not answered within `limit`.
    func askOnEach(within limit: Duration) throws -> Set<Int> {
        let deadline = ContinuousClock.now + limit
        var unanswered = Set(0..<count)
        while !unanswered.isEmpty, ContinuousClock.now < deadline {
            for part in unanswered.sorted().chunks(of: 1_000) {
                for number in part {
                    let text = Bank.request("ledger.health", id: String(number))
                    try socket.send(frames: [Array(text.utf8)], wait: true)
                }
                var missing = Set(part)
                let patience = ContinuousClock.now + .seconds(5)
                while !missing.isEmpty, ContinuousClock.now < patience {
                    try poller.poll(milliseconds: 100)
                    while let frames = try socket.receiveFrames() {
                        let reply = WireReply(try JSONDocument(frames.last ?? []).root)
                        guard reply.text("status") == "ready", let number = reply.id.flatMap({ Int($0) }) else {
                            continue
                        }
                        missing.remove(number)
                        unanswered.remove(number)
                    }
                }
            }
        }
        return unanswered
    }

    /// Ends all connections.
    func close() { socket.close() }

    /// One of 10,648 ways to write a path: libzmq connects a socket to each endpoint once, and knows it by its text.
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

extension Array {
    /// The array in pieces of at most `size`.
    fileprivate func chunks(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
