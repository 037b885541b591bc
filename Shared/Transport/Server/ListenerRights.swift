import Coordination
import Reasons

/// The rights of services and of the operator at one service. Everything that is not listed is denied.
///
/// The listener checks them before the use case runs. The rights of people are not listed here: use cases know who owns
/// what.
public struct ListenerRights: Sendable {
    /// The services, or the operator, that may call a method on their own, by method.
    package let callers: [String: Set<Caller>]
    /// The types of events that a service may see.
    package let eventTypes: [Caller: Set<String>]

    /// Creates a table of rights. An empty table admits people only.
    ///
    /// - Parameters:
    ///   - callers: Services and the operator, by method.
    ///   - eventTypes: The types of this service's events that a service sees. Such a service may also call
    /// `<service>.events`.
    public init(callers: [String: Set<Caller>] = [:], eventTypes: [Caller: Set<String>] = [:]) {
        self.callers = callers
        self.eventTypes = eventTypes
    }

    /// Refuses a caller that has no right to call a method.
    ///
    /// - Throws: ``Fault`` `permissionDenied`.
    func check(_ caller: Caller, calling method: String, _ access: SignalAccess) throws(Fault) {
        switch caller {
        case .anonymous, .user:
            if access == .operator { throw Self.operatorOnly }
        case .service(let name):
            if callers[method]?.contains(caller) == true { return }
            throw Fault(.permissionDenied, .serviceHasNoRight, ["service": .text(name), "method": .text(method)])
        case .operator:
            if callers[method]?.contains(caller) == true { return }
            throw Fault(.permissionDenied, .operatorHasNoRight, ["method": .text(method)])
        }
    }

    /// Returns the event as a service may see it.
    ///
    /// Events of other types are passed on without subject and facts. The sequences that a service reads therefore have
    /// no gaps, and a truncated log is detected.
    func view(of event: Event, for service: Caller) -> Event {
        if eventTypes[service]?.contains(event.type) == true { return event }
        return Event(
            sequence: event.sequence, type: event.type, subject: "", time: event.time, data: Array("{}".utf8))
    }

    private static let operatorOnly = Fault(.permissionDenied, .operatorOnly)
}
