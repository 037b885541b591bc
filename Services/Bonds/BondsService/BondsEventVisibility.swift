import Coordination

/// People see what concerns them.
struct BondsEventVisibility: EventVisibility {
    func view(of event: Event, for user: String) -> Event? { event.subject == user ? event : nil }
}
