import CZeroMQ

/// The pattern of a socket. `zmq_socket(3)`
public enum SocketKind: Int32, Sendable, CaseIterable {
    /// Exactly one peer, in both directions.
    case pair = 0
    /// Sends to all subscribers; drops messages for slow ones.
    case pub = 1
    /// Receives the messages that it subscribed to.
    case sub = 2
    /// Sends a request, then waits for its answer.
    case req = 3
    /// Receives a request, then answers it.
    case rep = 4
    /// Sends requests without waiting: any number of concurrent requests and answers.
    case dealer = 5
    /// Serves many peers: each message starts with the id of its peer.
    case router = 6
    /// Receives from many pushers.
    case pull = 7
    /// Sends to one of many pullers.
    case push = 8
    /// A publisher that receives subscriptions and cancellations as messages.
    case xpub = 9
    /// A subscriber that sends its subscriptions as messages.
    case xsub = 10
}
