import Coordination
import Hosting
import Reasons
import StrictJSON
import ZeroMQ

// The way out: replies, progress, slow peers, and draining.

extension Listener {
    /// Sends a reply, or keeps it until its batch is complete. A nil reply belongs to a notification.
    func deliver(_ reply: [UInt8]?, to address: ReplyAddress, batch: UInt64?) {
        guard let batch else {
            if let reply { return send(reply, to: address) }
            // A REQ socket would wait forever. An empty frame is no JSON-RPC reply, but it lets the socket go on.
            if address.isREQ { send([], to: address) }
            return
        }
        guard var collected = batches.removeValue(forKey: batch) else { return }
        collected.missing -= 1
        if let reply { collected.add(reply, limit: limits.unsentBytesPerPeer) }
        guard collected.missing == 0 else {
            batches[batch] = collected
            return
        }
        deliver(collected.reply, to: address, batch: nil)
    }

    /// Sends a body to a peer, behind the envelope of its request.
    func send(_ body: [UInt8], to address: ReplyAddress) {
        let reply = UnsentReply(body: body, address: address)
        if peers[address.peer]?.unsent.isEmpty ?? true, offer(reply) { return }
        keep(reply)
    }

    /// - Returns: False when the peer's queue is full and the message must wait.
    private func offer(_ reply: UnsentReply) -> Bool {
        let address = reply.address
        guard let socket = socket(of: address.peer.door) else { return true }
        guard mayAnswer(address) else {
            drop(address.peer)
            return true
        }
        // libzmq's queue counts messages, so short ones fit however many bytes they take together.
        var counter: SentBytes?
        if reply.body.count >= Message.handOverSize {
            let peer = peers[reply.address.peer] ?? Peer(total: sentBytes)
            guard mayWait(reply.size, beside: peer.sent.count) else { return false }
            peers[reply.address.peer] = peer
            counter = peer.sent
        }
        do {
            return try socket.send(reply.body, envelope: reply.address.envelope, countedBy: counter)
        } catch {
            // The peer is gone: nobody waits for its requests.
            if error.code != .unreachable { log.error("sending failed", ["error": "\(error)"]) }
            drop(reply.address.peer)
            return true
        }
    }

    /// Returns false for a machine that has been removed from the list since it asked.
    private func mayAnswer(_ address: ReplyAddress) -> Bool {
        guard address.peer.door == .replicas else { return true }
        return address.userID.flatMap { replicas?.allowed.host(of: $0) } != nil
    }

    private func keep(_ reply: UnsentReply) {
        var peer = peers[reply.address.peer] ?? Peer(total: sentBytes)
        let size = reply.size
        guard mayWait(size, beside: peer.waitingBytes) else {
            statistics.repliesDropped += 1
            return
        }
        peer.unsent.append(reply)
        peer.unsentBytes += size
        unsentBytes += size
        peers[reply.address.peer] = peer
        retryUnsentSoon()
    }

    /// Returns true when a reply may be queued for a peer that already has `waiting` bytes queued. An empty queue takes
    /// any reply. Once the total limit is reached, each peer is limited to its equal share.
    private func mayWait(_ size: Int, beside waiting: Int) -> Bool {
        if waiting == 0 { return true }
        guard waiting + size <= limits.unsentBytesPerPeer else { return false }
        return unsentBytes + sentBytes.count + size <= limits.unsentBytes
            || waiting + size <= limits.unsentBytes / max(1, peers.count)
    }

    /// Retries after a pause, because libzmq does not report when a slow peer has room again.
    private func retryUnsentSoon() {
        guard !isRetryingUnsent else { return }
        isRetryingUnsent = true
        loop.schedule(after: .milliseconds(20)) { [weak self] in
            self?.assumeIsolated { $0.retryUnsent() }
        }
    }

    private func retryUnsent() {
        isRetryingUnsent = false
        for (id, peer) in peers where !peer.unsent.isEmpty {
            var sent = 0
            while sent < peer.unsent.count, offer(peer.unsent[sent]) { sent += 1 }
            guard peers[id] != nil else { continue }
            let bytes = peer.unsent.prefix(sent).reduce(0) { $0 + $1.size }
            peers[id]?.unsent.removeFirst(sent)
            peers[id]?.unsentBytes -= bytes
            unsentBytes -= bytes
        }
        if peers.values.contains(where: { !$0.unsent.isEmpty }) { retryUnsentSoon() }
        becomeIdleIfDone()
    }

