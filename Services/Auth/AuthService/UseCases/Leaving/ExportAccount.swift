import Coordination
import Signals

/// Exports the data of the caller, without secrets.
struct ExportAccount: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func answer(_ signal: AuthSignal.Export, context: SignalContext) async throws -> AuthSignal.AccountExport {
        let caller = try context.caller.requireUser()
        return try await dependencies.store.read { reading in
            guard let user = try reading.user(id: caller.userID) else { throw Fault.accountGone }
            return AuthSignal.AccountExport(
                user: AuthSignal.User(user), registeredAt: user.createdAt,
                sessions: try reading.sessions(of: user.id).map { session in
                    AuthSignal.ExportedSession(
                        id: session.id, device: session.device, createdAt: session.createdAt,
                        lastUsedAt: session.lastUsedAt, endedAt: session.endedAt)
                },
                totpSince: try reading.totp(of: user.id)?.confirmedAt,
                recoveryCodesLeft: try reading.recoveryCodeDigests(of: user.id).count,
                resetCodeUntil: try reading.passwordReset(of: user.id)?.expiresAt,
                passkeys: try reading.passkeys(of: user.id).map(AuthSignal.Passkey.init),
                telegram: try reading.telegramLink(userID: user.id).map { link in
                    AuthSignal.ExportedTelegram(id: link.telegramID, name: link.name, linkedAt: link.linkedAt)
                })
        }
    }
}
