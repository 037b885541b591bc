import CZeroMQ
import Glibc

extension Socket {
    /// The longest path after `ipc://`, in bytes. `sockaddr_un`
    public static let maximumIPCPathLength = 107

    /// Listens at an endpoint, such as `ipc:///run/kopilka/ledger`.
    ///
    /// An ipc path is silently taken over from its current listener, and an existing file is deleted. Hold a lock
    /// first, or pass a listening descriptor in ``SocketOptions/useFileDescriptor``. `zmq_bind`
    /// - Throws: ``ZeroMQError``, first match wins: `invalidArgument`, `nameTooLong` for an ipc path over 107 bytes,
    ///   `notFound` when its directory does not exist, `addressInUse`, `unknownTransport`.
    public func bind(_ endpoint: String) throws(ZeroMQError) {
        try check(endpoint, for: "zmq_bind")
        guard zmq_bind(checked, endpoint) == 0 else {
            let error = ZeroMQError.last("zmq_bind", about: endpoint)
            guard error.code == .notFound, let path = ipcPath(of: endpoint) else { throw error }
            throw ZeroMQError(
                code: .notFound, function: "zmq_bind",
                message: "The directory of \(path) does not exist; make it first.")
        }
    }

    /// Connects to an endpoint, now or when there is a listener; a missing listener is not an error. `zmq_connect`
    /// - Throws: ``ZeroMQError``: `invalidArgument`, `nameTooLong` for an ipc path over 107 bytes.
    public func connect(_ endpoint: String) throws(ZeroMQError) {
        try check(endpoint, for: "zmq_connect")
        guard zmq_connect(checked, endpoint) == 0 else { throw .last("zmq_connect", about: endpoint) }
    }

    /// Disconnects from an endpoint; messages queued for it are dropped after the linger. `zmq_disconnect`
    /// - Throws: ``ZeroMQError``: `notFound` when it was not connected to it.
    public func disconnect(_ endpoint: String) throws(ZeroMQError) {
        guard zmq_disconnect(checked, endpoint) == 0 else { throw .last("zmq_disconnect", about: endpoint) }
    }

    /// Stops listening at an endpoint; the path stays in the file system. `zmq_unbind`
    /// - Throws: ``ZeroMQError``: `notFound` when it did not listen there.
    public func unbind(_ endpoint: String) throws(ZeroMQError) {
        guard zmq_unbind(checked, endpoint) == 0 else { throw .last("zmq_unbind", about: endpoint) }
    }

    /// Returns the endpoint last bound or connected, with wildcards resolved; empty before. `zmq_getsockopt`,
    /// `ZMQ_LAST_ENDPOINT`
    public func lastEndpoint() throws(ZeroMQError) -> String {
        var text = [UInt8](repeating: 0, count: 512)
        var size = text.count
        guard zmq_getsockopt(checked, ZMQ_LAST_ENDPOINT, &text, &size) == 0 else {
            throw .last("zmq_getsockopt", about: "last endpoint")
        }
        return String(decoding: text.prefix(max(size - 1, 0)), as: UTF8.self)
    }

    private func ipcPath(of endpoint: String) -> Substring? {
        endpoint.hasPrefix("ipc://") ? endpoint.dropFirst(6) : nil
    }

    private func check(_ endpoint: String, for function: String) throws(ZeroMQError) {
        guard !endpoint.utf8.contains(0) else {
            throw ZeroMQError(code: .invalidArgument, function: function, message: "An endpoint has a zero byte in it.")
        }
        guard let path = ipcPath(of: endpoint), path.utf8.count > Socket.maximumIPCPathLength else { return }
        throw ZeroMQError(
            code: .nameTooLong, function: function,
            message: "The path \(path) has \(path.utf8.count) bytes; a Unix socket's path has at most "
                + "\(Socket.maximumIPCPathLength). Choose a shorter directory.")
    }
}
