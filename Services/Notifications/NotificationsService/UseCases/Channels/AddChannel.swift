import Coordination
import Domain
import Reasons
import Signals
import Sodium

/// Adds a channel. A chat is pending until its owner presses Start.
struct AddChannel: UseCase {
    private static let longestName = 60

    let dependencies: NotificationDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict`, `telegramUnavailable`, `unavailable`, `limitExceeded`, `confirmationRequired`, `tooManyAttempts`,
    ///   `wrongCode`.
    func answer(
        _ signal: NotificationsSignal.AddChannel, context: SignalContext
    ) async throws -> NotificationsSignal.AddedChannel {
        let user = try context.caller.requireUser().userID
        let target = try ChannelTarget(of: signal)
        let (address, secret) = (target.address, target.secret)
        let name = try Self.name(signal.name) ?? (signal.kind == .telegram ? "Telegram" : address)
        let vault = dependencies.vault
        if let reason = dependencies.senders[signal.kind]?.refusal(of: address) {
            throw Fault.invalidArgument("url", reason)
        }
        let link = signal.kind == .telegram ? StartLink(bot: try await dependencies.bot.name()) : nil
        return try await dependencies.changeChannels(
            Self.unproved(signal), of: user, provedBy: signal.code, context
        ) { proof, transaction, news in
            guard try transaction.channels(of: user).count < Channel.most else {
                throw Fault(.limitExceeded, .tooManyChannels, ["limit": .number(Channel.most)])
            }
            try ProofGate.require(proof)
            var channel = Channel(
                id: Identifier.random(length: 16), userID: user, kind: signal.kind, name: name, address: address,
                state: link == nil ? .on : .pending, createdAt: news.now)
            if let link {
                (channel.linkDigest, channel.linkExpiresAt) = (link.digest, news.now + Channel.linkLife)
            }
            if let secret { channel.secret = try vault.seal(secret, of: channel.id) }
            try transaction.save(channel)
            // A pending chat carries nothing and has no name.
            if channel.state == .on { try news.tell(.channelAdded, of: channel) }
            return try NotificationsSignal.AddedChannel(
                channel: NotificationsSignal.Channel(channel, in: transaction), link: link?.url,
                expiresAt: channel.linkExpiresAt, secret: secret?.shown
            ).sealed(by: vault)
        }.opened(by: vault)
    }

    func answerBefore(
        _ signal: NotificationsSignal.AddChannel, context: SignalContext
    ) async throws -> NotificationsSignal.AddedChannel? {
        try await dependencies.store.answerBefore(to: Self.unproved(signal), context: context)?
            .opened(by: dependencies.vault)
    }

    /// What is stored of the request: the code that proves it is another one in a repetition.
    private static func unproved(_ signal: NotificationsSignal.AddChannel) -> NotificationsSignal.AddChannel {
        NotificationsSignal.AddChannel(
            kind: signal.kind, name: signal.name, address: signal.address, url: signal.url, secret: signal.secret,
            topic: signal.topic, token: signal.token)
    }

    /// A link that opens the chat with the bot. Its code, which Start sends, is stored as a hash.
    private struct StartLink {
        let url: String
        let digest: [UInt8]

        init(bot: String) {
            let code = AuthEvent.TelegramStarted.codeMark + Identifier.random(length: 26)
            url = "https://t.me/\(bot)?start=\(code)"
            digest = Digest.blake2b256(Array(code.utf8))
        }
    }

    private static func name(_ name: String?) throws(Fault) -> String? {
        guard let name else { return nil }
        guard (1...longestName).contains(name.count), name.utf8.count <= 4 * longestName,
            PlainText.isPlain(name), name.contains(where: { $0 != " " })
        else { throw .invalidArgument("name", .badLine, ["most": .number(longestName)]) }
        return name
    }
}
