import Coordination
import StrictJSON

/// People see what was told to them.
struct HistoryEventVisibility: EventVisibility {
    func view(of event: Event, for user: String) throws -> Event? {
        try JSONDocument(event.data).root.member("userId")?.string == user ? event : nil
    }
}
