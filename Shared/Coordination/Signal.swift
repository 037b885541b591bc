/// A message that asks for something and names the type of its answer.
///
/// One definition serves everything: the wire format (`params` by name), the OpenRPC document, the gateway's flags and
/// the reference pages are made from it. Who answers a signal is decided by the tree, not by the one who sends it.
public protocol Signal: Codable, Sendable {
    /// What the one who answers gives back.
    associatedtype Answer: Codable & Sendable
    /// The name on the wire, `service.verb`.
    static var method: SignalMethod { get }
    /// One sentence for people: what sending it does.
    static var summary: String { get }
    /// Who may send it.
    static var access: SignalAccess { get }
    /// What repeating it does.
    static var effect: SignalEffect { get }
    /// Whether each one stands in the log of security, whatever came of it.
    static var isNoted: Bool { get }
    /// Members of the params whose texts may hold any characters, control characters too: passwords, whole files, names
    /// that are looked up only, and items that are refused one by one. All other texts are checked before the use case.
    static var rawTexts: Set<String> { get }
}

extension Signal {
    /// A session is needed unless a signal says otherwise.
    public static var access: SignalAccess { .session }
    /// A signal is taken for a change unless it says otherwise, so that nobody repeats one by mistake.
    public static var effect: SignalEffect { .changes }
    /// Most signals are not about security. Those that are refused for want of a right are noted all the same.
    public static var isNoted: Bool { false }
    /// All texts are checked unless a signal says otherwise.
    public static var rawTexts: Set<String> { [] }
}

/// The name of a signal on the wire: `service.verb`.
public struct SignalMethod: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The whole name, `ledger.transfer`.
    public let name: String

    /// A method by its whole name.
    public init(_ name: String) { self.name = name }

    /// A method by its whole name.
    public init(stringLiteral name: String) { self.name = name }

    /// The service that answers: what stands before the first point.
    public var service: String { String(name.prefix { $0 != "." }) }

    /// The same as ``name``.
    public var description: String { name }
}

/// Who may send a signal.
public enum SignalAccess: Sendable {
    /// Everybody; a session that comes along is not looked at.
    case open
    /// A signed-in user, or a service that has the right to this very signal.
    case session
    /// The operator, who runs the house and proves it with the operator's key.
    case houseKeeper
}

/// What repeating a signal does.
public enum SignalEffect: Sendable {
    /// Changes nothing: may be repeated as often as one likes.
    case reads
    /// Changes something: may be repeated only with the same idempotency key.
    case changes
}
