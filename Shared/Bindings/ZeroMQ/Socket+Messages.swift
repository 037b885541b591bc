import CZeroMQ
import Glibc

extension Socket {
    /// Sends one frame and consumes it, sent or not. `zmq_msg_send`
    /// - Parameters:
    ///   - more: True when further frames of the same message follow.
    ///   - wait: True to wait for room in the queue; otherwise a full queue returns false at once.
    /// - Returns: False when the frame would have had to wait; it is lost then. Use ``offer(_:more:)`` to keep it.
    /// - Throws: ``ZeroMQError``: `unreachable` from a mandatory router, `wrongState`, `terminated`.
    @discardableResult
    public func send(_ message: consuming Message, more: Bool, wait: Bool = false) throws(ZeroMQError) -> Bool {
        try send(message.pointer, flags: flags(more: more, wait: wait))
    }

    /// Sends one frame without waiting; a frame that is not sent stays with the caller. `zmq_msg_send`
    /// - Returns: True when it was sent: the frame is empty then.
    /// - Throws: As ``send(_:more:wait:)``; the frame stays with the caller.
    public func offer(_ message: inout Message, more: Bool) throws(ZeroMQError) -> Bool {
        try send(message.pointer, flags: flags(more: more, wait: false))
    }

    /// Sends a copy of `bytes` as one frame: the fastest way for small frames. `zmq_send`
    /// - Returns: False when it would have to wait and `wait` is false.
    /// - Throws: As ``send(_:more:wait:)``.
    @discardableResult
    public func send(
        bytes: UnsafeRawBufferPointer, more: Bool, wait: Bool = false
    ) throws(ZeroMQError) -> Bool {
        let socket = checked
        let flags = flags(more: more, wait: wait)
        while zmq_send(socket, bytes.baseAddress, bytes.count, flags) < 0 {
            guard try shallRetry("zmq_send") else { return false }
        }
        return true
    }

    /// Sends all frames of one message, all or none.
    /// - Returns: False when it would have to wait and `wait` is false.
    /// - Throws: As ``send(_:more:wait:)``.
    /// - Precondition: There is at least one frame.
    @discardableResult
    public func send(frames: [[UInt8]], wait: Bool = false) throws(ZeroMQError) -> Bool {
        guard let body = frames.last else { preconditionFailure("A ZeroMQ message has at least one frame.") }
        return try send(body, envelope: Array(frames.dropLast()), wait: wait)
    }

    /// Sends a message of a body and the frames before it, all or none.
    /// - Parameter counter: Counts the bytes of a long body until libzmq has released them.
    /// - Returns: False when it would have to wait and `wait` is false.
    /// - Throws: As ``send(_:more:wait:)``.
    @discardableResult
    public func send(
        _ body: [UInt8], envelope: [[UInt8]], countedBy counter: SentBytes? = nil, wait: Bool = false
    ) throws(ZeroMQError) -> Bool {
        var isTaken = true
        for (index, frame) in envelope.enumerated() {
            let isSent = try send(frame, more: true, wait: wait)
            if !isSent && index == 0 { return false }
            // If the peer is lost in between, its frames are dropped, but libzmq expects the rest in order to drop it,
            // too.
            isTaken = isTaken && isSent
        }
        let isSent = try send(body, more: false, countedBy: counter, wait: wait)
        return isTaken && isSent
    }

    /// Sends one frame in the way that is fastest for its size.
    private func send(
        _ frame: [UInt8], more: Bool, countedBy counter: SentBytes? = nil, wait: Bool
    ) throws(ZeroMQError) -> Bool {
        guard frame.count < Message.handOverSize else {
            return try send(Message(bytes: frame, countedBy: counter), more: more, wait: wait)
        }
        return try frame.withUnsafeBufferPointer { bytes throws(ZeroMQError) in
            try send(bytes: UnsafeRawBufferPointer(bytes), more: more, wait: wait)
        }
    }

    /// Receives the next frame. `zmq_msg_recv`
    /// - Returns: Nil when there is none and `wait` is false.
    /// - Throws: ``ZeroMQError``: `wrongState`, `terminated`.
    public func receive(wait: Bool = false) throws(ZeroMQError) -> Message? {
        let socket = checked
        let message = Message()
        while zmq_msg_recv(message.pointer, socket, wait ? 0 : ZMQ_DONTWAIT) < 0 {
            guard try shallRetry("zmq_msg_recv") else { return nil }
        }
        return message
    }

    /// Receives all frames of the next message; they arrive together.
    /// - Returns: Nil when there is none and `wait` is false.
    /// - Throws: As ``receive(wait:)``.
    public func receiveFrames(wait: Bool = false) throws(ZeroMQError) -> [[UInt8]]? {
        var frames: [[UInt8]] = []
        while let frame = try receive(wait: wait || !frames.isEmpty) {
            frames.append(frame.bytes)
            if !frame.hasMore { return frames }
        }
        return nil
    }

    private func send(_ message: UnsafeMutablePointer<zmq_msg_t>, flags: Int32) throws(ZeroMQError) -> Bool {
        let socket = checked
        while zmq_msg_send(message, socket, flags) < 0 {
            guard try shallRetry("zmq_msg_send") else { return false }
        }
        return true
    }

    private func flags(more: Bool, wait: Bool) -> Int32 {
        (more ? ZMQ_SNDMORE : 0) | (wait ? 0 : ZMQ_DONTWAIT)
    }

    /// Returns true after an interrupted call, false when the call would have to wait; throws any other failure.
    private func shallRetry(_ function: String) throws(ZeroMQError) -> Bool {
        switch zmq_errno() {
        case EINTR: return true
        case EAGAIN: return false
        default: throw .last(function)
        }
    }
}
