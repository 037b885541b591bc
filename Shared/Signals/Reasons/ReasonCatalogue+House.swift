import Coordination
import Domain
import Reasons
import StrictJSON
import Tables

extension ReasonCatalogue {
    /// Every reason that a program of the house gives. Shared/Docs/REFERENCE.md lists them.
    public static let house = ReasonCatalogue([
        Reason.requests, Reason.values, Reason.domain, Reason.json, Reason.accounts, Reason.transfers, Reason.orders,
        Reason.imports, Reason.csv, Reason.network, Reason.exchange, Reason.market, Reason.fileLines, Reason.patterns,
        Reason.bonds, Reason.bondFiles, Reason.signIn, Reason.passkey, Reason.telegram, Reason.notifications,
        Reason.deliveries,
        Reason.history, Reason.queries, Reason.statements, Reason.subscriptions,
    ])
}
