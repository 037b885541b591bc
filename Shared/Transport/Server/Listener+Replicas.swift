import Hosting
import Sodium
import ZeroMQ

// The two doors: the Unix socket, and the replica port.

extension Listener {
    /// The time in which the ZAP handler must answer before the port is opened.
    static let probeLimit = Duration.seconds(5)

    /// Starts to serve the replicas on other machines as well. First it makes sure that strangers would be refused.
    ///
    /// - Returns: The port.
    /// - Throws: ``ZeroMQError``, ``HostingError`` `system` when the port is not free.
    @discardableResult
    public func open(_ port: ReplicaPort) async throws -> Int {
        let domain = service.name
        try loop.admit(port.allowed, to: domain)
        try await ZAPProbe(loop: loop).check(port.allowed, at: domain, within: Self.probeLimit)
        let listening = try ListeningPort(address: port.address, port: port.port)
        let (endpoint, number) = (listening.endpoint, listening.port)
        var options = serverOptions
        options.maximumMessageSize = limits.messageBytes + Socket.curveFrameOverhead
        options.receiveLimits = limits.receivingFromReplicas
        options.tcpKeepAlive = TCPKeepAlive()
        options.useFileDescriptor = listening.takeDescriptor()
        let socket = try openRouter(options, at: .replicas)
        do {
            try port.keys.secretKey.withBytes { key throws(ZeroMQError) in
                try socket.serveCurve(secretKey: key, domain: domain)
            }
            try socket.bind(endpoint)
        } catch {
            loop.close(socket)
            throw error
        }
        replicas = OpenReplicaPort(
            socket: socket, allowed: port.allowed,
            routes: Dictionary(uniqueKeysWithValues: port.routes.map { ($0.method, $0) }),
            newestCommit: port.newestCommit)
        return number
    }

    /// The options of both doors.
    var serverOptions: SocketOptions {
        var options = SocketOptions.server
        options.maximumMessageSize = limits.messageBytes
        // Replies that libzmq holds when the service drains still have to reach the kernel.
        options.linger = .seconds(1)
        return options
    }

    func openRouter(_ options: SocketOptions, at door: Door) throws(ZeroMQError) -> Socket {
        try loop.open(.router, options: options) { [weak self] in
            self?.assumeIsolated { $0.receive(at: door) }
        }
    }

    /// Returns the route of a method that is served at a door.
    func route(of method: String, at door: Door) -> SignalRoute? {
        routes[method] ?? (door == .replicas ? replicas?.routes[method] : nil)
    }

    /// Returns the socket of a door that is open.
    func socket(of door: Door) -> Socket? { door == .house ? socket : replicas?.socket }
}

/// The open replica port of a listener.
struct OpenReplicaPort {
    let socket: Socket
    let allowed: AllowedPeers
    let routes: [String: SignalRoute]
    let newestCommit: @Sendable () -> Int64?
}
