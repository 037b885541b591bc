import Coordination

/// Shows users the events about their own inbox.
struct NotificationsEventVisibility: EventVisibility {
    func view(of event: Event, for user: String) -> Event? { event.subject == user ? event : nil }
}
