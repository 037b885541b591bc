import Coordination
import Domain
import Signals

/// What the use cases of auth are made with.
struct AuthDependencies: Sendable {
    let store: any AuthStore
    let hasher: any PasswordHashing
    let sessions: SessionMaker
    let gate: PasswordGate
    let codeGate: CodeGate
    let cookies: DeviceCookies
    let proofs: SessionProofs
    let registrations: RegistrationBound
    let telegram: TelegramParts
    let policy = PasswordPolicy()
    /// The time zones that there are.
    let zones: @Sendable (String) -> TimeZone?

    var clock: WallClock { sessions.clock }

    /// What a request with a key that set a password was answered before; nil for a new key and without one.
    ///
    /// Keys are kept with a quick hash of what they were used for, from which a password could be guessed. So requests
    /// are kept without their passwords, and the one that comes again has to be the user's password by now.
    /// - Parameter signal: The request without its passwords.
    /// - Throws: ``Fault`` `conflict` when it is not, or the key was used for something else; `tooManyAttempts`.
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
