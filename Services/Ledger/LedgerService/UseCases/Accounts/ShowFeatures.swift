import Coordination
import Signals

/// Tells what an account offers now. Never waits for the disk.
struct ShowFeatures: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `notFound`.
    func answer(_ signal: LedgerSignal.Features, context: SignalContext) async throws -> LedgerSignal.FeatureList {
        let account = try dependencies.account(signal.account, of: try context.caller.requireUser().userID)
        return LedgerSignal.FeatureList(
            features: LedgerSignal.FeatureType.allCases.map { type in
                let obstacle = obstacle(to: type, account)
                return LedgerSignal.Feature(
                    type: type, title: title(of: type), available: obstacle == nil, reason: obstacle?.rawValue)
            })
    }

    /// Why an account does not offer something now.
    private enum Obstacle: String {
        case closed = "The account is closed."
        case frozen = "The account is frozen."
        case empty = "There is no money in the account."
        case notFrozen = "The account is not frozen."
        case notEmpty = "There is money in the account; it is closed empty only."
        case held = "Money is held in the account."
    }

    private func obstacle(to type: LedgerSignal.FeatureType, _ account: Account) -> Obstacle? {
        let closed: Obstacle? = account.status == .closed ? .closed : nil
        let standing: Obstacle? = closed ?? (account.status == .frozen ? .frozen : nil)
        switch type {
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

    private func title(of type: LedgerSignal.FeatureType) -> String {
        switch type {
        case .balance: "Balance"
        case .transfer: "Transfer"
        case .history: "History"
        case .deposit: "Money in"
        case .withdraw: "Money out"
        case .hold: "Hold"
        case .rename: "Rename"
        case .overdraft: "Overdraft"
        case .freeze: "Freeze"
        case .unfreeze: "Unfreeze"
        case .close: "Close"
        }
    }
}
