import Domain
import Hosting
import Signals
import Storage

extension SQLiteNotificationsStore {
    /// The outbox: messages that wait, how long the oldest is late, and messages that could not be sent.
    func metrics(_ clock: WallClock) -> MetricsSource {
        MetricsSource("outbox") { [self] in
            let now = clock.now()
            let loads = try await read { try $0.outboxLoads(at: now) }
            // A kind that no channel has is measured, too: a series that is missing cannot raise an alert.
            func samples(_ value: (NotificationsSignal.OutboxLoad) -> Double) -> [MetricSample] {
                NotificationsSignal.ChannelKind.allCases.map { kind in
                    MetricSample(
                        loads.first { $0.kind == kind }.map(value) ?? 0, [MetricLabel("channel", kind.rawValue)])
                }
            }
            return [
                MetricFamily(
                    .gauge, "outbox_messages", "Messages that wait to be sent, by the kind of their channel.",
                    samples { Double($0.waiting) }),
                MetricFamily(
                    .gauge, "outbox_late_messages", "Messages that are due or were tried and failed.",
                    samples { Double($0.late) }),
                MetricFamily(
                    .gauge, "outbox_age_seconds", unit: "seconds", "The age of the oldest late message; 0 without any.",
                    samples { $0.oldestLate.map { (now - $0).inSeconds } ?? 0 }),
                MetricFamily(
                    .gauge, "dead_letters", "Messages that were given up.", samples { Double($0.dead) }),
            ]
        }
    }
}
