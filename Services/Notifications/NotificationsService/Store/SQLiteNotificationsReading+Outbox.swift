import Domain
import Signals
import Storage

/// The queries about the outbox as a whole.
extension SQLiteNotificationsReading {
    func outboxLoads(at now: Instant) throws -> [NotificationsSignal.OutboxLoad] {
        var loads: [NotificationsSignal.OutboxLoad] = []
        for kind in NotificationsSignal.ChannelKind.allCases {
            let channels = try connection.first("SELECT count(*) FROM channels WHERE kind = ?", kind) as Int?
            guard let channels, channels > 0 else { continue }
            let open = try connection.first(
                """
                SELECT count(*), ifnull(sum(d.attempts > 0 OR d.due_us <= ?2), 0),
                    min(CASE WHEN d.attempts > 0 OR d.due_us <= ?2 THEN d.created_us END)
                FROM deliveries d JOIN channels c ON c.id = d.channel
                WHERE d.state IN ('waiting', 'sending') AND c.kind = ?1
                """, kind, now
            ) { (waiting: Int, late: Int, oldest: Instant?) in (waiting: waiting, late: late, oldest: oldest) }
            let dead = try connection.first(
                """
                SELECT count(*), max(d.last_us) FROM deliveries d JOIN channels c ON c.id = d.channel
                WHERE d.state = 'dead' AND c.kind = ?
                """, kind
            ) { (count: Int, newest: Instant?) in (count: count, newest: newest) }
            loads.append(
                NotificationsSignal.OutboxLoad(
                    kind: kind, waiting: open?.waiting ?? 0, late: open?.late ?? 0, oldestLate: open?.oldest,
                    dead: dead?.count ?? 0, newestDead: dead?.newest))
        }
        return loads
    }
}
