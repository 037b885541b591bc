import Synchronization

/// The body of a response that grows while its connection is open, such as server-sent events.
///
/// The stream begins when its response is sent. Bytes that were sent earlier wait for it. It ends when its sender ends
/// it, when its reader is gone or does not read, and when the server stops.
public final class WebStream: Sendable {
    /// Bytes that are sent regularly, so that a reader that is gone is noticed.
    public struct Heartbeat: Sendable {
        /// The bytes.
        public let bytes: [UInt8]
        /// The time between two of them.
        public let interval: Duration

        /// Creates a heartbeat.
        public init(_ bytes: [UInt8], every interval: Duration) {
            self.bytes = bytes
            self.interval = interval
        }
    }

    private struct State {
        var waiting: [UInt8] = []
        /// How often bytes were taken.
        var takes = 0
        /// Set while the connection sleeps until there are bytes.
        var wake: (@Sendable () -> Void)?
        var isFinished = false
        var isOver = false
        var onEnd: [@Sendable () -> Void] = []
    }

    /// What the reader of the connection finds.
    enum Part {
        case bytes(Int)
        /// Nothing yet: the connection sleeps until `wake` is called.
        case nothing
        case end
    }

    let heartbeat: Heartbeat?
    private let maximumWaitingBytes: Int
    private let state = Mutex(State())

    /// Creates a stream.
    ///
    /// - Parameters:
    ///   - heartbeat: Sent while the stream is open.
    ///   - maximumWaitingBytes: The most bytes that wait for a slow reader. With more the stream ends.
    public init(heartbeat: Heartbeat? = nil, maximumWaitingBytes: Int = 65_536) {
        self.heartbeat = heartbeat
        self.maximumWaitingBytes = maximumWaitingBytes
    }

    /// Sends bytes. Never blocks.
    ///
    /// - Returns: False when the stream has ended, or ends now because its reader is too slow.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool {
        let (isTaken, wake) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
            guard !state.isFinished, !state.isOver else { return (false, nil) }
            guard state.waiting.count + bytes.count <= maximumWaitingBytes else {
                state.isFinished = true
                state.waiting = []
                return (false, state.wake.take())
            }
            state.waiting += bytes
            return (true, bytes.isEmpty ? nil : state.wake.take())
        }
        wake?()
        return isTaken
    }

    /// Ends the stream after the bytes that wait.
    public func end() {
        let wake = state.withLock { state in
            state.isFinished = true
            return state.wake.take()
        }
        wake?()
    }

    /// True when nothing more can be sent.
    public var hasEnded: Bool { state.withLock { $0.isFinished || $0.isOver } }

    /// Calls `body` once the connection has let go of the stream: the end was sent, or the reader is gone. At once when
    /// that has happened.
    public func onEnd(_ body: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isOver { state.onEnd.append(body) }
            return state.isOver
        }
        if isOver { body() }
    }

    /// Moves waiting bytes to a buffer.
    /// - Parameter wake: Kept when there is nothing. It is called once there is something, outside the lock.
    func take(into buffer: UnsafeMutableRawBufferPointer, orWake wake: @escaping @Sendable () -> Void) -> Part {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                if state.isFinished { return .end }
                state.wake = wake
                return .nothing
            }
            let count = min(buffer.count, state.waiting.count)
            state.waiting.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            state.waiting.removeFirst(count)
            state.takes += 1
            return .bytes(count)
        }
    }

    /// How often bytes were taken, if some wait; nil when none wait.
    var takesWhileBytesWait: Int? { state.withLock { $0.waiting.isEmpty ? nil : $0.takes } }

    /// Called when the connection lets go of the stream.
    func finish() {
        let bodies = state.withLock { state in
            state.isOver = true
            state.waiting = []
            state.wake = nil
            let bodies = state.onEnd
            state.onEnd = []
            return bodies
        }
        for body in bodies { body() }
    }
}

extension Optional {
    /// Returns the value and leaves nil.
    fileprivate mutating func take() -> Wrapped? {
        let value = self
        self = nil
        return value
    }
}
