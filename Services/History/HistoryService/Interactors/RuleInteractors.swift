import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// A rule and how many movements have its category.
struct RuleEffect: Hashable, Sendable {
    let rule: CategoryRule
    let count: Int64
}

/// Adds a rule. It counts for all movements at once, past ones too: what rules say is worked out when it is looked at.
struct AddRuleInteractor: Interactor {
    struct Request: Sendable {
        let key: KeyedRequest?
        let contains: String
        let category: String
        let side: String?
        let minAmount: String?
        let maxAmount: String?
        let account: String?
        /// 1 for the first; nil for the last.
        let position: Int?
    }

    static let greatestCount = 200
    private static let longestText = 100

    let store: any HistoryStore
    let makeID: @Sendable () -> String

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict` (the key was used for something else), `notFound` for an account that is not the caller's.
    func execute(_ request: Request, context: SignalContext) async throws -> RuleEffect {
        let userID = try context.caller.requireUser().userID
        let rule = try rule(request)
        let position = request.position ?? .max
        guard position >= 1 else { throw Fault.invalidArgument("position", "must be 1 or more") }
        let kept = try await store.write(once: request.key) { transaction -> CategoryRule in
            if let account = rule.account, try !transaction.owns(account, userID: userID) {
                throw Fault.noSuchAccount
            }
            var rules = try transaction.rules(of: userID)
            guard rules.count < Self.greatestCount else {
                throw Fault.invalidArgument(
                    "contains", "would be one rule more than the \(Self.greatestCount) there may be")
            }
            rules.insert(rule, at: min(position - 1, rules.count))
            try transaction.setRules(rules, of: userID)
            try transaction.tell(HistoryEvent.Changed(userId: userID, change: .rules))
            return rule
        }
        var filter = MovementFilter()
        filter.category = kept.category
        let counted = filter
        let rows = try await store.read { try $0.summary(of: counted, userID: userID, by: .category, in: .utc) }
        return RuleEffect(rule: kept, count: rows.reduce(0) { $0 + $1.count })
    }

    private func rule(_ request: Request) throws(Fault) -> CategoryRule {
        guard request.contains.unicodeScalars.count <= Self.longestText,
            !SearchText.words(of: request.contains).isEmpty
        else {
            throw .invalidArgument(
                "contains", "must be at most \(Self.longestText) characters, a letter or a digit among them")
        }
        let category = try MovementFilter.category(request.category)
        var condition = FilterText()
        condition.minAmount = request.minAmount
        condition.maxAmount = request.maxAmount
        _ = try MovementFilter(reading: condition, in: .utc)
        return CategoryRule(
            id: makeID(), contains: request.contains, category: category, side: request.side,
            minAmount: request.minAmount, maxAmount: request.maxAmount, account: request.account)
    }
}

/// Lists the rules of the caller, in the order they are tried.
struct ListRulesInteractor: Interactor {
    let store: any HistoryStore

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func execute(_ request: Void, context: SignalContext) async throws -> [CategoryRule] {
        let userID = try context.caller.requireUser().userID
        return try await store.read { try $0.rules(of: userID) }
    }
}

/// Moves or removes a rule of the caller.
struct ChangeRuleInteractor: Interactor {
    struct Request: Sendable {
        let key: KeyedRequest?
        let id: String
        /// Where to put it, 1 for the first; nil to remove it.
        let position: Int?
    }

    let store: any HistoryStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict` (the key was used for something else), `notFound`.
    func execute(_ request: Request, context: SignalContext) async throws -> [CategoryRule] {
        let userID = try context.caller.requireUser().userID
        if let position = request.position, position < 1 {
            throw Fault.invalidArgument("position", "must be 1 or more")
        }
        return try await store.write(once: request.key) { transaction in
            let before = try transaction.rules(of: userID)
            var rules = before
            guard let index = rules.firstIndex(where: { $0.id == request.id }) else { throw Fault.noSuchRule }
            let rule = rules.remove(at: index)
            if let position = request.position { rules.insert(rule, at: min(position - 1, rules.count)) }
            // Where it stands already it stays, which is no news.
            if rules != before {
                try transaction.setRules(rules, of: userID)
                try transaction.tell(HistoryEvent.Changed(userId: userID, change: .rules))
            }
            return rules
        }
    }
}
