import CZeroMQ

/// The pattern a socket speaks. `zmq_socket(3)`
public enum SocketKind: Int32, Sendable, CaseIterable {
    /// Exactly one peer, both ways.
    case pair = 0
    /// Sends to all subscribers; drops for those that are slow.
    case pub = 1
    /// Receives what it subscribed to.
    case sub = 2
    /// Asks, then waits for the one answer.
    case req = 3
    /// Is asked, then answers.
    case rep = 4
    /// Asks without waiting: any number of requests and answers at once.
    case dealer = 5
    /// Answers many: each message starts with the peer's id.
    case router = 6
    /// Receives from many pushers.
    case pull = 7
    /// Sends to one of many pullers.
    case push = 8
    /// A publisher that sees subscriptions come and go.
    case xpub = 9
    /// A subscriber that sends its subscriptions as messages.
    case xsub = 10
}
