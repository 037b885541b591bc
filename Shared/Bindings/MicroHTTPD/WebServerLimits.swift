/// The bounds of a server. Each holds whatever the other side sends.
public struct WebServerLimits: Sendable {
    /// The most connections. Further ones wait in the accept queue of the listening socket.
    public var connections = 4_096
    /// The most connections of one network (``WebPeer/network``); others are closed at once. 0 is without a bound,
    /// for a server behind a proxy. Unix sockets are not counted.
    public var connectionsPerPeer = 64
    /// The most bytes of a request's line and header together. Somewhat longer ones are answered with
    /// ``WebRefusal/headerTooLarge``, much longer ones by the library.
    public var headerBytes = 8_192
    /// The most fields of a header.
    public var headerFields = 64
    /// The most bytes of all bodies together that are in memory.
    public var bodyBytesInAll = 128 << 20
    /// The most bytes of a refused body that are read and dropped, so that the other side reads the answer. After that
    /// the connection is closed.
    public var droppedBodyBytes = 1 << 20
    /// The most streams.
    public var streams = 2_048
    /// The time from the beginning of a connection, or from the end of the response before, until the header is
    /// complete. It includes the time in which a connection is idle.
    public var header = Duration.seconds(30)
    /// The time from the header to the end of the body.
    public var body = Duration.seconds(120)
    /// The time from the request to its answer.
    public var answer = Duration.seconds(60)
    /// The time until a response is sent, and in addition one second for every ``slowestBytesPerSecond`` of it.
    public var sending = Duration.seconds(30)
    /// The rate at which the other side must read at least.
    public var slowestBytesPerSecond = 16_384
    /// The time for which TCP may wait for acknowledgements: TCP_USER_TIMEOUT.
    public var silence = Duration.seconds(30)

    /// Creates the default bounds.
    public init() {}

    /// The memory of a connection: half of it is for reading, and the response's header needs some, too.
    var connectionMemory: Int { 2 * headerBytes + 8_192 }

    /// The time between two looks at the deadlines: a deadline may be late by it.
    var interval: Duration {
        max(.milliseconds(10), min(.seconds(1), min(header, body, answer, sending) / 4))
    }
}

/// What a server does at the moment, and has done.
public struct WebServerLoad: Hashable, Sendable {
    /// The open connections.
    public internal(set) var connections = 0
    /// The open streams.
    public internal(set) var streams = 0
    /// The bytes of bodies in memory.
    public internal(set) var bodyBytes = 0
    /// The connections that were accepted so far.
    public internal(set) var accepted = 0
    /// The connections that were closed at once, because their peer had too many.
    public internal(set) var turnedAway = 0
    /// The connections that were closed because a deadline was over.
    public internal(set) var timedOut = 0

    /// Creates the load of a new server.
    public init() {}
}
