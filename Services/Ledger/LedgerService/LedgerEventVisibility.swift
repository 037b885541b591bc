import Coordination
import StrictJSON

/// Who sees what of the ledger's events: a user what concerns them, and of a transfer only their own side; services that
/// the settings name see everything.
package struct LedgerEventVisibility: EventVisibility {
    /// The services that see everything.
    private let readers: Set<String>

    /// - Parameter readers: The services that see everything.
    package init(readers: Set<String>) { self.readers = readers }

    package func view(of event: Event, for caller: Caller) throws -> Event? {
        switch caller {
        case .anonymous: return nil
        case .service(let name): return readers.contains(name) ? event : nil
        case .user(let session): return try view(of: event, forUser: session.userID)
        }
    }

    private func view(of event: Event, forUser user: String) throws -> Event? {
        let data = try JSONDocument(event.data).root
        guard let entries = data.member("entries") else {
            let owner = data.member("userId") ?? data.member("account")?.member("userId")
            return owner?.string == user ? event : nil
        }
        let own = entries.elements.filter { $0.member("userId")?.string == user }
        if own.isEmpty { return nil }
        if own.count == entries.count { return event }
        var writer = JSONWriter(reservingCapacity: event.data.count)
        writer.beginObject()
        for member in data.members {
            writer.key(member.name)
            guard member.isNamed("entries") else {
                writer.raw(member.node.rawBytes)
                continue
            }
            writer.beginArray()
            for entry in own { writer.raw(entry.rawBytes) }
            writer.endArray()
        }
        writer.endObject()
        return Event(
            sequence: event.sequence, type: event.type, subject: event.subject, time: event.time, data: writer.finish())
    }
}
