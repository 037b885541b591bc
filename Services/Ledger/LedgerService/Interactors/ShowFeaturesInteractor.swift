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
        return AccountFeature.Kind.allCases.map { AccountFeature(kind: $0, obstacle: obstacle(to: $0, account)) }
    }

    private func obstacle(to kind: AccountFeature.Kind, _ account: Account) -> FeatureObstacle? {
        let closed: FeatureObstacle? = account.status == .closed ? .closed : nil
        let standing: FeatureObstacle? = closed ?? (account.status == .frozen ? .frozen : nil)
        switch kind {
        case .balance, .history: return nil
        case .deposit: return standing
        case .transfer, .withdraw, .hold: return standing ?? (account.covers(1) ? nil : .empty)
        case .rename, .overdraft: return closed
        case .freeze: return standing
        case .unfreeze: return closed ?? (account.status == .frozen ? nil : .notFrozen)
        case .close:
            if account.state.held != 0 { return standing ?? .held }
            return standing ?? (account.state.balance == 0 ? nil : .notEmpty)
        }
    }
}
