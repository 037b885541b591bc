import Coordination
import Hosting
import Reasons
import ZeroMQ

/// How a link connects, and what becomes of waiting calls when the connection breaks.
extension ServiceLink {
    /// Opens the socket. libzmq makes later connections on its own; its guard of `connect` checks those.
    func connect() throws(Fault) {
        guard socket == nil, reconnectTimer == nil else { return }
        do throws(HostingError) {
            try ListeningSocket.checkOwner(of: service, runDirectory: runDirectory)
        } catch {
            throw Fault(
                .permissionDenied, .nothingSent, ["service": .text(service), "cause": .text("\(error)")])
        }
        do throws(ZeroMQError) { try open() } catch { throw unavailable(error) }
    }

    private func open() throws(ZeroMQError) {
        let socket = try loop.open(.dealer, options: .client) { [weak self] in
            self?.assumeIsolated { $0.receive() }
        }
        monitor = try loop.monitor(socket, kinds: [.handshakeSucceeded, .disconnected]) { [weak self] in
            self?.assumeIsolated { $0.noticeConnection() }
        }
        isEstablished = false
        try socket.connect("ipc://" + ListeningSocket.path(of: service, runDirectory: runDirectory))
        self.socket = socket
    }

    private func noticeConnection() {
        do {
            while let event = try monitor?.next() {
                if event.kind == .handshakeSucceeded {
                    isEstablished = true
                } else if isEstablished {
                    return reconnect()
                }
                // An attempt that never connected has lost nothing: libzmq retries on its own.
            }
        } catch {
            reconnect()
        }
    }

    /// Replaces the socket and sends again what may be repeated.
    ///
    /// Sent requests may be lost with the service, or sit in a queue of libzmq that cannot be inspected. A new socket
    /// starts with empty queues, so each request is queued once.
    func reconnect() {
        monitor.map { loop.close($0.socket) }
        socket.map { loop.close($0) }
        (socket, monitor, unsent) = (nil, nil, [])
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
