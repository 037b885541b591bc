import Coordination
import Domain
import Signals
import Sodium

/// Reports the result of an attempt and delivers the session once.
///
/// The session begins in the transaction that records the delivery, so that one attempt never yields two sessions, even
/// when the process dies in between. A client that missed the answer is recognized by its idempotency key.
struct PollTelegram: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault`` `notFound`.
    func answer(
        _ signal: AuthSignal.PollTelegram, context: SignalContext
    ) async throws -> AuthSignal.TelegramProgress {
        guard signal.attempt.utf8.count <= 128 else { throw Self.notFound }
        let digest = TelegramAttempt.digest(signal.attempt)
        let now = dependencies.clock.now()
        // Most polls change nothing, and a read costs no disk access.
        let (attempt, user) = try await dependencies.store.read { reading -> (TelegramAttempt?, User?) in
            let attempt = try reading.telegramAttempt(secretDigest: digest)
            return (attempt, try attempt?.userID.flatMap { try reading.user(id: $0) })
        }
        guard let attempt else { throw Self.notFound }
        switch (attempt.state, attempt.purpose) {
        case (.begun, _), (.asked, _), (.matched, _):
            return AuthSignal.TelegramProgress(state: attempt.isOpen(at: now) ? .waiting : .expired)
        case (.refused, _): return AuthSignal.TelegramProgress(state: .refused)
        case (.confirmed, .link):
            let linked = attempt.isFetchable(at: now) ? user : nil
            return AuthSignal.TelegramProgress(state: .confirmed, user: linked.map { AuthSignal.User($0) })
        case (.confirmed, .signIn) where !attempt.isFetchable(at: now):
            return AuthSignal.TelegramProgress(state: .expired)
        case (.delivered, _) where !attempt.isFetchable(at: now): return Self.givenBefore
        case (.confirmed, .signIn), (.delivered, _): break
        }
        let keyDigest = context.keyDigest(for: "telegram:")
        let ended = EndedSessions()
        let progress = try await dependencies.store.write(deadline: context.deadline) {
            try deliver(digest, keyDigest, at: now, in: $0, noting: ended)
        }
        dependencies.sessions.revoke(ended)
        if let session = progress.session { context.note?.concerns(session.userId) }
        return progress
    }

    /// Checks again, in the transaction that delivers the session.
    private func deliver(
        _ digest: [UInt8], _ keyDigest: [UInt8]?, at now: Instant, in transaction: any AuthTransaction,
        noting ended: EndedSessions
    ) throws -> AuthSignal.TelegramProgress {
        guard var attempt = try transaction.telegramAttempt(secretDigest: digest), let userID = attempt.userID,
            let person = attempt.person
        else { throw Self.notFound }
        if attempt.state == .delivered { return try repeated(attempt, keyDigest, at: now, in: transaction) }
        // Unlinked or deleted meanwhile: the sign-in belongs to nobody any more.
        guard attempt.state == .confirmed, let user = try transaction.user(id: userID),
            try transaction.telegramLink(telegramID: person.id)?.userID == userID
        else {
            attempt.state = .refused
            try transaction.save(attempt)
            return AuthSignal.TelegramProgress(state: .refused)
        }
        let issued = dependencies.sessions.begin(for: userID, device: DeviceName.byTelegram(attempt.device))
        attempt.state = .delivered
        attempt.sessionID = issued.session.id
        attempt.deliveryKeyDigest = keyDigest
        try transaction.save(attempt)
        try dependencies.sessions.keep(issued.session, in: transaction, noting: ended)
        return AuthSignal.TelegramProgress(user, issued)
    }

    /// Answers a repetition: the same client gets new secrets of the same session, any other client gets nothing.
    private func repeated(
        _ attempt: TelegramAttempt, _ keyDigest: [UInt8]?, at now: Instant, in transaction: any AuthTransaction
    ) throws -> AuthSignal.TelegramProgress {
        guard let keyDigest, let kept = attempt.deliveryKeyDigest, ConstantTime.equals(keyDigest, kept),
            let userID = attempt.userID, let user = try transaction.user(id: userID),
            var session = try attempt.sessionID.flatMap({ try transaction.session(id: $0) }), session.isAlive(at: now)
        else { return Self.givenBefore }
        let issued = dependencies.sessions.secrets(for: session)
        session.rotate(
            to: issued.refreshToken.digest, from: session.refreshDigest, keyDigest: nil,
            tokenExpiresAt: issued.session.tokenExpiresAt, at: now)
        try transaction.save(session)
        return AuthSignal.TelegramProgress(user, issued)
    }

    /// The session was already delivered.
    private static let givenBefore = AuthSignal.TelegramProgress(state: .confirmed)
    private static let notFound = Fault(.notFound, .noSuchTelegramAttempt, field: "attempt")
}

extension AuthSignal.TelegramProgress {
    /// Creates the answer with the user and the session, once.
    fileprivate init(_ user: User, _ issued: IssuedSession) {
        self.init(
            state: .confirmed, user: AuthSignal.User(user), session: AuthSignal.Session(issued, zone: user.zone))
    }
}
