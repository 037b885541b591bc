import ZeroMQ

/// The bounds of a listener. Every queue and every size has one, with a name.
public struct ListenerLimits: Sendable {
    /// The longest message, in bytes; the connection that sends a longer one is ended. Default 4 MiB.
    public var messageBytes = 4 << 20
    /// How deep JSON may be nested. Default 32.
    public var depth = 32
    /// How many values one message may hold. Default 400,000: 8,192 transfers with all their fields, and room.
    public var values = 400_000
    /// How many requests a batch may hold. Default 100.
    public var batch = 100
    /// How many requests of one peer may be in hand. Default 1,024.
    public var inFlightPerPeer = 1024
    /// How many requests may be in hand in all. Default 10,000.
    public var inFlight = 10_000
    /// How many bytes of requests of one peer may be in hand, read or not; room for one message at least. Default 16 MiB.
    public var inHandBytesPerPeer = 16 << 20
    /// How many bytes of requests may be in hand in all; room for one message at least. Default 48 MiB.
    public var inHandBytes = 48 << 20
    /// How many bytes one peer may have sent that were not received yet, before its connection is ended; room for four
    /// messages at least. Default 16 MiB.
    public var waitingBytesPerPeer = 16 << 20
    /// How many bytes all may have sent that were not received yet, before connections with more than their share are
    /// ended. Default 64 MiB.
    public var waitingBytes = 64 << 20
    /// How many bytes of replies wait for a peer that does not read, before they are dropped. Default 8 MiB.
    public var unsentBytesPerPeer = 8 << 20
    /// How many bytes of replies wait for all, before they are dropped for those for whom some wait. Default 64 MiB.
    public var unsentBytes = 64 << 20
    /// From this size on a message is read away from the socket thread. Default 64 KiB.
    public var handOverBytes = 64 << 10

    /// The defaults.
    public init() {}

    /// What waits before it is received.
    var receiving: ReceiveLimits {
        // Frames before the body count as well. Too many of them are told to who sends a few too many.
        let message = messageBytes + (64 << 10)
        return ReceiveLimits(
            messageBytes: message, messageFrames: 256, connectionBytes: max(waitingBytesPerPeer, 4 * message),
            allBytes: max(waitingBytes, 4 * message))
    }
}
