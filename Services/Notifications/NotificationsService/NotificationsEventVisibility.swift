import Coordination

/// People see what is in their own inbox; nobody else sees anything.
struct NotificationsEventVisibility: EventVisibility {
    func view(of event: Event, for caller: Caller) throws -> Event? {
        switch caller {
        case .anonymous, .service: nil
        case .user(let session): event.subject == session.userID ? event : nil
        }
    }
}
