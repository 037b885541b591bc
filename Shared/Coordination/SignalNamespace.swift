import Reasons

/// The signals of one service, as a namespace: `LedgerSignal`.
public protocol SignalNamespace {
    /// The service that answers them: the part of their methods before the dot.
    static var service: String { get }
}

/// Asks a service for the sequence of its newest event. The listener answers it; it is a part of `<service>.stats`.
public struct NewestEvent<Namespace: SignalNamespace>: Signal {
    /// The answer, as far as it is wanted.
    public struct Answer: Codable, Sendable {
        /// The sequence; 0 before the first event, absent for a service without events.
        public let lastEvent: Int64?

        public init(lastEvent: Int64?) { self.lastEvent = lastEvent }

        public init(from decoder: any Decoder) throws {
            lastEvent = try decoder.container(keyedBy: AnyMember.self).decodeIfPresent(
                Int64.self, forKey: AnyMember(stringValue: "lastEvent"))
        }
    }

    public static var method: SignalMethod { SignalMethod("\(Namespace.service).stats") }
    public static var summary: String { "Returns the sequence of the newest event of a service." }
    public static var effect: SignalEffect { .reads }

    public init() {}
}

/// Asks a service whether it works. The listener answers it; it is a part of `<service>.health`.
public struct HealthCheck<Namespace: SignalNamespace>: Signal {
    /// The answer, as far as it is wanted.
    public struct Answer: Codable, Sendable {
        /// `ready`, `starting`, `draining` or `overloaded`.
        public let status: String

        public init(status: String) { self.status = status }

        public init(from decoder: any Decoder) throws {
            status = try decoder.container(keyedBy: AnyMember.self).decode(
                String.self, forKey: AnyMember(stringValue: "status"))
        }
    }

    public static var method: SignalMethod { SignalMethod("\(Namespace.service).health") }
    public static var summary: String { "Reports whether a service works." }
    public static var access: SignalAccess { .open }
    public static var effect: SignalEffect { .reads }

    public init() {}
}

/// A member of any name: the answers above are parts of larger ones, and a strict decoder refuses names that no key
/// has.
private struct AnyMember: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}

extension Transmitter {
    /// Returns the sequence of the newest event of the service of `namespace`, 0 before the first.
    ///
    /// - Throws: ``Fault`` `unavailable`, `deadlineExceeded` when the service cannot be asked.
    public func newestEvent<Namespace: SignalNamespace>(
        of namespace: Namespace.Type, context: SignalContext = SignalContext(), within limit: Duration
    ) async throws -> Int64 {
        let answer = try await send(NewestEvent<Namespace>(), context: context, within: limit)
        guard let newest = answer.lastEvent else {
            throw Fault(.internalFault, .noNewestEvent, ["service": .text(Namespace.service)])
        }
        return newest
    }
}
