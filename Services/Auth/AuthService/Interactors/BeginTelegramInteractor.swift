import Coordination
import Domain
import Signals
import Sodium

/// An attempt as the client gets it, once: with the secrets that are not kept.
struct BegunTelegramAttempt: Sendable {
    let attempt: TelegramAttempt
    /// What the client asks by.
    let secret: String
    /// What opens the bot.
    let link: String
}

/// Begins a sign-in by Telegram, or the linking of an account.
struct BeginTelegramInteractor: Interactor {
    enum Request: Sendable {
        case signIn(device: String?)
        case link
    }

    /// So many may begin within a minute, whoever they are: nobody who asks is known yet.
    static let mostPerMinute = 20
    private static let minute = Duration.seconds(60)

    let store: any AuthStore
    let clock: WallClock
    let bot: any TelegramBotDesk

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument` (device),
    ///   `telegramUnavailable`, `unavailable`, `conflict` (linked already), `tooManyAttempts`.
    func execute(_ request: Request, context: SignalContext) async throws -> BegunTelegramAttempt {
        var purpose = TelegramAttempt.Purpose.signIn
        var device: String?
        var sessionID: String?
        switch request {
        case .signIn(let named): device = try Self.cleaned(named)
        case .link:
            let caller = try context.caller.requireUser()
            purpose = .link(userID: caller.userID)
            sessionID = caller.sessionID
        }
        let botName = try bot.name()
        let (secret, nonce) = (Base64URL.encode(Random.bytes(32)), Base64URL.encode(Random.bytes(32)))
        let number = TelegramNumbers.random()
        let now = clock.now()
        let attempt = try await store.write(deadline: context.deadline) {
            [purpose, device, sessionID] transaction -> TelegramAttempt in
            try transaction.sweepTelegram(at: now)
            if case .link(let userID) = purpose { try makeWay(for: userID, in: transaction) }
            try refuseTooMany(at: now, in: transaction)
            let device = try device ?? sessionID.flatMap { try transaction.session(id: $0)?.device }
            let attempt = TelegramAttempt(
                secretDigest: TelegramAttempt.digest(secret), nonceDigest: TelegramAttempt.digest(nonce),
                buttonKey: Identifier.random(length: 16), purpose: purpose, device: device, number: number,
                createdAt: now)
            try transaction.save(attempt)
            return attempt
        }
        return BegunTelegramAttempt(attempt: attempt, secret: secret, link: "https://t.me/\(botName)?start=\(nonce)")
    }

    /// One account to one user, and one attempt at a time.
    private func makeWay(for userID: String, in transaction: any AuthTransaction) throws {
        guard try transaction.user(id: userID) != nil else {
            throw Fault.unauthenticated("The account of this session is gone; sign in again.")
        }
        if let link = try transaction.telegramLink(userID: userID) {
            throw Fault(.conflict, "The Telegram account “\(link.name)” is linked already; unlink it first.")
        }
        for var earlier in try transaction.openTelegramLinkAttempts(of: userID) {
            earlier.state = .refused
            try transaction.save(earlier)
        }
    }

    private func refuseTooMany(at now: Instant, in transaction: any AuthTransaction) throws {
        let recent = try transaction.telegramBeginnings(after: now - Self.minute)
        guard recent.count >= Self.mostPerMinute, let oldest = recent.first else { return }
        let wait = max(1, Int((oldest + Self.minute - now).wholeMilliseconds))
        throw Fault(
            .tooManyAttempts, "Too many sign-ins by Telegram have begun in this minute; try again in a while.",
            retryAfterMilliseconds: wait)
    }

    /// The device as it may be shown: another person's chat is no place for line breaks and the like.
    private static func cleaned(_ device: String?) throws(Fault) -> String? {
        guard let device, !device.isEmpty else { return nil }
        let longest = LoginInteractor.longestDevice
        guard device.utf8.count <= 4 * longest, device.count <= longest else {
            throw .invalidArgument("device", "must have at most \(longest) characters")
        }
        return TelegramNames.cleaned(device, longest: longest)
    }
}

extension Instant {
    fileprivate static func - (instant: Instant, duration: Duration) -> Instant { instant + (.zero - duration) }
}
