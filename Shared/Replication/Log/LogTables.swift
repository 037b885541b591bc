import PostgreSQL

/// The tables of all logs of a database, in plain SQL: any server of PostgreSQL's protocol has what they need.
enum LogTables {
    /// Creates the missing tables. A role that may not create any can use those that are there.
    static func create(_ connection: PostgreSQLConnection, within limit: Duration) throws(PostgreSQLError) {
        do throws(PostgreSQLError) {
            try connection.execute("SELECT 1 FROM kopilka_snapshot_parts LIMIT 0", within: limit)
            return
        } catch {
            guard error.sqlState == "42P01" else { throw error }
        }
        for statement in statements {
            do throws(PostgreSQLError) {
                try connection.execute(statement, within: limit)
            } catch {
                // Two services may create a table at the same time; PostgreSQL then refuses the second (23505).
                guard ["23505", "42P07"].contains(error.sqlState) else { throw error }
            }
        }
    }

    private static let statements: [StaticString] = [
        """
        CREATE TABLE IF NOT EXISTS kopilka_leaders (
            house text NOT NULL, service text NOT NULL, epoch bigint NOT NULL, confirmed bigint NOT NULL,
            PRIMARY KEY (house, service))
        """,
        """
        CREATE TABLE IF NOT EXISTS kopilka_commits (
            house text NOT NULL, service text NOT NULL, number bigint NOT NULL, epoch bigint NOT NULL,
            time_us bigint NOT NULL, hash bytea NOT NULL, body bytea NOT NULL,
            PRIMARY KEY (house, service, number))
        """,
        """
        CREATE TABLE IF NOT EXISTS kopilka_snapshots (
            house text NOT NULL, service text NOT NULL, number bigint NOT NULL, series bigint NOT NULL,
            time_us bigint NOT NULL, content bytea NOT NULL, PRIMARY KEY (house, service, number))
        """,
        """
        CREATE TABLE IF NOT EXISTS kopilka_snapshot_parts (
            house text NOT NULL, service text NOT NULL, number bigint NOT NULL, series bigint NOT NULL,
            file bigint NOT NULL, part bigint NOT NULL, body bytea NOT NULL,
            PRIMARY KEY (house, service, number, series, file, part))
        """,
    ]
}
