import Domain

/// What an account is, besides what is in it.
///
/// One object that never changes: the rules hand an account on a dozen times for each transfer, and as values its texts
/// would all be counted anew each time.
package final class AccountRecord: Sendable {
    let id: String
    let owner: String?
    let name: String
    let currency: Currency
    let status: AccountStatus
    let overdraft: Int64
    let limits: AccountLimits
    let openedAt: Instant

    init(
        id: String, owner: String?, name: String, currency: Currency, status: AccountStatus, overdraft: Int64,
        limits: AccountLimits = .none, openedAt: Instant
    ) {
        self.id = id
        self.owner = owner
        self.name = name
        self.currency = currency
        self.status = status
        self.overdraft = overdraft
        self.limits = limits
        self.openedAt = openedAt
    }

    /// The same but for what is named.
    func with(
        name: String? = nil, status: AccountStatus? = nil, overdraft: Int64? = nil, limits: AccountLimits? = nil
    ) -> AccountRecord {
        AccountRecord(
            id: id, owner: owner, name: name ?? self.name, currency: currency, status: status ?? self.status,
            overdraft: overdraft ?? self.overdraft, limits: limits ?? self.limits, openedAt: openedAt)
    }
}

extension AccountRecord: Hashable {
    /// Whether all parts are equal.
    package static func == (left: AccountRecord, right: AccountRecord) -> Bool {
        left === right
            || (left.id == right.id && left.owner == right.owner && left.name == right.name
                && left.currency == right.currency && left.status == right.status && left.overdraft == right.overdraft
                && left.limits == right.limits && left.openedAt == right.openedAt)
    }

    /// Hashes the id, which no other account has.
    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
