import Glibc
import Hosting
import Synchronization

/// A local TCP port whose connections a test scripts, each on a thread of its own. It stops with the last reference.
public final class LoopbackStreams: Sendable {
    /// The port.
    public let port: Int
    /// Nil once it is stopped: the thread closes it then.
    private let listener: Mutex<Int32?>

    /// Listens on a port that the system chooses, and calls `serve` with each connection.
    public init(_ serve: @escaping @Sendable (RawStream) -> Void) throws {
        let (listener, port) = try LoopbackPort.open()
        _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
        self.listener = Mutex(listener)
        self.port = Int(port)
        BackgroundThread.start(named: "streams") {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else {
                    if errno == EINTR || errno == ECONNABORTED { continue }
                    // The thread is the last that uses the number.
                    Glibc.close(listener)
                    return
                }
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                BackgroundThread.start(named: "stream") { serve(RawStream(owning: connection)) }
            }
        }
    }

    /// Closes the port.
    public func stop() {
        listener.withLock { listener in
            if let listener { shutdown(listener, Int32(SHUT_RDWR)) }
            listener = nil
        }
    }

    deinit { stop() }
}

/// Passes the bytes of TCP connections on to another port of this machine, and keeps those of the clients.
public final class RecordingRelay: Sendable {
    private let streams: LoopbackStreams
    private let kept: Keeper

    private final class Keeper: Sendable {
        let bytes = Mutex<[UInt8]>([])
    }

    /// The port of the relay.
    public var port: Int { streams.port }
    /// What clients have sent.
    public var sent: [UInt8] { kept.bytes.withLock { $0 } }

    /// Listens on a port that the system chooses, and connects to `target` for each connection.
    public init(to target: Int) throws {
        let kept = Keeper()
        self.kept = kept
        streams = try LoopbackStreams { client in
            guard let server = RawStream(port: target) else { return }
            while let asked = client.readSome(within: .milliseconds(5)) {
                kept.bytes.withLock { $0 += asked }
                guard server.write(asked), let answered = server.readSome(within: .milliseconds(5)) else { return }
                guard client.write(answered) else { return }
            }
        }
    }
}
