import ZeroMQ

/// The limits of a listener. Every queue and every size has one, with a name.
public struct ListenerLimits: Sendable {
    /// The longest message, in bytes. A longer one ends its connection. Default 4 MiB.
    public var messageBytes = 4 << 20
    /// The deepest nesting of JSON. Default 32.
    public var depth = 32
    /// The most values in one message. Default 400,000: 8,192 transfers with all their fields, and some room.
    public var values = 400_000
    /// The most requests in a batch. Default 100.
    public var batch = 100
    /// The most requests of one peer in progress. Default 1,024.
    public var inFlightPerPeer = 1024
    /// The most requests in progress in all. Default 10,000.
    public var inFlight = 10_000
    /// The most bytes of one peer's requests in progress, parsed or not; at least one message fits. Default 16 MiB.
    public var inHandBytesPerPeer = 16 << 20
    /// The most bytes of requests in progress in all; at least one message fits. Default 48 MiB.
    public var inHandBytes = 48 << 20
    /// The most bytes that one peer may have sent without their being received. Beyond it, its connection is ended. At
    /// least four messages fit. Default 16 MiB.
    public var waitingBytesPerPeer = 16 << 20
    /// The most bytes that all peers may have sent without their being received. Beyond it, connections with more than
    /// their share are ended. Default 64 MiB.
    public var waitingBytes = 64 << 20
    /// The most bytes of replies queued for a peer that does not read. Beyond it, replies are dropped. Default 8 MiB.
    public var unsentBytesPerPeer = 8 << 20
    /// The most bytes of replies queued for all peers. Beyond it, replies are dropped for peers that already have
    /// replies queued and exceed their share. Default 64 MiB.
    public var unsentBytes = 64 << 20
    /// The size from which a message is parsed away from the socket thread. Default 64 KiB.
    public var handOverBytes = 64 << 10

    /// The most connections to the replica port at once, those of strangers included. Default 256.
    public var replicaConnections = 256

    /// Creates the default limits.
    public init() {}

    /// The same for the replica port, where strangers send handshakes.
    var receivingFromReplicas: ReceiveLimits {
        var limits = receiving
        limits.connections = replicaConnections
        limits.commandBytes = 4 << 10
        return limits
    }

    /// The limits of what waits before it is received.
    var receiving: ReceiveLimits {
        // Frames before the body count, too. A peer that sends slightly too many frames gets a fault instead.
        let message = messageBytes + (64 << 10)
        return ReceiveLimits(
            messageBytes: message, messageFrames: 256, connectionBytes: max(waitingBytesPerPeer, 4 * message),
            allBytes: max(waitingBytes, 4 * message))
    }
}
