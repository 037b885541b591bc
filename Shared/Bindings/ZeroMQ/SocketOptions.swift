import CZeroMQ

/// What a socket is told before it binds or connects; nil keeps the library's default. `zmq_setsockopt(3)`
///
/// Durations are whole milliseconds from 0 to 2^31 - 1; what lies outside is moved to the nearest end.
public struct SocketOptions: Sendable, Equatable {
    /// How long unsent messages are kept after close. Default 0. `ZMQ_LINGER`
    public var linger: Duration?
    /// Messages queued for sending, per peer. Default 1000; 0 is no limit, so do not. `ZMQ_SNDHWM`
    public var sendHighWaterMark: Int?
    /// Messages queued for receiving, per peer. Default 1000; 0 is no limit, so do not. `ZMQ_RCVHWM`
    public var receiveHighWaterMark: Int?
    /// Bytes a received frame may have; a peer that sends more is disconnected. Default no limit. `ZMQ_MAXMSGSIZE`
    public var maximumMessageSize: Int?
    /// How long a peer may take to say who it is. Default 30 s. `ZMQ_HANDSHAKE_IVL`
    public var handshakeInterval: Duration?
    /// How often the I/O thread pings the peer. Default never. `ZMQ_HEARTBEAT_IVL`
    public var heartbeatInterval: Duration?
    /// How long a ping may stay unanswered. Default: the interval. `ZMQ_HEARTBEAT_TIMEOUT`
    public var heartbeatTimeout: Duration?
    /// After what silence the peer shall give us up, in steps of 100 ms, below 6554 s. Default never.
    /// `ZMQ_HEARTBEAT_TTL`
    public var heartbeatTimeToLive: Duration?
    /// Whether a router fails with ``ZeroMQError/Code/unreachable`` instead of dropping silently. Default false.
    /// `ZMQ_ROUTER_MANDATORY`
    public var routerMandatory: Bool?
    /// Whether messages are queued only for connections that are made. Default false. `ZMQ_IMMEDIATE`
    public var immediate: Bool?
    /// The pause before the first reconnect. Default 100 ms. `ZMQ_RECONNECT_IVL`
    public var reconnectInterval: Duration?
    /// The longest pause; pauses double up to it. Default 0, which is no doubling. `ZMQ_RECONNECT_IVL_MAX`
    public var reconnectMaximum: Duration?
    /// Connections the kernel holds before they are accepted. Default 100. `ZMQ_BACKLOG`
    public var backlog: Int?
    /// Whether only the newest message is kept; single frames only. Default false. `ZMQ_CONFLATE`
    public var conflate: Bool?
    /// Prefixes a subscriber wants; an empty one is everything. Default none. `ZMQ_SUBSCRIBE`
    public var subscriptions: [[UInt8]]?
    /// What an xpub sends each subscriber that connects, if that wants such messages. Default nothing.
    /// `ZMQ_XPUB_WELCOME_MSG`
    public var welcomeMessage: [UInt8]?
    /// The only user whose processes may connect to an ipc listener. Default everybody. `ZMQ_IPC_FILTER_UID`
    public var ipcFilterUserID: UInt32?
    /// A listening descriptor to take over at bind instead of making the path. Default none. `ZMQ_USE_FD`
    public var useFileDescriptor: Int32?
    /// What the connections of ``useFileDescriptor`` may have waiting; needs ``Message/noteTaken(bytes:frames:)`` for each
    /// message that is received. Default no limit. `kopilka_receive_guard_watch`
    public var receiveLimits: ReceiveLimits?

    /// Makes options that change nothing.
    public init() {}

    /// For a router that many connect to: nothing lost silently, peers let go that do not greet.
    ///
    /// Linger 0, high-water marks 1000, messages up to 4 MiB, handshake within 2 s, mandatory routing, backlog 512.
    ///
    /// No heartbeats: over a Unix socket the kernel tells at once when a peer is gone, and libzmq 4.3.4 ends the process
    /// ("Assertion failed: !_io_error") when a ping falls due to a peer that left while its messages were held back.
    public static var server: SocketOptions {
        var options = SocketOptions()
        options.linger = .zero
        options.sendHighWaterMark = 1000
        options.receiveHighWaterMark = 1000
        options.maximumMessageSize = 4 << 20
        options.handshakeInterval = .seconds(2)
        options.routerMandatory = true
        options.backlog = 512
        return options
    }

    /// For a dealer that connects: queues over a restart of its server and comes back quickly.
    ///
    /// Linger 0, high-water marks 1000, messages up to 4 MiB, handshake within 2 s, no heartbeats, reconnect after 50 ms
    /// growing to 1 s.
    public static var client: SocketOptions {
        var options = SocketOptions.server
        options.routerMandatory = nil
        options.backlog = nil
        options.immediate = false
        options.reconnectInterval = .milliseconds(50)
        options.reconnectMaximum = .seconds(1)
        return options
    }
}

extension SocketOptions {
    func apply(to socket: Socket) throws(ZeroMQError) {
        try socket.set(ZMQ_LINGER, linger)
        try socket.set(ZMQ_SNDHWM, sendHighWaterMark)
        try socket.set(ZMQ_RCVHWM, receiveHighWaterMark)
        if let maximumMessageSize { try socket.set(ZMQ_MAXMSGSIZE, Int64(maximumMessageSize)) }
        try socket.set(ZMQ_HANDSHAKE_IVL, handshakeInterval)
        try socket.set(ZMQ_HEARTBEAT_IVL, heartbeatInterval)
        try socket.set(ZMQ_HEARTBEAT_TIMEOUT, heartbeatTimeout)
        try socket.set(ZMQ_HEARTBEAT_TTL, heartbeatTimeToLive)
        if let routerMandatory { try socket.set(ZMQ_ROUTER_MANDATORY, Int32(routerMandatory ? 1 : 0)) }
        if let immediate { try socket.set(ZMQ_IMMEDIATE, Int32(immediate ? 1 : 0)) }
        try socket.set(ZMQ_RECONNECT_IVL, reconnectInterval)
        try socket.set(ZMQ_RECONNECT_IVL_MAX, reconnectMaximum)
        try socket.set(ZMQ_BACKLOG, backlog)
        if let conflate { try socket.set(ZMQ_CONFLATE, Int32(conflate ? 1 : 0)) }
        for prefix in subscriptions ?? [] { try socket.subscribe(prefix) }
        if let welcomeMessage { try socket.set(ZMQ_XPUB_WELCOME_MSG, bytes: welcomeMessage) }
        if let ipcFilterUserID { try socket.set(ZMQ_IPC_FILTER_UID, ipcFilterUserID) }
        if let useFileDescriptor {
            try socket.set(ZMQ_USE_FD, useFileDescriptor)
            receiveLimits?.watch(useFileDescriptor)
        }
    }
}

extension Socket {
    fileprivate func set(_ option: Int32, _ count: Int?) throws(ZeroMQError) {
        guard let count else { return }
        try set(option, Int32(clamping: count))
    }

    fileprivate func set(_ option: Int32, _ duration: Duration?) throws(ZeroMQError) {
        guard let duration else { return }
        let (seconds, attoseconds) = duration.components
        let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let whole = overflow ? Int64(Int32.max) : milliseconds
        let value = min(max(whole, 0), Int64(Int32.max)) + max(attoseconds, 0) / 1_000_000_000_000_000
        try set(option, Int32(clamping: value))
    }
}
