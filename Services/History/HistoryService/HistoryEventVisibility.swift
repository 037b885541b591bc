import Coordination
import StrictJSON

/// Shows users the events about their own data.
struct HistoryEventVisibility: EventVisibility {
    func view(of event: Event, for user: String) throws -> Event? {
        try JSONDocument(event.data).root.member("userId")?.string == user ? event : nil
    }
}
