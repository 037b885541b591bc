import Coordination
import Signals

/// Shows the caller's account and the means of signing in.
struct ShowAccount: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func answer(_ signal: AuthSignal.Me, context: SignalContext) async throws -> AuthSignal.MeAnswer {
        let caller = try context.caller.requireUser()
        return try await dependencies.store.read { reading in
            guard let user = try reading.user(id: caller.userID) else { throw Fault.accountGone }
            return AuthSignal.MeAnswer(
                user: AuthSignal.User(user), hasPassword: user.hasPassword,
                totp: try reading.totp(of: user.id)?.confirmedAt != nil,
                recoveryCodesLeft: try reading.recoveryCodeDigests(of: user.id).count)
        }
    }
}
