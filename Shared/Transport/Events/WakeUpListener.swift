import Hosting
import ZeroMQ

/// A subscriber to the wake-ups of several services, for programs that read the events of many people. One socket per
/// service serves all readers.
public actor WakeUpListener {
    private let runDirectory: String
    private let loop: SocketLoop
    private let ring: @Sendable (_ service: String, _ newest: Int64) -> Void
    private var sockets: [String: Socket] = [:]

    /// Runs on the socket thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Creates a listener.
    ///
    /// - Parameter ring: Called with the newest sequence of a service. It is 0 for a new connection, which may have
    ///   missed a wake-up.
    public init(
        runDirectory: String, loop: SocketLoop = SocketLoop(maximumSockets: 64),
        ring: @escaping @Sendable (_ service: String, _ newest: Int64) -> Void
    ) {
        self.runDirectory = runDirectory
        self.loop = loop
        self.ring = ring
    }

    /// Subscribes to services. libzmq connects to a service that starts later.
    ///
    /// - Throws: ``ZeroMQError``.
    public func listen(to services: [String]) throws {
        for service in services where sockets[service] == nil {
            var options = SocketOptions.client
            // Keeps the newest sequence only.
            options.conflate = true
            options.subscriptions = [[]]
            let socket = try loop.open(.sub, options: options) { [weak self] in
                self?.assumeIsolated { $0.hear(service) }
            }
            try socket.connect("ipc://\(ListeningSocket.path(of: "\(service).events", runDirectory: runDirectory))")
            sockets[service] = socket
        }
    }

    /// Stops listening.
    public func close() {
        for socket in sockets.values { loop.close(socket) }
        sockets = [:]
    }

    private func hear(_ service: String) {
        // libzmq reconnects a failed socket. Readers retry after a timeout.
        while let frames = try? sockets[service]?.receiveFrames() {
            let text = frames.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
            ring(service, Int64(text) ?? 0)
        }
    }
}
