import Coordination

/// The rights that services and the operator have at one service. Nothing is allowed that is not listed.
///
/// The listener checks them before the use case. The rights of people are not listed: use cases know what is whose.
public struct Grants: Sendable {
    /// Who may send a signal on their own, by its method.
    private let callers: [String: Set<Caller>]
    /// The types of events that a service may see.
    private let eventTypes: [Caller: Set<String>]

    /// Lists rights. Without any, people alone are answered.
    ///
    /// - Parameters:
    ///   - callers: Services and the operator, by method.
    ///   - eventTypes: By service, what it sees of the service's events. It may call `<service>.events` then.
    public init(callers: [String: Set<Caller>] = [:], eventTypes: [Caller: Set<String>] = [:]) {
        self.callers = callers
        self.eventTypes = eventTypes
    }

    /// Refuses a caller that has no right to a method.
    ///
    /// - Throws: ``Fault`` `permissionDenied`.
    func check(_ caller: Caller, calling method: String, _ access: SignalAccess) throws(Fault) {
        switch caller {
        case .anonymous, .user:
            if access == .houseKeeper { throw Self.operatorOnly }
        case .service(let name):
            if callers[method]?.contains(caller) == true { return }
            throw Fault(.permissionDenied, "The service \(name) has no right to call \(method).")
        case .operator:
            if callers[method]?.contains(caller) == true { return }
            throw Fault(.permissionDenied, "The operator has no right to call \(method); sign in as a person.")
        }
    }

    /// The event as a service may see it.
    ///
    /// Of other types a service learns that there was one, without its subject and facts. So the sequences that it reads have
    /// no gaps, and a log that was cut is noticed.
    func view(of event: Event, for service: Caller) -> Event {
        if eventTypes[service]?.contains(event.type) == true { return event }
        return Event(
            sequence: event.sequence, type: event.type, subject: "", time: event.time, data: Array("{}".utf8))
    }

    private static let operatorOnly = Fault(
        .permissionDenied,
        "Only the operator may do this: gateway proves it with the operator's key, which is in the house's KOPILKA_DATA."
    )
}
