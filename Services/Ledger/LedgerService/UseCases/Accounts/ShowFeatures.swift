import Coordination
import Reasons
import Signals

/// Lists the operations that an account allows now. Never waits for the disk.
struct ShowFeatures: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `notFound`.
    func answer(_ signal: LedgerSignal.Features, context: SignalContext) async throws -> LedgerSignal.FeatureList {
        let account = try dependencies.account(signal.account, of: try context.caller.requireUser().userID)
        return LedgerSignal.FeatureList(
            features: LedgerSignal.FeatureType.allCases.map { type in
                let obstacle = obstacle(to: type, account)
                return LedgerSignal.Feature(
                    type: type, title: title(of: type), available: obstacle == nil, reason: obstacle?.english,
                    explanation: obstacle.map { Explanation(Refusal($0)) })
            })
    }

    /// Returns the reason why an operation is unavailable; nil when it is available.
    private func obstacle(to type: LedgerSignal.FeatureType, _ account: Account) -> Reason? {
        let closed: Reason? = account.status == .closed ? .accountIsClosed : nil
        let standing: Reason? = closed ?? (account.status == .frozen ? .accountFrozen : nil)
        switch type {
        case .balance, .history: return nil
        case .deposit: return standing
        case .transfer, .withdraw, .hold: return standing ?? (account.covers(1) ? nil : .accountHasNoMoney)
        case .rename, .overdraft: return closed
        case .freeze: return standing
        case .unfreeze: return closed ?? (account.status == .frozen ? nil : .accountIsNotFrozen)
        case .close:
            if account.state.held != 0 { return standing ?? .accountHasHolds }
            return standing ?? (account.state.balance == 0 ? nil : .accountHasMoney)
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
