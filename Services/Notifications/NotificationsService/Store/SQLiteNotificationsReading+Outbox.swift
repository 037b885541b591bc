import Domain
import Signals
import Storage

/// What can be asked of the outbox as a whole.
extension SQLiteNotificationsReading {
    func outboxLoads(at now: Instant) throws -> [NotificationsSignal.OutboxLoad] {
        var loads: [NotificationsSignal.OutboxLoad] = []
        for kind in NotificationsSignal.ChannelKind.allCases {
            let channels = try connection.first(
                "SELECT count(*) FROM channels WHERE kind = ?1", bind: { $0.bind(kind.rawValue, at: 1) }
            ) { $0.int64(at: 0) }
            guard let channels, channels > 0 else { continue }
            let open = try connection.first(
                """
                SELECT count(*), ifnull(sum(d.attempts > 0 OR d.due_us <= ?2), 0),
                    min(CASE WHEN d.attempts > 0 OR d.due_us <= ?2 THEN d.created_us END)
                FROM deliveries d JOIN channels c ON c.id = d.channel
                WHERE d.state IN ('waiting', 'sending') AND c.kind = ?1
                """,
                bind: {
                    $0.bind(kind.rawValue, at: 1)
                    $0.bind(now.microseconds, at: 2)
                }, { (Int($0.int64(at: 0)), Int($0.int64(at: 1)), $0.optionalInt64(at: 2)) })
            let dead = try connection.first(
                """
                SELECT count(*), max(d.last_us) FROM deliveries d JOIN channels c ON c.id = d.channel
                WHERE d.state = 'dead' AND c.kind = ?1
                """, bind: { $0.bind(kind.rawValue, at: 1) }, { (Int($0.int64(at: 0)), $0.optionalInt64(at: 1)) })
            loads.append(
                NotificationsSignal.OutboxLoad(
                    kind: kind, waiting: open?.0 ?? 0, late: open?.1 ?? 0,
                    oldestLate: open?.2.map { Instant(microseconds: $0) }, dead: dead?.0 ?? 0,
                    newestDead: dead?.1.map { Instant(microseconds: $0) }))
        }
        return loads
    }
}
