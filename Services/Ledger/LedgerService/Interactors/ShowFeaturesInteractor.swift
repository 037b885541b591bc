import Coordination
import Domain

/// Tells what an account offers now. Never waits for the disk.
struct ShowFeaturesInteractor: Interactor {
    let store: any LedgerStore

    /// - Parameter request: The id of the account.
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `notFound`.
    func execute(_ request: String, context: SignalContext) async throws -> [AccountFeature] {
        let user = try context.caller.requireUser().userID
        guard let account = store.account(request), account.owner == user else {
            throw Fault.noAccount(field: "account")
        }
        let standing: FeatureObstacle? =
            switch account.status {
            case .active: nil
            case .frozen: .frozen
            case .closed: .closed
            }
        return AccountFeature.Kind.allCases.map { kind in
            switch kind {
            case .balance, .history: AccountFeature(kind: kind, obstacle: nil)
            case .deposit: AccountFeature(kind: kind, obstacle: standing)
            case .transfer, .withdraw:
                AccountFeature(kind: kind, obstacle: standing ?? (account.available.minorUnits > 0 ? nil : .empty))
            }
        }
    }
}
