import Coordination
import StrictJSON

/// Shows a user the events whose subject is the user's id.
public struct EventsBySubject: EventVisibility {
    public init() {}

    public func view(of event: Event, for user: String) -> Event? { event.subject == user ? event : nil }
}

/// Shows a user the events whose data have the user's id as `userId`.
public struct EventsByUserID: EventVisibility {
    public init() {}

    public func view(of event: Event, for user: String) throws -> Event? {
        try JSONDocument(event.data).root.member("userId")?.string == user ? event : nil
    }
}
