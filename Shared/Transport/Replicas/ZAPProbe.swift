import Sodium
import ZeroMQ

/// Asks the ZAP handler of a loop what libzmq would ask, to see that it decides before anybody can connect.
actor ZAPProbe {
    private let loop: SocketLoop
    private var socket: Socket?
    private var waiter: CheckedContinuation<[[UInt8]]?, Never>?

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(loop: SocketLoop) { self.loop = loop }

    /// Checks that the handler refuses a key that nobody has, and admits one of the list, if it has any.
    ///
    /// - Throws: ``ZeroMQError``: `unreachable` when it does not answer in time, `accessDenied` when it answers
    ///   wrongly.
    func check(_ allowed: AllowedPeers, at domain: String, within limit: Duration) async throws(ZeroMQError) {
        let stranger = Random.bytes(Socket.curveKeyCount)
        try await expect(nil, for: stranger, domain, limit)
        guard let userID = allowed.anyUserID, let key = Base64URL.decode(userID) else { return }
        try await expect(userID, for: key, domain, limit)
    }

    private func expect(
        _ userID: String?, for key: [UInt8], _ domain: String, _ limit: Duration
    ) async throws(ZeroMQError) {
        let request = ZAPRequest(id: Random.bytes(8), domain: domain, curveKey: key)
        let socket = try loop.open(.dealer, options: SocketOptions()) { [weak self] in
            self?.assumeIsolated { $0.receive() }
        }
        self.socket = socket
        defer {
            loop.close(socket)
            self.socket = nil
        }
        try socket.connect(ZAPHandler.endpoint)
        try socket.send(frames: request.frames)
        let timer = loop.schedule(after: limit) { [weak self] in self?.assumeIsolated { $0.resume(nil) } }
        let answer = await withCheckedContinuation { waiter = $0 }
        loop.cancel(timer)
        guard let answer else {
            throw ZeroMQError(code: .unreachable, function: "ZAP", message: "The handler does not answer.")
        }
        guard answer == request.reply(admittedAs: userID) else {
            throw ZeroMQError(code: .accessDenied, function: "ZAP", message: "The handler answers wrongly.")
        }
    }

    private func receive() {
        guard waiter != nil, let frames = try? socket?.receiveFrames() else { return }
        resume(frames)
    }

    private func resume(_ frames: [[UInt8]]?) {
        waiter?.resume(returning: frames)
        waiter = nil
    }
}
