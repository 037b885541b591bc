import GatewaySession
import StrictJSON

/// Lists as lines of JSON, one thing each, for `jq` and its like.
///
/// - Source: jsonlines.org.
enum JSONLines {
    /// The elements of the one list that an answer has; the answer itself where it has none or several.
    static func of(_ answer: [UInt8]) -> [[UInt8]] {
        guard let root = try? JSONDocument(answer, limits: JSONDocument.answerLimits).root else { return [answer] }
        let lists = root.members.filter { $0.node.kind == .array && $0.node.elements.allSatisfy { $0.kind == .object } }
        // Totals beside a list are a list too, and a shorter one; what is listed comes first.
        guard let list = lists.first else { return [answer] }
        return list.node.elements.map { Array($0.rawBytes) }
    }
}
