import Coordination
import Signals

/// Shows what an account offers.
struct FeaturesPresenter: Presenter {
    func present(_ features: [AccountFeature]) -> LedgerSignal.FeatureList {
        LedgerSignal.FeatureList(
            features: features.map { feature in
                let type: LedgerSignal.FeatureType
                let title: String
                switch feature.kind {
                case .balance: (type, title) = (.balance, "Balance")
                case .transfer: (type, title) = (.transfer, "Transfer")
                case .history: (type, title) = (.history, "History")
                case .deposit: (type, title) = (.deposit, "Money in")
                case .withdraw: (type, title) = (.withdraw, "Money out")
                case .hold: (type, title) = (.hold, "Hold")
                case .rename: (type, title) = (.rename, "Rename")
                case .overdraft: (type, title) = (.overdraft, "Overdraft")
                case .freeze: (type, title) = (.freeze, "Freeze")
                case .unfreeze: (type, title) = (.unfreeze, "Unfreeze")
                case .close: (type, title) = (.close, "Close")
                }
                return LedgerSignal.Feature(
                    type: type, title: title, available: feature.obstacle == nil, reason: feature.obstacle?.reason)
            })
    }
}

extension FeatureObstacle {
    fileprivate var reason: String {
        switch self {
        case .closed: "The account is closed."
        case .frozen: "The account is frozen."
        case .empty: "There is no money in the account."
        case .notFrozen: "The account is not frozen."
        case .notEmpty: "There is money in the account; it is closed empty only."
        case .held: "Money is held in the account."
        }
    }
}
