import Coordination
import Domain
import Signals

/// The dependencies of auth's use cases.
struct AuthDependencies: Sendable {
    let store: any AuthStore
    let hasher: any PasswordHashing
    let sessions: SessionMaker
    let gate: PasswordGate
    let codeGate: CodeGate
    let cookies: DeviceCookies
    let proofs: SessionProofs
    let passkeys: PasskeyParts
    let registrations: RegistrationBound
    let telegram: TelegramParts
    let policy = PasswordPolicy()
    /// Returns the time zone with a name; nil when there is none.
    let zones: @Sendable (String) -> TimeZone?

    var clock: WallClock { sessions.clock }

    /// Returns the stored answer to a request with a key that set a password; nil for a new key and without one.
    ///
    /// Keys are stored with a fast hash of their request, from which a password could be guessed. So requests are
    /// stored without their passwords, and the password of a repeated request has to be the user's current one.
    /// - Parameter signal: The request without its passwords.
    /// - Throws: ``Fault`` `conflict` when the password differs, or the key was used for something else;
    ///   `tooManyAttempts`.
    func answerBefore<S: Signal>(
        to signal: S, settingPassword new: String, context: SignalContext
    ) async throws -> S.Answer? {
        let caller = try context.caller.requireUser()
        guard let before = try await store.answerBefore(to: signal, by: caller.userID, context: context) else {
            return nil
        }
        do {
            _ = try await gate.checkAgain(new, field: "new", context: context)
        } catch let fault as Fault where fault.code == .invalidCredentials {
            throw Fault.keyOfAnotherPassword
        }
        return before
    }
}
