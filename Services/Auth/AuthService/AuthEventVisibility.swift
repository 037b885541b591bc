import Coordination

/// People see what is about themselves.
struct AuthEventVisibility: EventVisibility {
    func view(of event: Event, for user: String) -> Event? { event.subject == user ? event : nil }
}
