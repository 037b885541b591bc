import Coordination
import StrictJSON

/// Who sees what of the events: a person what was told to them, services that the assembly names all.
package struct SubscriptionsEventVisibility: EventVisibility {
    /// The services that see everything.
    let readers: Set<String>

    /// - Parameter readers: The services that see everything.
    package init(readers: Set<String>) { self.readers = readers }

    package func view(of event: Event, for caller: Caller) throws -> Event? {
        switch caller {
        case .anonymous: return nil
        case .service(let name): return readers.contains(name) ? event : nil
        case .user(let session):
            let owner = try JSONDocument(event.data).root.member("userId")?.string
            return owner == session.userID ? event : nil
        }
    }
}
