import Coordination

/// A user, and what else it takes to sign in as one.
struct AccountOverview: Sendable {
    let user: User
    let hasTOTP: Bool
    let recoveryCodesLeft: Int
}

/// Tells who the caller is.
struct AccountInteractor: Interactor {
    let store: any AuthStore

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func execute(_ request: Void, context: SignalContext) async throws -> AccountOverview {
        let caller = try context.caller.requireUser()
        let found = try await store.read { reading in
            try reading.user(id: caller.userID).map { user in
                AccountOverview(
                    user: user, hasTOTP: try reading.totp(of: user.id)?.confirmedAt != nil,
                    recoveryCodesLeft: try reading.recoveryCodeDigests(of: user.id).count)
            }
        }
        guard let found else { throw Fault.unauthenticated("The account of this session is gone; sign in again.") }
        return found
    }
}
