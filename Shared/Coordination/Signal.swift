/// A message that asks for something and names the type of its answer.
///
/// One definition yields the wire format (`params` by name), the OpenRPC document, the gateway's flags and the
/// reference pages. The tree decides who answers a signal; the sender does not.
public protocol Signal: Codable, Sendable {
    /// The type of the answer.
    associatedtype Answer: Codable & Sendable
    /// The name on the wire, `service.verb`.
    static var method: SignalMethod { get }
    /// What the signal does, in one sentence for people.
    static var summary: String { get }
    /// Who may send it.
    static var access: SignalAccess { get }
    /// What a repetition does.
    static var effect: SignalEffect { get }
    /// True when only the machine that leads the service answers it, in a house of several machines.
    static var needsLeader: Bool { get }
    /// True when the security log records every such signal, whatever its outcome.
    static var isNoted: Bool { get }
    /// Members of the params whose texts may hold any characters, including control characters: passwords, whole files,
    /// names that are only looked up, and items that are refused one by one. All other texts are checked before the use
    /// case runs.
    static var rawTexts: Set<String> { get }
}

extension Signal {
    /// A session, unless the signal declares otherwise.
    public static var access: SignalAccess { .session }
    /// A change, unless the signal declares otherwise. The default keeps clients from repeating a change by mistake.
    public static var effect: SignalEffect { .changes }
    /// True for changes. What reads is answered by every machine, unless the answer is not in the database: uploads in
    /// parts, counted look-ups, connections to others.
    public static var needsLeader: Bool { effect == .changes }
    /// False: most signals are not about security. Refusals for a missing right are recorded anyway.
    public static var isNoted: Bool { false }
    /// None: all texts are checked, unless the signal declares otherwise.
    public static var rawTexts: Set<String> { [] }
}

/// The name of a signal on the wire: `service.verb`.
public struct SignalMethod: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The whole name, `ledger.transfer`.
    public let name: String

    public init(_ name: String) { self.name = name }

    public init(stringLiteral name: String) { self.name = name }

    /// The answering service: the part before the first dot.
    public var service: String { String(name.prefix { $0 != "." }) }

    /// Returns true when `service` answers the method. Quicker than comparing with ``service``.
    public func belongs(to service: String) -> Bool {
        let name = name.utf8
        guard name.starts(with: service.utf8) else { return false }
        return name.dropFirst(service.utf8.count).first == UInt8(ascii: ".")
    }

    public var description: String { name }
}

/// Who may send a signal.
///
/// The raw values are the names in `rpc.discover`.
public enum SignalAccess: String, Sendable {
    /// Everybody. A session that comes along is ignored.
    case open
    /// A signed-in user, or a service that has the right to send this signal.
    case session
    /// The operator, who runs the house and proves it with the operator's key.
    case `operator` = "houseKeeper"
}

/// What a repetition of a signal does.
public enum SignalEffect: Sendable {
    /// The signal changes nothing. It may be repeated freely.
    case reads
    /// The signal changes something. It may be repeated only with the same idempotency key.
    case changes
}
