import Coordination
import Hosting
import StrictJSON
import ZeroMQ

// The way out: replies, progress, peers that read slowly or not at all, and the end.

extension Listener {
    /// Sends a reply, or keeps it until its batch is complete. Nil is the reply to a notification.
    func deliver(_ reply: [UInt8]?, to address: ReplyAddress, batch: UInt64?) {
        guard let batch else {
            if let reply { return send(reply, to: address) }
            // A REQ socket would wait for ever; an empty frame is no JSON-RPC reply, and lets it go on.
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

    /// Sends a body to a peer, behind the envelope it used.
    func send(_ body: [UInt8], to address: ReplyAddress) {
        let reply = UnsentReply(body: body, address: address)
        if peers[address.peer]?.unsent.isEmpty ?? true, offer(reply) { return }
        keep(reply)
    }

    /// - Returns: False when the peer's queue is full and the message must wait.
    private func offer(_ reply: UnsentReply) -> Bool {
        guard let socket else { return true }
        // libzmq's queue counts messages; short ones fit into it however many it takes.
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
            // The peer is gone: nobody waits for its requests any more.
            if error.code != .unreachable { log.error("sending failed", ["error": "\(error)"]) }
            drop(reply.address.peer)
            return true
        }
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

    /// Whether a reply may wait for a peer for whom `waiting` bytes wait. One reply always may; where too much waits in all,
    /// a peer has its share.
    private func mayWait(_ size: Int, beside waiting: Int) -> Bool {
        if waiting == 0 { return true }
        guard waiting + size <= limits.unsentBytesPerPeer else { return false }
        return unsentBytes + sentBytes.count + size <= limits.unsentBytes
            || waiting + size <= limits.unsentBytes / max(1, peers.count)
    }

    /// libzmq does not say when a slow peer has room again, so it is asked now and then.
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
            // Its reply has nowhere to go, so the batch would never be complete.
            if let batch = request.batch { batches[batch] = nil }
        }
    }

    /// Forgets the peers of whom nothing is in hand, once there are many.
    ///
    /// Not each at once: its next request mostly comes soon.
    func forgetQuietPeers() {
        guard peers.count > peersKept else { return }
        peers = peers.filter { !$0.value.isQuiet }
        peersKept = max(Self.fewPeers, peers.count * 2)
    }

    static let fewPeers = 256

    /// A reporter for a request that brought a token; none for a REQ peer, who would take the report for its reply.
    func progress(token: [UInt8], to address: ReplyAddress) -> ProgressReporter? {
        if address.isREQ { return nil }
        return ProgressReporter { [weak self, loop] share, message in
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
            writer.endObject()
            writer.endObject()
            writer.endObject()
            let body = writer.bytes
            // On the thread of the sockets it goes out at once: the reply may follow without another turn of the queue.
            if loop.isOnLoop {
                self?.assumeIsolated { $0.send(body, to: address) }
            } else {
                loop.perform { [weak self] in self?.assumeIsolated { $0.send(body, to: address) } }
            }
        }
    }

    // MARK: The end

    /// Finishes what is in hand, and what comes until nothing is, answers it, closes; no longer than `limit`.
    ///
    /// It reads until the end: what peers have sent by then would be lost with the socket, and health still tells
    /// `draining`.
    public func drain(within limit: Duration) async {
        isDraining = true
        if !isQuiet {
            loop.schedule(after: limit) { [weak self] in
                self?.assumeIsolated { $0.becomeIdle() }
            }
            await withCheckedContinuation { whenIdle = $0 }
        }
        if let socket { loop.close(socket) }
        socket = nil
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
