import Coordination
import Hosting
import Reasons
import Sodium
import Synchronization
import ZeroMQ

/// How a link connects, and what becomes of waiting calls when the connection breaks.
extension ServiceLink {
    /// Opens the socket. libzmq makes later connections on its own; its guard of `connect` checks those.
    func connect() throws(Fault) {
        guard !isClosed else { throw unavailable(.linkClosed) }
        guard socket == nil, reconnectTimer == nil else { return }
        if case .unix(let runDirectory) = endpoint {
            do throws(HostingError) {
                try ListeningSocket.checkOwner(of: service, runDirectory: runDirectory)
            } catch {
                throw Fault(
                    .permissionDenied, .nothingSent, ["service": .text(service), "cause": .text("\(error)")])
            }
        }
        do throws(ZeroMQError) { try open() } catch { throw unavailable(error) }
    }

    private func open() throws(ZeroMQError) {
        let socket = try loop.open(.dealer, options: endpoint.options) { [weak self] in
            self?.assumeIsolated { $0.receive() }
        }
        let kinds: MonitorEvent.Kind = [.handshakeSucceeded, .disconnected, .connectRetried]
        monitor = try loop.monitor(socket, kinds: kinds) { [weak self] in
            self?.assumeIsolated { $0.noticeConnection() }
        }
        isEstablished = false
        if case .replica(_, _, let serverKey, let keys) = endpoint {
            try keys.secretKey.withBytes { key throws(ZeroMQError) in
                try socket.useCurve(secretKey: key, publicKey: keys.publicKey, serverKey: serverKey)
            }
        }
        try socket.connect(endpoint.address(of: service))
        self.socket = socket
    }

    private func noticeConnection() {
        do {
            while let event = try monitor?.next() {
                switch event.kind {
                case .handshakeSucceeded:
                    isEstablished = true
                    stopWaitingForRetry()
                case .connectRetried: stopWaitingForRetry()
                default:
                    if isEstablished { return reconnect() }
                    // An attempt that never connected has lost nothing: libzmq retries on its own, on this machine.
                    if case .replica = endpoint { waitForRetry() }
                }
            }
        } catch {
            reconnect()
        }
    }

    /// Replaces the socket unless libzmq soon says that it connects again. It gives up for good when a peer answers its
    /// handshake with something else, which on a network may be anybody.
    private func waitForRetry() {
        guard retryTimer == nil else { return }
        retryTimer = loop.schedule(after: .seconds(1)) { [weak self] in
            self?.assumeIsolated {
                $0.retryTimer = nil
                $0.reconnect()
            }
        }
    }

    private func stopWaitingForRetry() {
        retryTimer.map { loop.cancel($0) }
        retryTimer = nil
    }

    /// Replaces the socket and sends again what may be repeated.
    ///
    /// Sent requests may be lost with the service, or sit in a queue of libzmq that cannot be inspected. A new socket
    /// starts with empty queues, so each request is queued once.
    func reconnect() {
        monitor.map { loop.close($0) }
        socket.map { loop.close($0) }
        (socket, monitor, unsent) = (nil, nil, [])
        // Another process may answer next, of a version that tells no commit.
        commit.store(0, ordering: .releasing)
        stopWaitingForRetry()
        calls.noteLoss()
        for (_, call) in calls.takeUnrepeatable() {
            call.waiter.resume(
                returning: .failure(
                    unavailable(.doneIsUnknown, ["method": .text(call.method.name)])))
        }
        for (_, call) in calls.takeSent(times: Reconnection.sendsPerRequest) {
            call.waiter.resume(
                returning: .failure(unavailable(.connectionBroke, ["times": .number(call.sends)])))
        }
        let pause = reconnection.pauseAfterLoss()
        guard pause > .zero else { return resume() }
        reconnectTimer = loop.schedule(after: pause) { [weak self] in
            self?.assumeIsolated {
                $0.reconnectTimer = nil
                $0.resume()
            }
        }
    }

    /// Sends all waiting calls on a new connection.
    private func resume() {
        guard !calls.isEmpty else { return }
        do throws(Fault) {
            try connect()
            post(calls.ids)
        } catch {
            for (_, call) in calls.takeAll() { call.waiter.resume(returning: .failure(error)) }
        }
    }
}

extension ServiceEndpoint {
    /// The address in the form of libzmq.
    fileprivate func address(of service: String) -> String {
        switch self {
        case .unix(let runDirectory): "ipc://" + ListeningSocket.path(of: service, runDirectory: runDirectory)
        case .replica(let host, let port, _, _): ListeningPort.endpoint(address: host, port: port)
        }
    }

    fileprivate var options: SocketOptions {
        var options = SocketOptions.client
        guard case .replica(let host, _, _, _) = self else { return options }
        options.maximumMessageSize? += Socket.curveFrameOverhead
        options.usesIPv6 = ListeningPort.isIPv6(host)
        // The kernel alone would ask a machine that is away less and less often, and notice its return minutes late.
        options.connectTimeout = .seconds(2)
        options.tcpKeepAlive = TCPKeepAlive()
        return options
    }
}
