import Domain

/// What an account is, besides what is in it.
struct AccountRecord: Sendable {
    let id: String
    let owner: String?
    var name: String
    let currency: Currency
    var status: AccountStatus
    var overdraft: Int64
    var limits = AccountLimits.none
    let openedAt: Instant

    func account(_ number: Int, state: AccountState) -> Account {
        Account(
            number: number, id: id, owner: owner, name: name, currency: currency, status: status, overdraft: overdraft,
            limits: limits, openedAt: openedAt, state: state)
    }
}

/// All accounts as the last commit left them. Account 1 stands at 0.
struct PublishedAccounts {
    var records: [AccountRecord] = []
    var states: [AccountState] = []
    var numbers: [String: Int] = [:]
    var numbersByOwner: [String: [Int]] = [:]

    func record(_ number: Int) -> AccountRecord? { number <= records.count ? records[number - 1] : nil }

    func account(_ number: Int, state: AccountState) -> Account { records[number - 1].account(number, state: state) }

    mutating func append(_ record: AccountRecord) {
        records.append(record)
        states.append(AccountState())
        numbers[record.id] = records.count
        if let owner = record.owner { numbersByOwner[owner, default: []].append(records.count) }
    }
}
