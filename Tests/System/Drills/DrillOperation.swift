import Domain
import TestSupport

/// A change that a house was asked for, and what became of it.
struct DrillOperation: Sendable {
    /// The user, an index of ``DrillHouse/people``.
    let user: Int
    let method: String
    let params: String
    /// The idempotency key.
    let key: String
    /// A text that occurs in this change alone, by which it is found again.
    let mark: String
    /// What it does to balances, in minor units by account.
    let effects: [String: Int64]
    let begun: ContinuousClock.Instant
    /// The answer and its moment.
    var answer: (text: String, at: ContinuousClock.Instant)?

    var service: String { String(method.prefix { $0 != "." }) }

    /// True when the change was acknowledged before a moment.
    func isAcknowledged(before moment: ContinuousClock.Instant) -> Bool { answer.map { $0.at < moment } ?? false }
}

/// Makes random changes of one user, in several services.
struct DrillMaker {
    let user: Int
    let accounts: [String]
    /// An account of every user, to be paid.
    let others: [String]
    var generator: SeededGenerator
    private var count = 0

    init(user: Int, accounts: [String], others: [String], seed: UInt64) {
        (self.user, self.accounts, self.others) = (user, accounts, others)
        generator = SeededGenerator(seed: seed)
    }

    /// Returns the next change, begun now.
    mutating func next() -> DrillOperation {
        count += 1
        let mark = "drill-\(user)-\(count)-end"
        let minor = Int64(1 + generator.below(5000))
        let amount = Bank.money("\(minor / 100).\(minor % 100 < 10 ? "0" : "")\(minor % 100)")
        let (from, to) = (generator.one(of: accounts), generator.one(of: others))
        switch generator.below(12) {
        case 0..<3:
            return operation(
                "ledger.deposit", #""account":"\#(from)","amount":\#(amount),"description":"\#(mark)""#, mark,
                [from: minor])
        case 3..<5:
            return operation(
                "ledger.withdraw", #""account":"\#(from)","amount":\#(amount),"description":"\#(mark)""#, mark,
                [from: -minor])
        case 5..<8 where from != to:
            return operation(
                "ledger.transfer", #""from":"\#(from)","to":"\#(to)","amount":\#(amount),"description":"\#(mark)""#,
                mark, [from: -minor, to: minor])
        case 8:
            return operation(
                "ledger.saveTemplate", #""name":"\#(mark)","from":"\#(accounts[0])","to":"\#(accounts[1])""#, mark)
        case 9: return operation("history.saveFilter", #""name":"\#(mark)","text":"rent""#, mark)
        case 10: return operation("patterns.watch.add", #""tickers":["\#(mark.uppercased())"]"#, mark)
        default:
            let every = #""start":"2099-01-31","every":{"count":1,"unit":"month"}"#
            return operation(
                "subscriptions.add", #""service":{"title":"\#(mark)"},"amount":\#(amount),\#(every)"#, mark)
        }
    }

    private func operation(
        _ method: String, _ params: String, _ mark: String, _ effects: [String: Int64] = [:]
    ) -> DrillOperation {
        DrillOperation(
            user: user, method: method, params: params, key: "key-\(mark)", mark: mark, effects: effects,
            begun: .now, answer: nil)
    }
}
