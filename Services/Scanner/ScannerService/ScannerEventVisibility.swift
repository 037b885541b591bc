import Coordination
import StrictJSON

/// The visibility of events: users see the changes that they caused.
struct ScannerEventVisibility: EventVisibility {
    func view(of event: Event, for user: String) throws -> Event? {
        try JSONDocument(event.data).root.member("userId")?.string == user ? event : nil
    }
}
