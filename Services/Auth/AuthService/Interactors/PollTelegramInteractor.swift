import Coordination
import Domain
import Sodium

/// What a client learns of its attempt.
enum TelegramProgress: Sendable {
    case waiting
    case expired
    case refused
    /// Done; the user and the session go to the one they are for, once.
    case signedIn(SignedInUser?)
    /// The Telegram account of this user is linked now.
    case linked(User?)
}

/// Tells what came of an attempt, and gives the session once.
///
/// The session begins in the transaction that notes that it was given, so that one attempt never gives two, whatever dies
/// in between. A client that did not hear the answer recognises itself by its idempotency key.
struct PollTelegramInteractor: Interactor {
    struct Request: Sendable {
        let attempt: String
    }

    private struct Delivery: Sendable {
        var progress: TelegramProgress
        var ended: [AuthSession] = []
    }

    let store: any AuthStore
    let sessions: SessionMaker

    /// - Throws: ``Fault`` `notFound`.
    func execute(_ request: Request, context: SignalContext) async throws -> TelegramProgress {
        guard request.attempt.utf8.count <= 128 else { throw Self.notFound }
        let digest = TelegramAttempt.digest(request.attempt)
        let now = sessions.clock.now()
        // Most answers change nothing, and reading costs no disk.
        let (attempt, user) = try await store.read { reading -> (TelegramAttempt?, User?) in
            let attempt = try reading.telegramAttempt(secretDigest: digest)
            return (attempt, try attempt?.userID.flatMap { try reading.user(id: $0) })
        }
        guard let attempt else { throw Self.notFound }
        switch (attempt.state, attempt.purpose) {
        case (.begun, _), (.asked, _), (.matched, _): return attempt.isOpen(at: now) ? .waiting : .expired
        case (.refused, _): return .refused
        case (.confirmed, .link): return .linked(attempt.isFetchable(at: now) ? user : nil)
        case (.confirmed, .signIn) where !attempt.isFetchable(at: now): return .expired
        case (.delivered, _) where !attempt.isFetchable(at: now): return .signedIn(nil)
        case (.confirmed, .signIn), (.delivered, _): break
        }
        let keyDigest = context.idempotencyKey.map { Registration.digest(ofKey: "telegram:" + $0) }
        let delivery = try await store.write(deadline: context.deadline) {
            try deliver(digest, keyDigest, at: now, in: $0)
        }
        sessions.revoke(delivery.ended)
        if case .signedIn(let signedIn?) = delivery.progress { context.note?.concerns(signedIn.user.id) }
        return delivery.progress
    }

    /// Looks again, in the transaction that gives the session.
    private func deliver(
        _ digest: [UInt8], _ keyDigest: [UInt8]?, at now: Instant, in transaction: any AuthTransaction
    ) throws -> Delivery {
        guard var attempt = try transaction.telegramAttempt(secretDigest: digest), let userID = attempt.userID,
            let person = attempt.person
        else { throw Self.notFound }
        if attempt.state == .delivered { return try repeated(attempt, keyDigest, at: now, in: transaction) }
        // Unlinked or deleted meanwhile: then it is nobody's sign-in any more.
        guard attempt.state == .confirmed, let user = try transaction.user(id: userID),
            try transaction.telegramLink(telegramID: person.id)?.userID == userID
        else {
            attempt.state = .refused
            try transaction.save(attempt)
            return Delivery(progress: .refused)
        }
        let issued = sessions.begin(for: userID, device: Self.device(of: attempt))
        attempt.state = .delivered
        attempt.sessionID = issued.session.id
        attempt.deliveryKeyDigest = keyDigest
        try transaction.save(attempt)
        let ended = try sessions.keep(issued.session, in: transaction)
        return Delivery(progress: .signedIn(SignedInUser(user: user, issued: issued)), ended: ended)
    }

    /// The same client once more: new secrets of the same session. Anybody else: nothing.
    private func repeated(
        _ attempt: TelegramAttempt, _ keyDigest: [UInt8]?, at now: Instant, in transaction: any AuthTransaction
    ) throws -> Delivery {
        guard let keyDigest, let kept = attempt.deliveryKeyDigest, ConstantTime.equals(keyDigest, kept),
            let userID = attempt.userID, let user = try transaction.user(id: userID),
            var session = try attempt.sessionID.flatMap({ try transaction.session(id: $0) }), session.isAlive(at: now)
        else { return Delivery(progress: .signedIn(nil)) }
        let issued = sessions.secrets(for: session)
        session.rotate(
            to: issued.refreshToken.digest, from: session.refreshDigest, keyDigest: nil,
            tokenExpiresAt: issued.session.tokenExpiresAt, at: now)
        try transaction.save(session)
        return Delivery(progress: .signedIn(SignedInUser(user: user, issued: issued)))
    }

    /// What the session is called.
    private static func device(of attempt: TelegramAttempt) -> String {
        attempt.device.map { "Telegram, \($0)" } ?? "Telegram"
    }

    private static let notFound = Fault(
        .notFound, "There is no such attempt to sign in by Telegram; begin again.", field: "attempt")
}