    private func drop(_ id: PeerID) {
        guard let peer = peers.removeValue(forKey: id) else { return }
        unsentBytes -= peer.unsentBytes
        for request in peer.requests.values {
            request.task.cancel()
            // Its reply has no destination, so the batch would never be complete.
            if let batch = request.batch { batches[batch] = nil }
        }
    }

    /// Evicts idle peers once there are many peers.
    ///
    /// An idle peer is not evicted at once, because its next request usually comes soon.
    func forgetQuietPeers() {
        guard peers.count > peersKept else { return }
        peers = peers.filter { !$0.value.isQuiet }
        peersKept = max(Self.fewPeers, peers.count * 2)
    }

    static let fewPeers = 256

    /// Returns a reporter for a request that carries a progress token; nil for a REQ peer, which would take the report
    /// for its reply.
    func progress(token: [UInt8], to address: ReplyAddress) -> ProgressReporter? {
        if address.isREQ { return nil }
        return ProgressReporter { [weak self, loop] share, message, explanation in
            var writer = JSONWriter()
            writer.beginObject()
            writer.member("jsonrpc", "2.0")
            writer.member("method", "$/progress")
            writer.key("params")
            writer.beginObject()
            writer.key("token")
            writer.raw(token)
            writer.key("value")
            writer.beginObject()
            writer.key("share")
            do { try writer.value(min(max(share, 0), 1)) } catch { return }
            if let message { writer.member("message", message) }
            if let explanation {
                writer.member("reason", explanation.reason)
                writer.details(explanation.details)
            }
            writer.endObject()
            writer.endObject()
            writer.endObject()
            let body = writer.bytes
            // On the socket thread it is sent at once: the reply may follow without another turn of the queue.
            if loop.isOnLoop {
                self?.assumeIsolated { $0.send(body, to: address) }
            } else {
                loop.perform { [weak self] in self?.assumeIsolated { $0.send(body, to: address) } }
            }
        }
    }

    // MARK: Draining

    /// Finishes the requests in progress and those that arrive meanwhile, then closes the sockets, within `limit`.
    ///
    /// It reads until the end: requests that peers have sent by then would be lost with the socket, and health reports
    /// `draining`.
    public func drain(within limit: Duration) async {
        isDraining = true
        if !isQuiet {
            loop.schedule(after: limit) { [weak self] in
                self?.assumeIsolated { $0.becomeIdle() }
            }
            await withCheckedContinuation { whenIdle = $0 }
        }
        for socket in [socket, replicas?.socket] { socket.map { loop.close($0) } }
        (socket, replicas) = (nil, nil)
    }

    private var isQuiet: Bool { requestsInHand == 0 && !peers.values.contains { !$0.unsent.isEmpty } }

    func becomeIdleIfDone() {
        if isDraining, isQuiet { becomeIdle() }
    }

    private func becomeIdle() {
        whenIdle?.resume()
        whenIdle = nil
    }
}

/// A reply that did not fit into its peer's queue.
struct UnsentReply {
    let body: [UInt8]
    let address: ReplyAddress

    var size: Int { address.envelope.reduce(body.count) { $0 + $1.count } }
}

/// The replies of a batch, until it is complete.
struct Batch {
    let address: ReplyAddress
    var missing: Int
    var replies: [[UInt8]] = []
    var bytes = 0
    /// True when the replies together exceed the limit for one peer. None of them is kept then.
    var isTooLong = false

    mutating func add(_ reply: [UInt8], limit: Int) {
        bytes += reply.count
        isTooLong = isTooLong || bytes > limit
        if isTooLong { replies = [] } else { replies.append(reply) }
    }

    /// The reply to send when the batch is complete; nil when it held notifications only.
    var reply: [UInt8]? {
        if isTooLong {
            let fault = Fault(.invalidRequest, .answersTooLong, ["bytes": .number(bytes)])
            return Reply.fault(id: Reply.nullID, fault)
        }
        return replies.isEmpty ? nil : Reply.batch(replies)
    }
}
