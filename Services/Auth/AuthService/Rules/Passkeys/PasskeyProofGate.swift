import Coordination
import Domain
import Signals

/// Admits those who add or remove a passkey, which is another permanent way to sign in: by a proof of another passkey;
/// else by all that a sign-in asks for; else, where there is no password, by a recent sign-in.
struct PasskeyProofGate: Sendable {
    let store: any AuthStore
    let passwords: PasswordGate
    let codes: CodeGate
    let tokens: PasskeyTokens
    let clock: WallClock

    /// Somebody whose password, if any, was checked. What is used up is checked in the transaction.
    struct Admitted: Sendable {
        let caller: UserSession
        let user: User
        fileprivate let code: String?
        fileprivate let isByPasskey: Bool
    }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `emptyField`,
    ///   `tooManyAttempts`, `invalidCredentials`, `permissionDenied` (no password, and the session is too old).
    func admit(password: String?, code: String?, context: SignalContext) async throws -> Admitted {
        let caller = try context.caller.requireUser()
        try Fault.requireFilled(code, "code")
        let isByPasskey = code.map(PasskeyTokens.isProof) ?? false
        if !isByPasskey, password?.isEmpty == true { throw Fault.emptyField("password") }
        let (user, session) = try await store.read {
            (try $0.user(id: caller.userID), try $0.session(id: caller.sessionID))
        }
        guard let user else { throw Fault.accountGone }
        if !isByPasskey {
            if user.hasPassword {
                _ = try await passwords.checkAgain(password ?? "", context: context)
            } else if session?.isFresh(at: clock.now()) != true {
                throw Fault(.permissionDenied, .freshSignInNeeded)
            }
        }
        return Admitted(caller: caller, user: user, code: code, isByPasskey: isByPasskey)
    }

    /// Returns the refusal of the code or the proof; nil when it is right. Commit it: failures are counted.
    ///
    /// - Parameter keyDigest: The hash of the idempotency key. The same request may repeat its proof.
    func refusal(
        of admitted: Admitted, keyDigest: [UInt8]?, at now: Instant, in transaction: any AuthTransaction
    ) throws -> Fault? {
        guard admitted.isByPasskey else {
            if admitted.user.hasPassword { try AttemptCounters.again(admitted.caller).forget(in: transaction) }
            return try codes.refusal(of: admitted.code, of: admitted.user.id, at: now, in: transaction)
        }
        let isRight = try tokens.accept(
            admitted.code ?? "",
            for: .prove(userID: admitted.caller.userID, sessionID: admitted.caller.sessionID, order: nil),
            keyDigest: keyDigest, at: now, in: transaction)
        return isRight ? nil : .wrongCode
    }
}

extension PasskeyTokens {
    /// True when `text` is a proof for the purpose, which is now used up.
    func accept(
        _ text: String, for purpose: PasskeyPurpose, keyDigest: [UInt8]?, at now: Instant,
        in transaction: any AuthTransaction
    ) throws -> Bool {
        guard let userID = purpose.userID, let token = try proof(in: text, for: purpose, at: now) else { return false }
        let use = PasskeyUse(digest: token.digest, userID: userID, keyDigest: keyDigest, usedAt: now)
        return try transaction.note(use) != .reused
    }
}
