import Coordination
import Domain
import Reasons
import StrictJSON

extension ReasonCatalogue {
    /// Every reason that a program of the house gives. Shared/Docs/REASONS.md lists them.
    public static let house = ReasonCatalogue([
        Reason.requests, Reason.values, Reason.domain, Reason.json, Reason.accounts, Reason.transfers, Reason.orders,
        Reason.imports,
    ])
}
