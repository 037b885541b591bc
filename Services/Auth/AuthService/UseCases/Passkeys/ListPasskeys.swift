import Coordination
import Signals

/// Lists the caller's passkeys, oldest first.
struct ListPasskeys: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func answer(_ signal: AuthSignal.Passkeys, context: SignalContext) async throws -> AuthSignal.PasskeyList {
        let caller = try context.caller.requireUser()
        let passkeys = try await dependencies.store.read { try $0.passkeys(of: caller.userID) }
        return AuthSignal.PasskeyList(passkeys: passkeys.map(AuthSignal.Passkey.init))
    }
}

/// Renames a passkey of the caller.
struct RenamePasskey: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `emptyField`,
    ///   `invalidArgument`, `notFound`.
    func answer(_ signal: AuthSignal.RenamePasskey, context: SignalContext) async throws -> AuthSignal.Passkey {
        let caller = try context.caller.requireUser()
        let name = try PasskeyInput.name(signal.name)
        return try await dependencies.store.once(signal, by: caller.userID, context: context) { transaction in
            guard var passkey = try transaction.passkey(id: signal.id), passkey.userID == caller.userID else {
                throw Fault.noSuchPasskey
            }
            passkey.name = name
            try transaction.save(passkey)
            return AuthSignal.Passkey(passkey)
        }
    }
}
