import CSocketGuard
import CZeroMQ

/// A frame of a message. It owns its bytes.
///
/// The C structure must not be copied as a value, so it is on the heap. `zmq_msg_init`, `zmq_msg_close`
public struct Message: ~Copyable {
    /// The size from which an array is passed without a copy; below it copying is cheaper.
    public static let handOverSize = 4096

    let pointer: UnsafeMutablePointer<zmq_msg_t>

    /// Creates an empty frame. `zmq_msg_init`
    public init() {
        pointer = .allocate(capacity: 1)
        zmq_msg_init(pointer)
    }

    /// Creates a frame of `size` bytes, all of which `fill` must write. `zmq_msg_init_size`
    /// - Precondition: There is enough memory.
    public init<Failure: Error>(
        size: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        self.init(size: size)
        try fill(UnsafeMutableRawBufferPointer(start: zmq_msg_data(pointer), count: size))
    }

    /// Creates a frame from a copy of `bytes`. `zmq_msg_init_size`
    /// - Precondition: There is enough memory.
    public init(bytes: UnsafeRawBufferPointer) {
        self.init(size: bytes.count)
        fill(with: bytes)
    }

    /// Creates a frame from the bytes of an array; from 4 KiB on without a copy. `zmq_msg_init_data`
    ///
    /// - Parameter counter: Counts the bytes, from 4 KiB on, until libzmq has released them.
    /// - Precondition: There is enough memory.
    public init(bytes: [UInt8], countedBy counter: SentBytes? = nil) {
        guard bytes.count >= Message.handOverSize else {
            self.init(size: bytes.count)
            bytes.withUnsafeBytes { fill(with: $0) }
            return
        }
        // An empty message owns nothing, so it may be initialised again without being closed.
        self.init()
        let lent = Unmanaged.passRetained(LentArray(bytes, counter))
        let result = lent.takeUnretainedValue().bytes.withUnsafeBufferPointer { buffer in
            zmq_msg_init_data(
                pointer, UnsafeMutableRawPointer(mutating: buffer.baseAddress), buffer.count,
                { _, lent in
                    guard let lent else { return }
                    Unmanaged<LentArray>.fromOpaque(lent).release()
                }, lent.toOpaque())
        }
        precondition(result == 0, "There is no memory for a ZeroMQ message.")
    }

    private init(size: Int) {
        pointer = .allocate(capacity: 1)
        let result = zmq_msg_init_size(pointer, size)
        precondition(result == 0, "There is no memory for a ZeroMQ message.")
    }

    private func fill(with bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
        zmq_msg_data(pointer).copyMemory(from: start, byteCount: bytes.count)
    }

    deinit {
        zmq_msg_close(pointer)
        pointer.deallocate()
    }

    /// The number of bytes. `zmq_msg_size`
    public var count: Int { zmq_msg_size(pointer) }

    /// True when further frames of the same received message follow. `zmq_msg_more`
    public var hasMore: Bool { zmq_msg_more(pointer) != 0 }

    /// Calls `body` with the bytes. `zmq_msg_data`
    public borrowing func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: zmq_msg_data(pointer), count: zmq_msg_size(pointer)))
    }

    /// A copy of the bytes. `zmq_msg_data`
    public var bytes: [UInt8] { withBytes { Array($0) } }

    /// Records that a message has left the queue of its connection, if that has limits. Call it on the last frame.
    /// `zmq_msg_get`, `ZMQ_SRCFD`, `kopilka_receive_guard_taken`
    ///
    /// - Parameters:
    ///   - bytes: The size of all its frames.
    ///   - frames: The number of its frames, without the name of the connection.
    public func noteTaken(bytes: Int, frames: Int) {
        kopilka_receive_guard_taken(zmq_msg_get(pointer, ZMQ_SRCFD), Int64(bytes), Int64(frames))
    }

    /// The id that the ZAP handler gave to the sender; nil when none was asked. `zmq_msg_gets`, `User-Id`
    public var userID: String? { zmq_msg_gets(pointer, "User-Id").map { String(cString: $0) } }

    /// The process that sent a message over ipc, as reported by the kernel; nil for other transports and for local
    /// messages. `zmq_msg_gets`, `SO_PEERCRED`
    public var peerAddress: PeerAddress? {
        guard let text = zmq_msg_gets(pointer, "Peer-Address") else { return nil }
        return PeerAddress(text)
    }
}

/// Keeps an array alive while libzmq reads its bytes, whichever thread releases them.
///
/// The address remains valid after `withUnsafeBufferPointer`: an `[UInt8]` has its elements in one heap block that
/// never moves. This immutable property holds a reference to the block, so nobody can write to it in place.
private final class LentArray: Sendable {
    let bytes: [UInt8]
    private let counter: SentBytes?

    init(_ bytes: [UInt8], _ counter: SentBytes?) {
        self.bytes = bytes
        self.counter = counter
        counter?.add(bytes.count)
    }

    deinit { counter?.add(-bytes.count) }
}
