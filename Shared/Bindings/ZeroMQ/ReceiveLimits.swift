import CSocketGuard

/// What connections may keep in memory before it is received: libzmq bounds one frame and the number of whole messages
/// only. A connection that goes beyond is ended. `kopilka_receive_limits`
public struct ReceiveLimits: Sendable, Equatable {
    /// Bytes of one message, all its frames together.
    public var messageBytes: Int
    /// Frames of one message.
    public var messageFrames: Int
    /// Bytes that one connection has sent and nobody has received, 64 more for each frame.
    public var connectionBytes: Int
    /// The same of all connections; beyond it those with more than their share are ended.
    public var allBytes: Int
    /// Whether commands count like messages that nobody receives: for a publisher, which keeps subscriptions.
    public var countsCommands: Bool

    public init(
        messageBytes: Int, messageFrames: Int, connectionBytes: Int, allBytes: Int, countsCommands: Bool = false
    ) {
        self.messageBytes = messageBytes
        self.messageFrames = messageFrames
        self.connectionBytes = connectionBytes
        self.allBytes = allBytes
        self.countsCommands = countsCommands
    }

    func watch(_ listener: Int32) {
        kopilka_receive_guard_watch(
            listener,
            kopilka_receive_limits(
                message_bytes: Int64(messageBytes), message_frames: Int64(messageFrames),
                connection_bytes: Int64(connectionBytes), all_bytes: Int64(allBytes),
                counts_commands: countsCommands))
    }
}
