import CSocketGuard

/// The limits for data that connections have sent and the program has not received yet. libzmq limits only single
/// frames and the number of whole messages. A connection that exceeds a limit is ended. `kopilka_receive_limits`
public struct ReceiveLimits: Sendable, Equatable {
    /// The bytes of one message, over all its frames.
    public var messageBytes: Int
    /// The frames of one message.
    public var messageFrames: Int
    /// The pending bytes of one connection, plus 64 for each frame.
    public var connectionBytes: Int
    /// The pending bytes of all connections. Above it, connections with more than their share are ended.
    public var allBytes: Int
    /// The most connections at once; 0 means no limit. Further ones are refused.
    public var connections: Int
    /// The bytes of one command; 0 means those of a message.
    public var commandBytes: Int
    /// True when commands count like pending messages: for a publisher, which stores subscriptions.
    public var countsCommands: Bool

    public init(
        messageBytes: Int, messageFrames: Int, connectionBytes: Int, allBytes: Int, connections: Int = 0,
        commandBytes: Int = 0, countsCommands: Bool = false
    ) {
        self.messageBytes = messageBytes
        self.messageFrames = messageFrames
        self.connectionBytes = connectionBytes
        self.allBytes = allBytes
        self.connections = connections
        self.commandBytes = commandBytes
        self.countsCommands = countsCommands
    }

    func watch(_ listener: Int32) {
        kopilka_receive_guard_watch(
            listener,
            kopilka_receive_limits(
                message_bytes: Int64(messageBytes), message_frames: Int64(messageFrames),
                connection_bytes: Int64(connectionBytes), all_bytes: Int64(allBytes),
                connections: Int64(connections), command_bytes: Int64(commandBytes),
                counts_commands: countsCommands))
    }
}
