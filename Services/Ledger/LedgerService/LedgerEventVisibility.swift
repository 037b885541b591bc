import Coordination
import StrictJSON

/// Shows users the events that concern them, and only their own side of a transfer.
package struct LedgerEventVisibility: EventVisibility {
    package init() {}

    package func view(of event: Event, for user: String) throws -> Event? {
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
