import GatewayWords

/// A rule of the protocol that shows from outside whether a service keeps it.
struct ConformanceRule: Sendable {
    /// The name for programs: `batches.empty`.
    let name: String
    /// The section of Shared/Docs/PROTOCOL.md that has the rule.
    let section: String
    /// The rule in one sentence.
    let title: Text
    /// Returns when the service keeps the rule, and throws ``Objection`` otherwise.
    let check: @Sendable (ConformanceWalk) throws -> Void

    init(
        _ name: String, _ section: String, _ title: Text, _ check: @escaping @Sendable (ConformanceWalk) throws -> Void
    ) {
        self.name = name
        self.section = section
        self.title = title
        self.check = check
    }

    /// All rules, in the order in which they are checked.
    ///
    /// The limits come after everything that a crowded service would delay. The form of the replies is about all of
    /// them, and after the last rule there is no service left.
    static let all: [ConformanceRule] =
        FrameRules.all + RequestRules.all + JSONRules.all + BatchRules.all + MetaRules.all + CancelRules.all
        + DiscoveryRules.all + ServiceRules.all + EventRules.all + KeyRules.all + LimitRules.all + [RequestRules.form]
        + StoppingRules.all
}

/// Why a rule does not hold, or was not tried.
enum Objection: Error {
    /// The service breaks the rule; what was seen instead.
    case broken(Text)
    /// The rule was not tried; the reason.
    case notTried(Text)
}

/// What the walk found about a rule.
struct RuleFinding: Sendable {
    enum Result: String, Sendable {
        case holds
        case doesNotHold
        case notTried

        /// The result for people.
        var word: StyledText {
            switch self {
            case .holds: StyledText("holds", "соблюдается", .green)
            case .doesNotHold: StyledText("does not hold", "нарушено", .red)
            case .notTried: StyledText("not tried", "не проверено", .dim)
            }
        }
    }

    let rule: ConformanceRule
    let result: Result
    /// What was seen instead, or why the rule was not tried; nil for a rule that holds.
    let remark: Text?

    init(_ rule: ConformanceRule, _ objection: Objection?) {
        self.rule = rule
        switch objection {
        case nil: (result, remark) = (.holds, nil)
        case .broken(let seen): (result, remark) = (.doesNotHold, seen)
        case .notTried(let why): (result, remark) = (.notTried, why)
        }
    }
}
