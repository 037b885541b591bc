import Coordination

/// Who sees what of the events of bonds: a user what concerns them, services that the assembly names everything.
struct BondsEventVisibility: EventVisibility {
    /// The services that see everything.
    let readers: Set<String>

    func view(of event: Event, for caller: Caller) throws -> Event? {
        switch caller {
        case .anonymous: return nil
        case .service(let name): return readers.contains(name) ? event : nil
        case .user(let session): return event.subject == session.userID ? event : nil
        }
    }
}
