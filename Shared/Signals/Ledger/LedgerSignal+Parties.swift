import Coordination

extension LedgerSignal {
    /// Names the other parties of transfers that the user takes part in.
    ///
    /// Accounts of the user and of the outside world are left out, and so are transfers of others: they cannot be told
    /// from transfers that do not exist. The budget of `ledger.findPayee` is not charged.
    ///
    /// - Answer: ``PartyList``.
    /// - Faults, first match wins: `invalidArgument`, `unavailable` (auth knows the names and cannot be asked).
    public struct Parties: Signal {
        public typealias Answer = PartyList
        public static let method: SignalMethod = "ledger.parties"
        public static let summary = "Names the counterparties of transfers."
        public static let effect = SignalEffect.reads

        /// The ids of the transfers, 1 to 200.
        public let transfers: [String]

        public init(transfers: [String]) {
            self.transfers = transfers
        }
    }

    /// The other sides of transfers.
    public struct PartyList: Codable, Hashable, Sendable {
        /// Each account once, by id.
        public let parties: [Party]

        public init(parties: [Party]) {
            self.parties = parties
        }
    }

    /// An account of somebody else, with its owner.
    public struct Party: Codable, Hashable, Sendable {
        /// The id of the account.
        public let account: String
        /// The name of the owner as banks show it, `Anna P.`
        public let owner: String

        public init(account: String, owner: String) {
            self.account = account
            self.owner = owner
        }
    }
}
