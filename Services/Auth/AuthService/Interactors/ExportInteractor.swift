import Coordination

/// What auth knows about a user, secrets left out.
struct AccountRecord: Sendable {
    let user: User
    let sessions: [AuthSession]
    let totp: TOTPFactor?
    let recoveryCodesLeft: Int
    let reset: PasswordReset?
    let telegram: TelegramLink?
}

/// Gathers what auth knows about the caller.
struct ExportInteractor: Interactor {
    let store: any AuthStore

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func execute(_ request: Void, context: SignalContext) async throws -> AccountRecord {
        let caller = try context.caller.requireUser()
        let found = try await store.read { reading in
            try reading.user(id: caller.userID).map { user in
                AccountRecord(
                    user: user, sessions: try reading.sessions(of: user.id), totp: try reading.totp(of: user.id),
                    recoveryCodesLeft: try reading.recoveryCodeDigests(of: user.id).count,
                    reset: try reading.passwordReset(of: user.id),
                    telegram: try reading.telegramLink(userID: user.id))
            }
        }
        guard let found else { throw Fault.unauthenticated("The account of this session is gone; sign in again.") }
        return found
    }
}
