import SQLite
import TestSupport

/// The baseline of a page: the newest fifty rows and the two sums from a table of SQLite with as many rows and the
/// obvious index.
struct NaiveHistory {
    let connection: Connection
    private let directory = TemporaryDirectory()

    init(rows: Int) throws {
        connection = try Connection(path: directory.file("naive.db"), options: ConnectionOptions())
        try connection.execute(
            """
            PRAGMA cache_size = -200000;
            CREATE TABLE rows (
                key INTEGER PRIMARY KEY, account INTEGER, income INTEGER, amount INTEGER, time INTEGER, text TEXT);
            BEGIN;
            WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < \(rows))
            INSERT INTO rows SELECT value, value % 3, (value * 7919 % 10) < 3, value * 7919 % 1000000,
                1735689600000000 + value,
                CASE value % 9 WHEN 0 THEN 'Кофе с собой ' WHEN 1 THEN 'Taxi to the office ' WHEN 2 THEN 'coffee '
                    ELSE 'Rent ' END || value
            FROM n;
            CREATE INDEX rows_by_time ON rows (time);
            COMMIT;
            """)
    }

    /// The median of some pages with sums.
    func page(_ condition: String) throws -> Duration {
        var times: [Duration] = []
        for _ in 0..<5 {
            let began = ContinuousClock.now
            let page = try connection.statement(
                dynamic: "SELECT * FROM rows WHERE \(condition) ORDER BY time DESC LIMIT 50")
            while try page.step() {}
            let sums = try connection.statement(
                dynamic: "SELECT income, sum(amount) FROM rows WHERE \(condition) GROUP BY income")
            while try sums.step() {}
            times.append(ContinuousClock.now - began)
        }
        return times.quantile(0.5)
    }
}
