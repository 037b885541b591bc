import Domain
import Hosting
import Storage

extension SQLiteSubscriptionsStore {
    /// What is due and not paid: days that the job has not collected, payments that the ledger has not made, and
    /// payments that it refused. The first two pass within seconds; the third are for their users to settle.
    var metrics: MetricsSource {
        MetricsSource("payments") { [store, clock] in
            let now = clock.now()
            let (due, pending, refused) = try await store.read { transaction in
                let connection = transaction.connection
                let due = try connection.first(
                    "SELECT count(*), min(due_us) FROM subscriptions WHERE due_us <= ?", now
                ) { (count: Int, oldest: Instant?) in (count: count, oldest: oldest) }
                return (
                    due, try connection.first("SELECT count(*) FROM payments WHERE status = 'pending'") as Int?,
                    try connection.first("SELECT count(*) FROM payments WHERE status = 'pastDue'") as Int?
                )
            }
            func sample(_ kind: String, _ count: Int?) -> MetricSample {
                MetricSample(Double(count ?? 0), [MetricLabel("kind", kind)])
            }
            return [
                .dueUnpaid([
                    sample("subscription", due?.count), sample("payment", pending), sample("refused_payment", refused),
                ]),
                .dueUnpaidAge([
                    MetricSample(
                        due?.oldest.map { (now - $0).inSeconds } ?? 0, [MetricLabel("kind", "subscription")])
                ]),
            ]
        }
    }
}
