import PostgreSQL

// The statements.
extension PostgreSQLCommitLog {
    private static let names: [PostgreSQLType] = [.text, .text]

    static let claim = PostgreSQLStatement(
        "claim",
        """
        INSERT INTO kopilka_leaders AS l (house, service, epoch, confirmed) VALUES ($1, $2, 1, 0)
        ON CONFLICT (house, service) DO UPDATE SET epoch = l.epoch + 1 RETURNING epoch
        """, parameters: names)

    static let newest = PostgreSQLStatement(
        "newest",
        """
        SELECT number, hash FROM kopilka_commits WHERE house = $1 AND service = $2
        ORDER BY number DESC LIMIT 1
        """,
        parameters: names)

    static let page = PostgreSQLStatement(
        "page",
        """
        SELECT number, epoch, time_us, hash, body FROM (
            SELECT number, epoch, time_us, hash, body,
                sum(octet_length(body)) OVER (ORDER BY number) - octet_length(body) AS before
            FROM (SELECT number, epoch, time_us, hash, body FROM kopilka_commits
                WHERE house = $1 AND service = $2 AND number > $3 ORDER BY number LIMIT 1024) AS next
            ) AS sized
        WHERE before <= $4 ORDER BY number
        """, parameters: names + [.int64, .int64])

    static let append = PostgreSQLStatement(
        "append",
        """
        WITH fence AS (SELECT 1 FROM kopilka_leaders WHERE house = $1 AND service = $2 AND epoch = $3 FOR SHARE)
        INSERT INTO kopilka_commits (house, service, number, epoch, time_us, hash, body)
        SELECT $1, $2, $4, $3, $5, $6, $7 FROM fence
        WHERE $4 = 1 OR EXISTS (
            SELECT 1 FROM kopilka_commits WHERE house = $1 AND service = $2 AND number = $4 - 1 AND hash = $8)
        """, parameters: names + [.int64, .int64, .int64, .bytes, .bytes, .bytes])

    static let epoch = PostgreSQLStatement(
        "epoch", "SELECT epoch FROM kopilka_leaders WHERE house = $1 AND service = $2", parameters: names)

    static let hash = PostgreSQLStatement(
        "hash", "SELECT hash FROM kopilka_commits WHERE house = $1 AND service = $2 AND number = $3",
        parameters: names + [.int64])

    static let confirm = PostgreSQLStatement(
        "confirm",
        """
        UPDATE kopilka_leaders SET confirmed = confirmed + 1 WHERE house = $1 AND service = $2 AND epoch = $3
        RETURNING epoch
        """, parameters: names + [.int64])
}
