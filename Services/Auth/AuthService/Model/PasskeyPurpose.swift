import Coordination
import Domain
import Reasons

/// The purpose of a challenge or a proof. One that was made for a purpose serves no other.
enum PasskeyPurpose: Hashable, Sendable {
    /// The user of a session registers a passkey.
    case register(userID: String, sessionID: String)
    /// Somebody signs in.
    case signIn
    /// The user of a session proves a request; with an order, that order alone.
    case prove(userID: String, sessionID: String, order: String?)

    /// The text that a challenge or a proof is sealed with. Ids and orders have no spaces, see ``order(_:)``.
    var context: [UInt8] {
        let text =
            switch self {
            case .register(let userID, let sessionID): "register \(userID) \(sessionID)"
            case .signIn: "signIn"
            case .prove(let userID, let sessionID, let order): "prove \(userID) \(sessionID) \(order ?? "")"
            }
        return Array(("passkey " + text).utf8)
    }

    /// The user who must own the passkey; nil when the passkey tells.
    var userID: String? {
        switch self {
        case .register(let userID, _), .prove(let userID, _, _): userID
        case .signIn: nil
        }
    }

    /// The longest name of an order.
    private static let longestOrder = 64

    /// Checks the name of an order.
    ///
    /// - Throws: ``Fault`` `invalidArgument`.
    static func order(_ text: String?) throws(Fault) -> String? {
        guard let text else { return nil }
        guard (1...longestOrder).contains(text.utf8.count) else {
            throw .invalidArgument("order", .badLengthText, ["least": 1, "most": .number(longestOrder)])
        }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .invalidArgument("order", .hasControls) }
        return text
    }
}
