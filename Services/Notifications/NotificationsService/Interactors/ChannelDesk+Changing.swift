import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// Channels that are there already.
extension ChannelDesk {
    static let notFound = Fault(
        .notFound, "You have no such channel.", field: "channel")

    static let isPending = Fault(
        .conflict, "The channel waits for its owner to open its link and press Start.", field: "channel")

    static func own(_ id: String, of user: String, in reading: any NotificationsReading) throws -> Channel {
        guard id.utf8.count <= 64, let channel = try reading.channel(id), channel.userID == user, !channel.isRemoved
        else { throw notFound }
        return channel
    }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `conflict`, `notFound`,
    ///   `confirmationRequired`, `tooManyAttempts`, `wrongCode`.
    func remove(
        _ signal: NotificationsSignal.RemoveChannel, _ keyed: KeyedRequest?, _ context: SignalContext
    ) async throws -> [Entry] {
        try await change(signal.channel, with: signal.code, keyed, context) { channel, proof, books, news in
            try ProofGate.require(proof)
            try books.removeChannel(channel.id)
            guard channel.state == .on else {
                if channel.state == .off { try news.tell(.channelRemoved, of: channel) }
                return
            }
            channel.state = .off
            channel.isRemoved = true
            try news.tellLast(.channelRemoved, through: &channel)
        }
    }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `notFound`, `conflict`,
    ///   `confirmationRequired`, `tooManyAttempts`, `wrongCode`.
    func turn(
        _ signal: NotificationsSignal.SwitchChannel, _ keyed: KeyedRequest?, _ context: SignalContext
    ) async throws -> [Entry] {
        try await change(signal.channel, with: signal.code, keyed, context) { [senders] channel, proof, books, news in
            guard channel.state != .pending else { throw Self.isPending }
            if signal.on, let rule = senders[channel.kind]?.refusal(of: channel.address) {
                throw Fault(.conflict, "The address \(rule).", field: "channel")
            }
            let isNews = channel.state != (signal.on ? .on : .off)
            if isNews { try ProofGate.require(proof) }
            if signal.on {
                (channel.state, channel.reason, channel.pausedUntil) = (.on, nil, nil)
                (channel.isFailing, channel.farewell) = (false, nil)
                try books.save(channel)
                if isNews { try news.tell(.channelSwitchedOn, of: channel) }
            } else if isNews {
                (channel.state, channel.reason) = (.off, "Its owner switched it off.")
                try books.giveUp(waitingIn: channel.id, answer: "The channel was switched off.")
                try news.tellLast(.channelSwitchedOff, through: &channel)
            }
        }
    }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `notFound`, `conflict`, `confirmationRequired`, `tooManyAttempts`, `wrongCode`.
    func rotate(
        _ signal: NotificationsSignal.RotateSecret, _ keyed: KeyedRequest?, _ context: SignalContext
    ) async throws -> Added {
        let user = try context.caller.requireUser().userID
        let fresh = try signal.secret.map { text throws(Fault) in try Self.secret(text) } ?? .random()
        let until = clock.now() + Channel.secretOverlap
        _ = try await change(signal.channel, with: signal.code, keyed, context) { [vault] channel, proof, books, news in
            guard channel.kind == .webhook else {
                throw Fault(.conflict, "Only webhooks have a secret.", field: "channel")
            }
            try ProofGate.require(proof)
            (channel.oldSecret, channel.oldSecretUntil) = (channel.secret, until)
            channel.secret = try vault.seal(fresh, of: channel.id)
            try books.save(channel)
            try news.tell(.channelSecretChanged, of: channel)
        }
        return try await store.read { [vault] reading in
            let channel = try Self.own(signal.channel, of: user, in: reading)
            return Added(
                channel: channel, link: nil, secret: try channel.secret.map { try vault.open($0, of: channel.id).text })
        }
    }

    /// Changes a channel of the caller's once, with all that is told of it in one transaction.
    ///
    /// - Parameter body: Does it; asks for a proof once nothing else stands in the way.
    private func change(
        _ id: String, with code: String?, _ keyed: KeyedRequest?, _ context: SignalContext,
        _ body:
            @escaping @Sendable (
                _ channel: inout Channel, _ proof: ProofGate.Proof, any NotificationsBooks, ChannelNews
            ) throws -> Void
    ) async throws -> [Entry] {
        let user = try context.caller.requireUser().userID
        let now = clock.now()
        let entries = try await gate.pass(with: code, context: context) { proof in
            try await store.write(deadline: context.deadline) { [zones] books in
                _ = try books.once(keyed) {
                    var channel = try Self.own(id, of: user, in: books)
                    let news = ChannelNews(books: books, router: Router(books, zones, at: now), now: now)
                    try body(&channel, proof, books, news)
                    return ""
                }
                return try Self.entries(of: user, in: books)
            }
        }
        ring()
        return entries
    }
}
