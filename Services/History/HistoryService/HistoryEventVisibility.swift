import Coordination
import StrictJSON

/// Who sees what of the events: a person what was told to them, services nothing, since none of them needs it.
struct HistoryEventVisibility: EventVisibility {
    func view(of event: Event, for caller: Caller) throws -> Event? {
        switch caller {
        case .service: return nil
        case .anonymous: throw Fault.unauthenticated("This needs a session: sign in first.")
        case .user(let session):
            let owner = try JSONDocument(event.data).root.member("userId")?.string
            return owner == session.userID ? event : nil
        }
    }
}
