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
        case link(password: String, code: String?)
    }

    /// Who links.
    private struct Linking: Sendable {
        let userID: String
        let sessionID: String
        let code: String?
    }

    /// So many may begin within a minute, whoever they are: nobody who asks is known yet.
    static let mostPerMinute = 20
    /// So many of them by one process, so that nobody uses up those of all others.
    static let mostPerProcess = 10
    private static let minute = Duration.seconds(60)

    let store: any AuthStore
    let clock: WallClock
    let bot: any TelegramBotDesk
    let gate: PasswordGate
    let codeGate: CodeGate
    private let byProcess = Budget<PeerProcess>(most: mostPerProcess, within: minute, mostKeys: 1000)

    init(
        store: any AuthStore, clock: WallClock, bot: any TelegramBotDesk, gate: PasswordGate, codeGate: CodeGate
    ) {
        (self.store, self.clock, self.bot, self.gate, self.codeGate) = (store, clock, bot, gate, codeGate)
    }

    /// Linking opens another way in, for good, so it takes all that signing in takes: a session alone must not do.
    ///
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `emptyField`, `invalidArgument`
    ///   (device), `telegramUnavailable`, `unavailable`, `conflict` (linked already), `tooManyAttempts`,
    ///   `invalidCredentials`, `codeRequired`, `wrongCode`.
    func execute(_ request: Request, context: SignalContext) async throws -> BegunTelegramAttempt {
        var purpose = TelegramAttempt.Purpose.signIn
        var device: String?
        var linking: Linking?
        switch request {
        case .signIn(let named): device = try Self.cleaned(named)
        case .link(let password, let code):
            let caller = try context.caller.requireUser()
            guard !password.isEmpty else { throw Fault.emptyField("password") }
            if let code, code.allSatisfy(\.isWhitespace) { throw Fault.emptyField("code") }
            purpose = .link(userID: caller.userID)
            linking = Linking(userID: caller.userID, sessionID: caller.sessionID, code: code)
        }
        let botName = try bot.name()
        if let linking, case .link(let password, _) = request {
            try await store.read { try refuseSecond(of: linking.userID, in: $0) }
            _ = try await gate.checkAgain(password, context: context)
        }
        let (secret, nonce) = (Base64URL.encode(Random.bytes(32)), Base64URL.encode(Random.bytes(32)))
        let number = TelegramNumbers.random()
        let now = clock.now()
        if linking == nil, let wait = context.peer.flatMap({ byProcess.take(of: $0, at: now) }) {
            throw Self.tooMany(wait)
        }
        // A wrong code is an outcome and not an error, since its failure has to be counted.
        let attempt = try await store.write(deadline: context.deadline) {
            [purpose, device, linking] transaction -> Result<TelegramAttempt, Fault> in
            try transaction.sweepTelegram(at: now)
            if let linking {
                try AttemptCounters.again(userID: linking.userID, sessionID: linking.sessionID).forget(in: transaction)
                if let refusal = try codeGate.refusal(of: linking.code, of: linking.userID, at: now, in: transaction) {
                    return .failure(refusal)
                }
                try makeWay(for: linking.userID, in: transaction)
            }
            try refuseTooMany(at: now, in: transaction)
            let device = try device ?? linking.flatMap { try transaction.session(id: $0.sessionID)?.device }
            let attempt = TelegramAttempt(
                secretDigest: TelegramAttempt.digest(secret), nonceDigest: TelegramAttempt.digest(nonce),
                buttonKey: Identifier.random(length: 16), purpose: purpose, device: device, number: number,
                createdAt: now)
            try transaction.save(attempt)
            return .success(attempt)
        }.get()
        return BegunTelegramAttempt(attempt: attempt, secret: secret, link: "https://t.me/\(botName)?start=\(nonce)")
    }

    /// One account to one user.
    private func refuseSecond(of userID: String, in reading: any AuthReading) throws {
        guard try reading.user(id: userID) != nil else {
            throw Fault.unauthenticated("The account of this session is gone; sign in again.")
        }
        if let link = try reading.telegramLink(userID: userID) {
            throw Fault(.conflict, "The Telegram account “\(link.name)” is linked already; unlink it first.")
        }
    }

    /// One attempt at a time.
    private func makeWay(for userID: String, in transaction: any AuthTransaction) throws {
        try refuseSecond(of: userID, in: transaction)
        for var earlier in try transaction.openTelegramLinkAttempts(of: userID) {
            earlier.state = .refused
            try transaction.save(earlier)
        }
    }

    private func refuseTooMany(at now: Instant, in transaction: any AuthTransaction) throws {
        let recent = try transaction.telegramBeginnings(after: now - Self.minute)
        guard recent.count >= Self.mostPerMinute, let oldest = recent.first else { return }
        throw Self.tooMany(oldest + Self.minute - now)
    }

    private static func tooMany(_ wait: Duration) -> Fault {
        Fault(
            .tooManyAttempts, "Too many sign-ins by Telegram have begun in this minute; try again in a while.",
            retryAfterMilliseconds: max(1, Int(wait.wholeMilliseconds)))
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
