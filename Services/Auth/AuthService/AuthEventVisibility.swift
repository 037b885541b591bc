import Coordination

/// Shows users the events about themselves.
struct AuthEventVisibility: EventVisibility {
    func view(of event: Event, for user: String) -> Event? { event.subject == user ? event : nil }
}
