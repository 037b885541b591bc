import Coordination

/// History tells of nothing that ledger has not told before; should it ever write an event, services see it.
struct HistoryEventVisibility: EventVisibility {
    func view(of event: Event, for caller: Caller) throws -> Event? {
        switch caller {
        case .service: event
        case .user: nil
        case .anonymous: throw Fault.unauthenticated("This needs a session: sign in first.")
        }
    }
}
