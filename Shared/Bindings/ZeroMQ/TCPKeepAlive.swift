import CZeroMQ

/// The way in which the kernel finds out that the other end of a TCP connection is gone: tcp(7).
public struct TCPKeepAlive: Sendable, Equatable {
    /// The silence after which the kernel asks the other end, in whole seconds. `ZMQ_TCP_KEEPALIVE_IDLE`
    public var idle: Duration
    /// The pause between questions, in whole seconds. `ZMQ_TCP_KEEPALIVE_INTVL`
    public var interval: Duration
    /// The number of unanswered questions that end the connection. `ZMQ_TCP_KEEPALIVE_CNT`
    public var count: Int
    /// The time for which sent bytes may stay unacknowledged. `ZMQ_TCP_MAXRT`, `TCP_USER_TIMEOUT`
    public var unacknowledged: Duration

    public init(
        idle: Duration = .seconds(5), interval: Duration = .seconds(2), count: Int = 3,
        unacknowledged: Duration = .seconds(10)
    ) {
        self.idle = idle
        self.interval = interval
        self.count = count
        self.unacknowledged = unacknowledged
    }

    func apply(to socket: Socket) throws(ZeroMQError) {
        try socket.set(ZMQ_TCP_KEEPALIVE, Int32(1))
        try socket.set(ZMQ_TCP_KEEPALIVE_IDLE, Int32(clamping: idle.components.seconds))
        try socket.set(ZMQ_TCP_KEEPALIVE_INTVL, Int32(clamping: interval.components.seconds))
        try socket.set(ZMQ_TCP_KEEPALIVE_CNT, Int32(clamping: count))
        try socket.set(ZMQ_TCP_MAXRT, unacknowledged)
    }
}
