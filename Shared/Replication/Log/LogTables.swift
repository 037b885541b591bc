import PostgreSQL

/// The tables of all logs of a database, in plain SQL: any server of PostgreSQL's protocol has what they need.
enum LogTables {
    /// Creates the missing tables. A role that may not create any can use those that are there.
    static func create(_ connection: PostgreSQLConnection, within limit: Duration) throws(PostgreSQLError) {
        if try isMissing("SELECT 1 FROM kopilka_snapshot_parts LIMIT 0", connection, limit) {
            try create(logs, connection, limit)
        }
        // A log from before houses of several machines lacks these, and its role may not be allowed to make them. A
        // house on one machine does without.
        do throws(PostgreSQLError) {
            if try isMissing("SELECT 1 FROM kopilka_leases LIMIT 0", connection, limit) {
                try create(houses, connection, limit)
            }
            if try isMissing("SELECT 1 FROM kopilka_comparisons LIMIT 0", connection, limit) {
                try create(comparisons, connection, limit)
            }
        } catch {
            guard error.sqlState == "42501" else { throw error }
        }
    }

    private static func isMissing(
        _ probe: StaticString, _ connection: PostgreSQLConnection, _ limit: Duration
    ) throws(PostgreSQLError) -> Bool {
        do throws(PostgreSQLError) {
            try connection.execute(probe, within: limit)
            return false
        } catch {
            guard error.sqlState == "42P01" else { throw error }
            return true
        }
    }

    private static func create(
        _ statements: [StaticString], _ connection: PostgreSQLConnection, _ limit: Duration
    ) throws(PostgreSQLError) {
        for statement in statements {
            do throws(PostgreSQLError) {
                try connection.execute(statement, within: limit)
            } catch {
                // Two services may create a table at the same time; PostgreSQL then refuses the second (23505).
                guard ["23505", "42P07"].contains(error.sqlState) else { throw error }
            }
        }
    }

    private static let logs: [StaticString] = [
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

    /// What machines say of their content.
    private static let comparisons: [StaticString] = [
        """
        CREATE TABLE IF NOT EXISTS kopilka_comparisons (
            house text NOT NULL, service text NOT NULL, host text NOT NULL, time_us bigint NOT NULL,
            body bytea NOT NULL, PRIMARY KEY (house, service, host))
        """
    ]

    /// Who belongs to a house of several machines, and who leads.
    private static let houses: [StaticString] = [
        """
        CREATE TABLE IF NOT EXISTS kopilka_hosts (
            house text NOT NULL, host text NOT NULL, generation bigint NOT NULL, body bytea NOT NULL,
            PRIMARY KEY (house, host))
        """,
        """
        CREATE TABLE IF NOT EXISTS kopilka_invitations (
            house text NOT NULL, id text NOT NULL, expires_us bigint NOT NULL, body bytea NOT NULL,
            PRIMARY KEY (house, id))
        """,
        """
        CREATE TABLE IF NOT EXISTS kopilka_leases (
            house text NOT NULL, service text NOT NULL, holder text NOT NULL, until_us bigint NOT NULL, wanted text,
            PRIMARY KEY (house, service))
        """,
    ]
}
