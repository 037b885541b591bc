import StrictJSON

/// The ids that somebody was told, by what they are ids of, in the order in which they were told.
struct Knowledge: Sendable {
    private(set) var ids: [String: [String]] = [:]
    /// What is known by its kind, and ids that are never learned.
    private var known: Set<String> = []

    /// Other names of the same kinds.
    private static let kinds = [
        "from": "account", "to": "account", "payFrom": "account", "transaction": "transfer",
        "reversedBy": "transfer", "reverses": "transfer", "nextCursor": "cursor", "failed": "message",
        "userId": "user",
    ]

    /// How many ids of each kind are known.
    var counts: [String: Int] { ids.mapValues(\.count) }

    /// Returns an id by its place; a text that is none where there is no such place.
    func id(_ kind: String, _ index: Int) -> String {
        guard let known = ids[kind], known.indices.contains(index) else { return "none" }
        return known[index]
    }

    /// Adds what somebody else knows.
    mutating func formUnion(_ other: Knowledge) {
        for (kind, more) in other.ids.sorted(by: { $0.key < $1.key }) {
            for id in more where known.insert("\(kind) \(id)").inserted { ids[kind, default: []].append(id) }
        }
    }

    /// Forgets an id, and never learns it again.
    mutating func ignore(_ id: String) {
        known.insert(id)
        for kind in ids.keys { ids[kind]?.removeAll { $0 == id } }
    }

    /// Learns the ids of an answer.
    mutating func learn(_ node: JSONNode, in parent: String = "") {
        for element in node.elements { learn(element, in: parent) }
        for member in node.members {
            if let text = member.node.string {
                learn(text, of: member.name == "id" ? Self.singular(parent) : member.name)
            } else {
                learn(member.node, in: member.name)
            }
        }
    }

    /// Learns an id.
    mutating func learn(_ text: String, of name: String) {
        let kind = Self.kinds[name] ?? name
        guard RandomText.isRandom(text), !known.contains(text), known.insert("\(kind) \(text)").inserted else { return }
        ids[kind, default: []].append(text)
    }

    private static func singular(_ name: String) -> String { name.hasSuffix("s") ? String(name.dropLast()) : name }

    /// Returns the kinds of ids that a parameter of a method takes; none for a parameter that is no id.
    static func kinds(of parameter: String, _ method: String) -> [String] {
        switch parameter {
        case "account", "from", "to", "payFrom": ["account"]
        case "hold": ["hold", "transfer"]
        case "transfer", "transfers", "taken": ["transfer"]
        case "challenge", "import", "mandate", "suggestion", "channel", "cursor", "attempt": [parameter]
        case "order": ["challenge"]
        case "user", "userId", "userIds": ["user"]
        case "session", "sessionId": ["session"]
        case "ids": ["notification"]
        case "id":
            switch method.split(separator: ".").first {
            case "ledger": method.contains("andate") ? ["mandate"] : ["schedule"]
            case "history": method.contains("Rule") ? ["rule"] : ["transfer"]
            case "subscriptions": ["subscription"]
            case "notifications": method.hasSuffix("resend") ? ["message"] : ["notification"]
            case "auth": method.contains("passkeys") ? ["passkey"] : ["session"]
            case "patterns": ["pattern"]
            default: ["trace"]
            }
        default: []
        }
    }
}
