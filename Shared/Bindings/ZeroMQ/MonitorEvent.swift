/// An event of a connection of a monitored socket. `zmq_socket_monitor(3)`
public struct MonitorEvent: Sendable, Hashable {
    /// The kind of event; as a set, the events to monitor.
    public struct Kind: OptionSet, Sendable, Hashable {
        /// The bits of libzmq.
        public let rawValue: UInt16

        public init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        /// A connection was established; the handshake follows. The value is the descriptor. `ZMQ_EVENT_CONNECTED`
        public static let connected = Kind(rawValue: 0x0001)
        /// A connection is being established. `ZMQ_EVENT_CONNECT_DELAYED`
        public static let connectDelayed = Kind(rawValue: 0x0002)
        /// A reconnect was scheduled; the value is the delay in ms. `ZMQ_EVENT_CONNECT_RETRIED`
        public static let connectRetried = Kind(rawValue: 0x0004)
        /// A listener is ready; the value is the descriptor. `ZMQ_EVENT_LISTENING`
        public static let listening = Kind(rawValue: 0x0008)
        /// A listener could not be created; the value is the errno. `ZMQ_EVENT_BIND_FAILED`
        public static let bindFailed = Kind(rawValue: 0x0010)
        /// A peer was accepted; the value is the descriptor. `ZMQ_EVENT_ACCEPTED`
        public static let accepted = Kind(rawValue: 0x0020)
        /// A peer could not be accepted; the value is the errno. `ZMQ_EVENT_ACCEPT_FAILED`
        public static let acceptFailed = Kind(rawValue: 0x0040)
        /// A listener or a connection was closed by us. `ZMQ_EVENT_CLOSED`
        public static let closed = Kind(rawValue: 0x0080)
        /// A descriptor could not be closed; the value is the errno. `ZMQ_EVENT_CLOSE_FAILED`
        public static let closeFailed = Kind(rawValue: 0x0100)
        /// A connection broke. `ZMQ_EVENT_DISCONNECTED`
        public static let disconnected = Kind(rawValue: 0x0200)
        /// The watched socket is gone; nothing follows. `ZMQ_EVENT_MONITOR_STOPPED`
        public static let monitorStopped = Kind(rawValue: 0x0400)
        /// The handshake failed; the value is the errno. `ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL`
        public static let handshakeFailed = Kind(rawValue: 0x0800)
        /// The peer is ready. `ZMQ_EVENT_HANDSHAKE_SUCCEEDED`
        public static let handshakeSucceeded = Kind(rawValue: 0x1000)
        /// The peer broke the protocol; the value is a `ZMQ_PROTOCOL_ERROR`. `ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL`
        public static let handshakeFailedProtocol = Kind(rawValue: 0x2000)
        /// The peer was refused; the value is the ZAP status. `ZMQ_EVENT_HANDSHAKE_FAILED_AUTH`
        public static let handshakeFailedAuthentication = Kind(rawValue: 0x4000)
        /// Everything. `ZMQ_EVENT_ALL`
        public static let all = Kind(rawValue: 0xFFFF)
    }

    /// The kind of this event: a single member.
    public let kind: Kind
    /// A number that depends on the kind.
    public let value: UInt32
    /// The endpoint of the connection; empty when libzmq does not know it.
    public let endpoint: String
}
