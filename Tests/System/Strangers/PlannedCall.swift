import Identity

/// Whoever sends a request of a plan.
enum PlannedCaller: Hashable, Sendable {
    /// The person who looks on, in a session of their own.
    case observer
    /// Nobody: without a token, or with something that is no valid one.
    case nobody(BadToken)
    /// A service, by its own key, or the operator.
    case signer(TokenSigner)

    /// Tokens that no service accepts.
    enum BadToken: CaseIterable {
        case none, noise, forged, forgedByLedger, expired, ended, ofTheOtherHouse, refresh, proof, forAnotherService
        case ofAStranger
    }
}

/// A request of a plan, the same in both houses. Ids that each house makes for itself have placeholders.
struct PlannedCall: Sendable, CustomStringConvertible {
    let method: DescribedMethod
    /// The inside of the JSON object, with placeholders.
    let params: String
    let caller: PlannedCaller
    /// The idempotency key.
    let key: String?
    /// The id of the trace, when it is sampled.
    let trace: String?

    var service: String { String(method.name.prefix { $0 != "." }) }

    var description: String {
        "\(method.name) {\(params)} of \(caller)" + (key.map { ", key \($0)" } ?? "")
    }
}

/// A place in the text of a request for what differs between the houses by right.
enum Placeholder {
    static func own(_ kind: String, _ index: Int) -> String { "{{\(kind) \(index)}}" }
    static let friendsAccount = "{{friend 0}}"
    static let password = "{{password 0}}"
    static let email = "{{email 0}}"
    static let proof = "{{proof 0}}"

    /// Returns a text with all places filled.
    static func filled(_ text: String, _ value: (_ kind: String, _ index: Int) -> String) -> String {
        guard text.contains("{{") else { return text }
        return text.replacing(/\{\{([A-Za-z]+) ([0-9]+)\}\}/) { match in
            value(String(match.1), Int(match.2) ?? 0)
        }
    }
}
