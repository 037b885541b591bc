/// The bounds of a listener. Every queue and every size has one, with a name.
public struct ListenerLimits: Sendable {
    /// The longest message, in bytes; libzmq drops the connection that sends a longer one. Default 4 MiB.
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
    /// How many bytes of replies wait for a peer that does not read, before they are dropped. Default 8 MiB.
    public var unsentBytesPerPeer = 8 << 20
    /// From this size on a message is read away from the socket thread. Default 64 KiB.
    public var handOverBytes = 64 << 10

    /// The defaults.
    public init() {}
}
