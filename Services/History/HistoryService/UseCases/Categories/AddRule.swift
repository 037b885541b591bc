import Coordination
import Domain
import Reasons
import Signals

/// Adds a rule. It applies to all movements at once, past ones included: rules are evaluated by queries.
struct AddRule: UseCase {
    static let greatestCount = 200
    private static let longestText = 100

    let store: any HistoryStore
    let makeID: @Sendable () -> String

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict` (the key was used for something else), `notFound` for an account that is not the caller's.
    func answer(_ signal: HistorySignal.AddRule, context: SignalContext) async throws -> HistorySignal.RuleAnswer {
        let userID = try context.caller.requireUser().userID
        let rule = try rule(signal)
        let position = signal.position ?? .max
        guard position >= 1 else { throw Fault.invalidArgument("position", .mustBeAtLeast, ["least": 1]) }
        try await store.prepare(for: userID, rule: rule)
        return try await store.once(signal, by: userID, context: context) { transaction in
            if let account = rule.account, try !transaction.reading.owns(account, userID: userID) {
                throw Fault.noSuchAccount
            }
            var rules = try transaction.reading.rules(of: userID)
            guard rules.count < Self.greatestCount else {
                throw Fault.invalidArgument("contains", .tooManyRules, ["limit": .number(Self.greatestCount)])
            }
            rules.insert(rule, at: min(position - 1, rules.count))
            try transaction.setRules(rules, of: userID)
            try transaction.tell(HistoryEvent.Changed(userId: userID, change: .rules))
            var filter = MovementFilter()
            filter.category = rule.category
            let rows = try transaction.reading.summary(of: filter, userID: userID, by: .category, in: .utc)
            return HistorySignal.RuleAnswer(
                rule: HistorySignal.CategoryRule(rule), count: rows.reduce(0) { $0 + $1.count })
        }
    }

    private func rule(_ signal: HistorySignal.AddRule) throws(Fault) -> CategoryRule {
        guard signal.contains.unicodeScalars.count <= Self.longestText,
            !SearchText.words(of: signal.contains).isEmpty
        else {
            throw .invalidArgument("contains", .badWord, ["most": .number(Self.longestText)])
        }
        let category = try MovementFilter.category(signal.category)
        var condition = FilterText()
        condition.minAmount = signal.minAmount
        condition.maxAmount = signal.maxAmount
        _ = try MovementFilter(reading: condition, in: .utc)
        return CategoryRule(
            id: makeID(), contains: signal.contains, category: category, side: signal.type?.side,
            minAmount: signal.minAmount, maxAmount: signal.maxAmount, account: signal.account)
    }
}
