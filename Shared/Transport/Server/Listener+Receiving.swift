import Coordination
import Domain
import Hosting
import Reasons
import StrictJSON
import ZeroMQ

// The way in: messages, their limits, and the peers that sent them.

extension Listener {
    /// The number of messages received before replies get their turn.
    private static let messagesPerTurn = 256

    /// The pause in receiving while events of auth must be read first. Reading them takes about as long.
    private static let eventPause = Duration.milliseconds(2)

    func receive(at door: Door) {
        for _ in 0..<Self.messagesPerTurn {
            do {
                guard let socket = socket(of: door) else { return }
                guard gate.isOpen else { return loop.pause(socket, for: Self.eventPause) }
                guard let first = try socket.receive() else { return }
                try receiveRest(of: first, from: socket, door)
            } catch {
                log.error("receiving failed", ["error": "\(error)"])
                return
            }
        }
    }

    private func receiveRest(of first: consuming Message, from socket: Socket, _ door: Door) throws(ZeroMQError) {
        let peer = PeerID(door: door, bytes: first.bytes)
        var envelope = [peer.bytes]
        var hasMore = first.hasMore
        var size = 0
        while hasMore, let frame = try socket.receive() {
            hasMore = frame.hasMore
            size += frame.count
            if hasMore {
                envelope.append(frame.bytes)
            } else {
                frame.noteTaken(bytes: size + door.frameOverhead * envelope.count, frames: envelope.count)
                let userID = door == .house ? nil : frame.userID
                accept(frame, from: ReplyAddress(peer: peer, userID: userID, envelope: envelope), size: size)
            }
        }
    }

    private func accept(_ body: consuming Message, from address: ReplyAddress, size: Int) {
        let peer = sender(of: body, at: address)
        // A machine that is no longer in the list still has its connection.
        if peer == nil, address.peer.door == .replicas { return noteStranger() }
        guard address.envelope.count <= 1 + ReplyAddress.maximumEnvelope else {
            return send(
                Request.Malformed(id: Reply.nullID, Refusal(.tooManyFrames)).reply, to: address)
        }
        let jsonLimits = JSONLimits(
            maximumBytes: limits.messageBytes, maximumDepth: limits.depth, maximumValues: limits.values)
        if body.count <= limits.handOverBytes {
            let parsed = body.withBytes { bytes in Self.parse(bytes, limits: jsonLimits) }
            return dispatch(parsed, Arrival(address: address, peer: peer, executor: loop.tasks, size: size))
        }
        guard hasRoom(for: size, of: address.peer) else {
            let id = body.withBytes { Request.earlyID(in: $0) } ?? Reply.nullID
            return send(Reply.fault(id: id, overloaded), to: address)
        }
        requestsInHand += 1
        bytesInHand += size
        if peers[address.peer] == nil { forgetQuietPeers() }
        peers[address.peer, default: Peer(total: sentBytes)].bytesInHand += size
        let bytes = body.bytes
        Task.detached(executorPreference: globalConcurrentExecutor) {
            let parsed = Result { () throws(JSONSyntaxError) in try JSONDocument(bytes, limits: jsonLimits) }
            await self.dispatchLarge(
                parsed, Arrival(address: address, peer: peer, executor: globalConcurrentExecutor, size: size))
        }
    }

    private func sender(of body: borrowing Message, at address: ReplyAddress) -> RequestPeer? {
        switch address.peer.door {
        case .house: body.peerAddress.map { .process(userID: $0.userID, processID: $0.processID) }
        case .replicas: address.userID.flatMap { replicas?.allowed.host(of: $0) }.map { .host($0) }
        }
    }

    private func noteStranger() { security.write(SecurityLog.Entry(noRequest: .permissionDenied, from: nil)) }

