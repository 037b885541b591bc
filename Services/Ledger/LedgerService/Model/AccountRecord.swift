import Domain

/// The properties of an account, apart from its figures.
///
/// An immutable object instead of a value: rules pass an account on a dozen times per transfer, and a value would
/// retain each of its strings every time.
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

    /// Returns a copy with the given properties replaced.
    func with(
        name: String? = nil, status: AccountStatus? = nil, overdraft: Int64? = nil, limits: AccountLimits? = nil
    ) -> AccountRecord {
        AccountRecord(
            id: id, owner: owner, name: name ?? self.name, currency: currency, status: status ?? self.status,
            overdraft: overdraft ?? self.overdraft, limits: limits ?? self.limits, openedAt: openedAt)
    }
}

extension AccountRecord: Hashable {
    package static func == (left: AccountRecord, right: AccountRecord) -> Bool {
        left === right
            || (left.id == right.id && left.owner == right.owner && left.name == right.name
                && left.currency == right.currency && left.status == right.status && left.overdraft == right.overdraft
                && left.limits == right.limits && left.openedAt == right.openedAt)
    }

    /// Hashes the id alone, which is unique.
    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
