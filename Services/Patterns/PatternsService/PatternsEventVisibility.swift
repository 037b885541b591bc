import Coordination
import StrictJSON

/// The visibility of events: users see their own.
struct PatternsEventVisibility: EventVisibility {
    func view(of event: Event, for user: String) throws -> Event? {
        try JSONDocument(event.data).root.member("userId")?.string == user ? event : nil
    }
}
