import Domain
import Reasons
import StrictJSON

/// Refuses params with texts that would steer a terminal, see ``PlainText``. It applies to every method, before its use
/// case.
enum TextRule {
    private static let longestName = 64

    /// Checks all texts of the params.
    ///
    /// - Parameter raw: Members of the params whose texts may hold any characters, see `Signal.rawTexts`.
    /// - Throws: ``InvalidParameters`` with the path of the first such text.
    static func check(_ params: JSONNode, except raw: Set<String>) throws(InvalidParameters) {
        guard !raw.isEmpty else { return try check(params, at: "") }
        for member in params.members where !raw.contains(member.name) && member.name != "_meta" {
            try checkName(of: member, in: "")
            try check(member.node, at: member.name.utf8.count <= longestName ? member.name : "…")
        }
    }

    private static func check(_ node: JSONNode, at path: String) throws(InvalidParameters) {
        guard maySteer(node) else { return }
        switch node.kind {
        case .string:
            guard let text = node.string, !PlainText.isPlain(text) else { return }
            throw refusal(at: path)
        case .array:
            for (index, element) in node.elements.enumerated() { try check(element, at: "\(path)[\(index)]") }
        case .object:
            for member in node.members {
                let name = member.name
                // `_meta` is parsed separately.
                if path.isEmpty, name == "_meta" { continue }
                try checkName(of: member, in: path)
                // An unknown name may have any length.
                let place = name.utf8.count <= Self.longestName ? name : "…"
                try check(member.node, at: path.isEmpty ? place : "\(path).\(place)")
            }
        default: break
        }
    }

    private static func checkName(of member: JSONMember, in path: String) throws(InvalidParameters) {
        guard PlainText.isPlain(member.name) else { throw refusal(at: path) }
    }

    private static func refusal(at path: String) -> InvalidParameters {
        InvalidParameters(Refusal(.hasControls), field: path)
    }

    /// Returns true when a text below can hold such a character: when there is an escape or a byte that begins one.
    /// Most params have neither.
    private static func maySteer(_ node: JSONNode) -> Bool {
        node.rawBytes.withUnsafeBufferPointer { bytes in
            // There is no early exit, so that the compiler can vectorise the loop.
            var found: UInt8 = 0
            for byte in bytes { found |= byte == UInt8(ascii: "\\") || PlainText.maySteer(byte) ? 1 : 0 }
            return found != 0
        }
    }
}
