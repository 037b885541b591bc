import Coordination

/// The visibility of events: users see their own.
struct BondsEventVisibility: EventVisibility {
    func view(of event: Event, for user: String) -> Event? { event.subject == user ? event : nil }
}
