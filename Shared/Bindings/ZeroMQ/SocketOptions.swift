import CZeroMQ

/// The options of a socket, applied before it binds or connects; nil keeps the library's default. `zmq_setsockopt(3)`
///
/// Durations are whole milliseconds from 0 to 2^31 - 1; values outside are clamped.
public struct SocketOptions: Sendable, Equatable {
    /// The time for which unsent messages are kept after close. Default 0. `ZMQ_LINGER`
    public var linger: Duration?
    /// The messages queued for sending, per peer. Default 1000; 0 means no limit and should not be used. `ZMQ_SNDHWM`
    public var sendHighWaterMark: Int?
    /// The messages queued for receiving, per peer. Default 1000; 0 means no limit and should not be used. `ZMQ_RCVHWM`
    public var receiveHighWaterMark: Int?
    /// The largest received frame in bytes; a peer that sends more is disconnected. Default no limit. `ZMQ_MAXMSGSIZE`
    public var maximumMessageSize: Int?
    /// The timeout of a peer's handshake. Default 30 s. `ZMQ_HANDSHAKE_IVL`
    public var handshakeInterval: Duration?
    /// The interval at which the I/O thread pings the peer. Default never. `ZMQ_HEARTBEAT_IVL`
    public var heartbeatInterval: Duration?
    /// The timeout of a ping. Default: the interval. `ZMQ_HEARTBEAT_TIMEOUT`
    public var heartbeatTimeout: Duration?
    /// The silence after which the peer is to drop the connection, in steps of 100 ms, below 6554 s. Default never.
    /// `ZMQ_HEARTBEAT_TTL`
    public var heartbeatTimeToLive: Duration?
    /// True when a router fails with ``ZeroMQError/Code/unreachable`` instead of dropping silently. Default false.
    /// `ZMQ_ROUTER_MANDATORY`
    public var routerMandatory: Bool?
    /// True when messages are queued only for established connections. Default false. `ZMQ_IMMEDIATE`
    public var immediate: Bool?
    /// The delay before the first reconnect. Default 100 ms. `ZMQ_RECONNECT_IVL`
    public var reconnectInterval: Duration?
    /// The longest delay; delays double up to it. Default 0, which means no doubling. `ZMQ_RECONNECT_IVL_MAX`
    public var reconnectMaximum: Duration?
    /// The number of connections that the kernel queues before they are accepted. Default 100. `ZMQ_BACKLOG`
    public var backlog: Int?
    /// True when only the newest message is kept; for single frames only. Default false. `ZMQ_CONFLATE`
    public var conflate: Bool?
    /// The prefixes that a subscriber wants; an empty one means all messages. Default none. `ZMQ_SUBSCRIBE`
    public var subscriptions: [[UInt8]]?
    /// The message that an xpub sends to each new subscriber that wants such messages. Default none.
    /// `ZMQ_XPUB_WELCOME_MSG`
    public var welcomeMessage: [UInt8]?
    /// The only user whose processes may connect to an ipc listener. Default any user. `ZMQ_IPC_FILTER_UID`
    public var ipcFilterUserID: UInt32?
    /// The supervision of TCP connections by the kernel. Default as the system does. `ZMQ_TCP_KEEPALIVE`
    public var tcpKeepAlive: TCPKeepAlive?
    /// The longest attempt to establish a connection. Default as long as the kernel tries. `ZMQ_CONNECT_TIMEOUT`
    public var connectTimeout: Duration?
    /// True when addresses may be of IPv6. Default false. `ZMQ_IPV6`
    public var usesIPv6: Bool?
    /// A listening descriptor to take over at bind instead of creating the path. Default none. `ZMQ_USE_FD`
    public var useFileDescriptor: Int32?
    /// The limits for pending data of the connections of ``useFileDescriptor``. They require
    /// ``Message/noteTaken(bytes:frames:)`` for each received message. Default no limit. `kopilka_receive_guard_watch`
    public var receiveLimits: ReceiveLimits?

    /// Creates options that change nothing.
    public init() {}

    /// Options for a router with many peers: nothing is lost silently, and peers without a handshake are dropped.
    ///
    /// Linger 0, high-water marks 1000, messages up to 4 MiB, handshake within 2 s, mandatory routing, backlog 512.
    ///
    /// No heartbeats: over a Unix socket the kernel reports at once when a peer is gone. libzmq 4.3.4 ends the process
    /// ("Assertion failed: !_io_error") when a ping is due to a peer that left while its messages were held back.
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

    /// Options for a dealer that connects: it queues messages during a restart of its server and reconnects quickly.
    ///
    /// Linger 0, high-water marks 1000, messages up to 4 MiB, handshake within 2 s, no heartbeats, reconnect after 50
    /// ms growing to 1 s.
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
        try tcpKeepAlive?.apply(to: socket)
        try socket.set(ZMQ_CONNECT_TIMEOUT, connectTimeout)
        if let usesIPv6 { try socket.set(ZMQ_IPV6, Int32(usesIPv6 ? 1 : 0)) }
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

    func set(_ option: Int32, _ duration: Duration?) throws(ZeroMQError) {
        guard let duration else { return }
        let (seconds, attoseconds) = duration.components
        let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let whole = overflow ? Int64(Int32.max) : milliseconds
        let value = min(max(whole, 0), Int64(Int32.max)) + max(attoseconds, 0) / 1_000_000_000_000_000
        try set(option, Int32(clamping: value))
    }
}