    /// Returns true when `size` more bytes of requests may be in progress.
    func hasRoom(for size: Int, of id: PeerID) -> Bool {
        let peer = peers[id]
        return requestsInHand < limits.inFlight && peer?.requests.count ?? 0 < limits.inFlightPerPeer
            && Self.fits(size, beside: bytesInHand, into: limits.inHandBytes)
            && Self.fits(size, beside: peer?.bytesInHand ?? 0, into: limits.inHandBytesPerPeer)
            // A peer that does not read its replies is told to retry later, before replies have to be dropped.
            && peer?.waitingBytes ?? 0 <= limits.unsentBytesPerPeer / 2
    }

    /// Returns true when `size` more bytes fit. A single message always fits.
    private static func fits(_ size: Int, beside held: Int, into limit: Int) -> Bool {
        held == 0 || held + size <= limit
    }

    private static func parse(_ bytes: UnsafeRawBufferPointer, limits: JSONLimits) -> Result<
        JSONDocument, JSONSyntaxError
    > {
        Result { () throws(JSONSyntaxError) in try JSONDocument(copying: bytes, limits: limits) }
    }

    private func dispatchLarge(_ parsed: Result<JSONDocument, JSONSyntaxError>, _ arrival: Arrival) {
        requestsInHand -= 1
        bytesInHand -= arrival.size
        peers[arrival.address.peer]?.bytesInHand -= arrival.size
        dispatch(parsed, arrival)
        becomeIdleIfDone()
    }

    private func dispatch(_ parsed: Result<JSONDocument, JSONSyntaxError>, _ arrival: Arrival) {
        let root: JSONNode
        switch parsed {
        case .success(let document): root = document.root
        case .failure(let error):
            security.write(SecurityLog.Entry(noRequest: .parseError, from: arrival.peer))
            let fault = Fault(
                .parseError, .notOurJSON, ["offset": .number(error.offset)], cause: error.reason.phrase)
            return send(Reply.fault(id: Reply.nullID, fault), to: arrival.address)
        }
        guard root.kind == .array else { return begin(root, arrival, batch: nil) }
        let entries = Array(root.elements.prefix(limits.batch + 1))
        guard !entries.isEmpty, entries.count <= limits.batch else {
            security.write(SecurityLog.Entry(noRequest: .invalidRequest, from: arrival.peer))
            let refusal = Refusal(.badBatch, ["most": .number(limits.batch)])
            return send(Request.Malformed(id: Reply.nullID, refusal).reply, to: arrival.address)
        }
        requestCount += 1
        let batch = requestCount
        batches[batch] = Batch(address: arrival.address, missing: entries.count)
        var part = arrival
        part.size = arrival.size / entries.count
        for entry in entries { begin(entry, part, batch: batch) }
    }
}

/// A received message, and the executor of its requests.
struct Arrival {
    let address: ReplyAddress
    let peer: RequestPeer?
    let executor: any TaskExecutor
    /// The size of the message in bytes; for a request of a batch, its share.
    var size: Int
}

/// The state of a connection.
struct Peer {
    var requests: [UInt64: RequestInHand] = [:]
    /// The bytes of its requests, including those not parsed yet.
    var bytesInHand = 0
    var unsent: [UnsentReply] = []
    var unsentBytes = 0
    /// The bytes that libzmq holds for it.
    let sent: SentBytes

    init(total: SentBytes) { sent = SentBytes(total: total) }

    mutating func begin(_ number: UInt64, _ request: RequestInHand, size: Int) {
        requests[number] = request
        bytesInHand += size
    }

    mutating func end(_ number: UInt64, size: Int) -> RequestInHand? {
        bytesInHand -= size
        return requests.removeValue(forKey: number)
    }

    /// The bytes of queued replies, here and in libzmq.
    var waitingBytes: Int { unsentBytes + sent.count }

    /// True when nothing of it is in progress.
    var isQuiet: Bool { requests.isEmpty && unsent.isEmpty && bytesInHand == 0 && sent.count == 0 }
}
