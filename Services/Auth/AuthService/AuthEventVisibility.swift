import Coordination

/// People see what is about themselves, services see all, as revocations concern every one of them.
struct AuthEventVisibility: EventVisibility {
    func view(of event: Event, for caller: Caller) throws -> Event? {
        switch caller {
        case .service: event
        case .user(let session): event.subject == session.userID ? event : nil
        case .anonymous: throw Fault.unauthenticated("This needs a session: sign in first.")
        }
    }
}
