import GatewaySession
import StrictJSON

/// Lists as lines of JSON, one element each, for tools such as `jq`.
///
/// - Source: jsonlines.org.
enum JSONLines {
    /// Returns the elements of the answer's main list; the answer itself where it has no list or several.
    static func of(_ answer: [UInt8]) -> [[UInt8]] {
        guard let root = try? JSONDocument(answer, limits: JSONDocument.answerLimits).root else { return [answer] }
        let lists = root.members.filter { $0.node.kind == .array && $0.node.elements.allSatisfy { $0.kind == .object } }
        // Totals beside a list are a shorter list; the main list comes first.
        guard let list = lists.first else { return [answer] }
        return list.node.elements.map { Array($0.rawBytes) }
    }
}
