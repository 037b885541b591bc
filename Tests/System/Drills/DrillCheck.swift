import StrictJSON
import TestSupport
import Testing

/// Compares a restored house with what is known of the moment of its backup.
struct DrillCheck {
    let restored: DrillHouse
    let operations: [DrillOperation]
    /// The backup was made between these.
    let begin: ContinuousClock.Instant
    let end: ContinuousClock.Instant

    /// Returns what is wrong; nothing for a good restore.
    func problems() async throws -> [String] {
        try await restored.bank.house.untilEventsAreHandled()
        let marks = try await marks()
        var problems = membership(marks)
        problems += try await books(marks)
        problems += try await retries(marks)
        problems += try await restored.bank.problems(as: restored.people[0]).map { "after the retries: \($0)" }
        return problems
    }

    /// The changes that are in the restored house, by their marks.
    private func marks() async throws -> Set<String> {
        var texts = ""
        for user in restored.people.indices {
            for (method, params, list) in [
                ("history.transactions", #""limit":1000"#, "transactions"), ("ledger.templates", "", "templates"),
                ("history.filters", "", "filters"), ("patterns.watch.list", "", "securities"),
                ("subscriptions.list", #""limit":1000"#, "subscriptions"),
            ] {
                for row in try await restored.pages(method, params, of: list, as: user) {
                    texts += String(decoding: row.rawBytes, as: UTF8.self).lowercased()
                }
            }
        }
        return Set(texts.matches(of: /drill-[0-9]+-[0-9]+-end/).map { String($0.0) })
    }

    /// Everything acknowledged before the backup is there, and nothing asked for after it. Of what happened meanwhile,
    /// a service has nothing without what it had acknowledged before that was asked for.
    private func membership(_ marks: Set<String>) -> [String] {
        var problems: [String] = []
        var newest: [String: ContinuousClock.Instant] = [:]
        for operation in operations where marks.contains(operation.mark) {
            newest[operation.service] = max(newest[operation.service] ?? operation.begun, operation.begun)
        }
        for operation in operations {
            let isThere = marks.contains(operation.mark)
            if !isThere, operation.isAcknowledged(before: begin) {
                problems.append("\(operation.method) \(operation.mark) was acknowledged before the backup, and is lost")
            } else if isThere, operation.begun > end {
                problems.append("\(operation.method) \(operation.mark) was asked for after the backup, and is there")
            } else if !isThere, let moment = newest[operation.service], operation.isAcknowledged(before: moment) {
                problems.append("\(operation.method) \(operation.mark) is lost, and a later change is there")
            }
        }
        return problems
    }

    /// The books balance, each balance is the sum of the changes that are there, and history ends with it.
    private func books(_ marks: Set<String>) async throws -> [String] {
        var problems = try await restored.bank.problems(as: restored.people[0])
        for (user, accounts) in restored.accounts.enumerated() {
            for account in accounts {
                let present = operations.filter { marks.contains($0.mark) && $0.effects[account] != nil }
                let wanted = present.reduce(DrillHouse.fundsInMinorUnits) { $0 + $1.effects[account, default: 0] }
                let balance = try await restored.bank.balance(of: account, restored.people[user])
                if Self.minorUnits(balance) != wanted {
                    problems.append("account \(account) has \(balance), and its changes add up to \(wanted)")
                }
                let rows = try await restored.pages(
                    "history.transactions", #""account":"\#(account)","limit":1000"#, of: "transactions", as: user)
                let last = rows.first?.member("balanceAfter")?.member("amount")?.string
                if last != balance { problems.append("history ends with \(last ?? "nothing"), ledger with \(balance)") }
                // The first deposit is one more.
                if rows.count != present.count + 1 {
                    problems.append("history has \(rows.count) rows of \(account) for \(present.count + 1) changes")
                }
            }
        }
        return problems
    }

    /// The key of a change that is there brings the same answer. The key of one that is not makes the change now.
    private func retries(_ marks: Set<String>) async throws -> [String] {
        var problems: [String] = []
        for operation in operations {
            guard let answer = operation.answer?.text else { continue }
            let reply = try await restored.bank.ask(
                operation.method, operation.params, as: restored.people[operation.user].session, key: operation.key)
            let isThere = marks.contains(operation.mark)
            if isThere, reply.description != answer {
                problems.append("the key of \(operation.mark) brought \(reply) instead of \(answer)")
            } else if !isThere,
                reply.result == nil || (operation.method == "ledger.transfer" && reply.description == answer)
            {
                problems.append("\(operation.mark) was not there, and its key brought \(reply)")
            }
        }
        return problems
    }

    private static func minorUnits(_ amount: String) -> Int64? {
        let parts = amount.split(separator: ".")
        guard parts.count == 2, let whole = Int64(parts[0]), let rest = Int64(parts[1]) else { return nil }
        return whole * 100 + rest
    }
}
