import Domain
import Hosting
import Storage
import Synchronization

extension SQLiteLedgerStore {
    /// The balance of the books, and the scheduled transfers that are due and not made.
    var metrics: [MetricsSource] { [books, schedules] }

    /// The sum of all balances by currency, people's and the world's: each transfer takes from one what it gives to
    /// another, so the sum is always 0. It is taken from the balances in memory, between two commits. `ledger.check`
    /// also compares them with every record; that takes too long for each scrape.
    private var books: MetricsSource {
        MetricsSource("books") { [accounts] in
            let books = accounts.sums
            return [
                MetricFamily(
                    .gauge, "ledger_imbalance",
                    "The sum of all balances, in minor units, by currency. Anything but 0 is an error.",
                    books.sums.sorted { $0.currency.code < $1.currency.code }.map { currency, sum in
                        MetricSample(Double(sum), [MetricLabel("currency", currency.code)])
                    }),
                .gauge("ledger_accounts", "The accounts of people.", Double(books.accounts)),
            ]
        }
    }

    private var schedules: MetricsSource {
        MetricsSource("schedules") { [store, clock] in
            let now = clock.now()
            let due = try await store.read { transaction in
                try transaction.connection.first(
                    "SELECT count(*), min(due_us) FROM due_runs WHERE due_us <= ?", now
                ) { (count: Int, oldest: Instant?) in (count: count, oldest: oldest) }
            }
            let labels = [MetricLabel("kind", "schedule")]
            return [
                .dueUnpaid([MetricSample(Double(due?.count ?? 0), labels)]),
                .dueUnpaidAge([MetricSample(due?.oldest.map { (now - $0).inSeconds } ?? 0, labels)]),
            ]
        }
    }
}

extension AccountTable {
    /// The sums of all balances by currency, in minor units, and the number of people's accounts, as the last commit
    /// left them. A commit waits meanwhile: some milliseconds for a million accounts.
    var sums: (sums: [(currency: Currency, sum: Int64)], accounts: Int) {
        published.withLock { table in
            var (sums, accounts): ([(currency: Currency, sum: Int64)], Int) = ([], 0)
            for index in table.records.indices {
                let currency = table.records[index].currency
                // There are few currencies: comparing them is quicker than hashing.
                if let place = sums.firstIndex(where: { $0.currency == currency }) {
                    // A sum beyond 64 bits wraps on both sides, so that it is still 0.
                    sums[place].sum &+= table.states[index].balance
                } else {
                    sums.append((currency, table.states[index].balance))
                }
                if table.records[index].owner != nil { accounts += 1 }
            }
            return (sums, accounts)
        }
    }
}
