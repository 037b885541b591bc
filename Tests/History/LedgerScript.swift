import Coordination
import Domain
import Signals
import StrictJSON

/// A writer of events like ledger's, with consistent balances.
struct LedgerScript {
    private(set) var events: [Event] = []
    private(set) var transferCount: Int64 = 0
    private var accounts: [String: (userID: String, currency: Currency)] = [:]
    private(set) var balances: [String: Int64] = [:]
    private var entryCounts: [String: Int64] = [:]

    /// Returns the events after the first `count`.
    func events(after count: Int) -> [Event] { Array(events[count...]) }

    mutating func openAccount(
        _ id: String, of userID: String, _ currency: Currency = .rubles, name: String? = nil
    ) throws {
        accounts[id] = (userID, currency)
        let zero = Money(minorUnits: 0, currency: currency)
        let account = LedgerSignal.Account(
            id: id, userId: userID, name: name ?? id, currency: currency, balance: zero, available: zero,
            status: .active, openedAt: Instant(microseconds: 0))
        append(
            "ledger.accountOpened", id, Instant(microseconds: 0),
            try JSONEncoding.encode(LedgerEvent.AccountOpened(account: account)))
    }

    /// Renames an account.
    mutating func rename(_ id: String, to name: String) throws {
        guard let account = accounts[id] else { return }
        let data = """
            {"account":{"id":"\(id)","userId":"\(account.userID)","name":"\(name)","currency":"\(account.currency)"}}
            """
        append("ledger.accountChanged", id, Instant(microseconds: 0), Array(data.utf8))
    }

    /// Moves money. An account that was not opened belongs to the world.
    ///
    /// - Parameter more: Further members of the transfer, such as `reverses` and `occurredAt`.
    @discardableResult
    mutating func move(
        _ minorUnits: Int64, from: String, to: String, at time: Instant, _ description: String = "",
        category: String? = nil, more: KeyValuePairs<String, String> = [:]
    ) throws -> String {
        transferCount += 1
        let currency = (accounts[from] ?? accounts[to])?.currency ?? .rubles
        let id = "t\(transferCount)"
        let transfer = LedgerSignal.Transfer(
            id: id, from: from, to: to, amount: Money(minorUnits: minorUnits, currency: currency),
            description: description, status: .posted, createdAt: time, sequence: transferCount)
        let entries = [entry(from, -minorUnits, currency), entry(to, minorUnits, currency)]
        let data = try JSONEncoding.encode(
            LedgerEvent.TransferPosted(transfer: transfer, category: category, entries: entries))
        let members = more.map { "\"\($0.key)\":\"\($0.value)\"," }.joined()
        let text = String(decoding: data, as: UTF8.self)
            .replacing(#""transfer":{"#, with: #""transfer":{"# + members, maxReplacements: 1)
        append("ledger.transferPosted", id, time, Array(text.utf8))
        return id
    }

    /// Adds an event of a type unknown to history.
    mutating func mumble() { append("ledger.weatherChanged", "sky", Instant(microseconds: 0), Array("[1]".utf8)) }

    private mutating func entry(_ account: String, _ minorUnits: Int64, _ currency: Currency) -> LedgerEvent.Entry {
        balances[account, default: 0] &+= minorUnits
        entryCounts[account, default: 0] += 1
        return LedgerEvent.Entry(
            account: account, userId: accounts[account]?.userID, accountSequence: entryCounts[account, default: 0],
            amount: Money(minorUnits: minorUnits, currency: currency),
            balanceAfter: Money(minorUnits: balances[account, default: 0], currency: currency))
    }

    private mutating func append(_ type: String, _ subject: String, _ time: Instant, _ data: [UInt8]) {
        events.append(
            Event(sequence: Int64(events.count + 1), type: type, subject: subject, time: time, data: data))
    }
}

extension Currency {
    static let rubles = known("RUB")
    static let yen = known("JPY")
    static let dinars = known("KWD")

    /// Returns a currency that must exist.
    static func known(_ code: String) -> Currency {
        guard let currency = Currency(code: code) else { preconditionFailure("\(code) is a currency.") }
        return currency
    }
}
