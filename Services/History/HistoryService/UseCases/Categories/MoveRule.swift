import Coordination
import Domain
import Reasons
import Signals

/// Moves a rule of the caller to another place.
struct MoveRule: UseCase {
    let store: any HistoryStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict` (the key was used for something else), `notFound`.
    func answer(_ signal: HistorySignal.MoveRule, context: SignalContext) async throws -> HistorySignal.RuleList {
        let userID = try context.caller.requireUser().userID
        guard signal.position >= 1 else {
            throw Fault.invalidArgument("position", .mustBeAtLeast, ["least": 1])
        }
        return try await store.once(signal, by: userID, context: context) { transaction in
            try transaction.changeRules(of: userID) { rules in
                let rule = try rules.remove(id: signal.id)
                rules.insert(rule, at: min(signal.position - 1, rules.count))
            }
        }
    }
}

/// Removes a rule of the caller.
struct RemoveRule: UseCase {
    let store: any HistoryStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service),
    ///   `conflict` (the key was used for something else), `notFound`.
    func answer(_ signal: HistorySignal.RemoveRule, context: SignalContext) async throws -> HistorySignal.RuleList {
        let userID = try context.caller.requireUser().userID
        return try await store.once(signal, by: userID, context: context) { transaction in
            try transaction.changeRules(of: userID) { _ = try $0.remove(id: signal.id) }
        }
    }
}

extension HistoryTransaction {
    fileprivate func changeRules(
        of userID: String, _ change: (inout [CategoryRule]) throws -> Void
    ) throws -> HistorySignal.RuleList {
        let before = try reading.rules(of: userID)
        var rules = before
        try change(&rules)
        // Moving a rule to its own place is no change.
        if rules != before {
            try setRules(rules, of: userID)
            try tell(HistoryEvent.Changed(userId: userID, change: .rules))
        }
        return HistorySignal.RuleList(rules)
    }
}

extension [CategoryRule] {
    fileprivate mutating func remove(id: String) throws(Fault) -> CategoryRule {
        guard let index = firstIndex(where: { $0.id == id }) else { throw .noSuchRule }
        return remove(at: index)
    }
}
