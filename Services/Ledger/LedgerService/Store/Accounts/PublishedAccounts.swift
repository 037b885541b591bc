import Domain

/// All accounts as the last commit left them. Account 1 is at index 0.
struct PublishedAccounts {
    var records: [AccountRecord] = []
    var states: [AccountState] = []
    var numbers: [String: Int] = [:]
    var numbersByOwner: [String: [Int]] = [:]
    /// The last record whose public number is its sequence. Later ones have their booking time as number.
    var lastCounted: Int64 = 0

    func record(_ number: Int) -> AccountRecord? { number <= records.count ? records[number - 1] : nil }

    func account(_ number: Int, state: AccountState) -> Account {
        Account(number: number, record: records[number - 1], state: state)
    }

    mutating func append(_ record: AccountRecord) {
        records.append(record)
        states.append(AccountState())
        numbers[record.id] = records.count
        if let owner = record.owner { numbersByOwner[owner, default: []].append(records.count) }
    }
}
