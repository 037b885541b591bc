import Domain
import Storage

/// The questions, the same within a transaction and without.
protocol SQLiteAuthQueries: AuthReading {
    var connection: Connection { get }
}

extension SQLiteAuthQueries {
    func user(id: String) throws -> User? {
        try connection.first(
            """
            SELECT id, email, username, name, password_hash, created_at_us, zone, zone_source, zone_revision
            FROM users WHERE id = ?1
            """,
            bind: { $0.bind(id, at: 1) }, User.init(row:)) ?? nil
    }

    func user(email: EmailAddress) throws -> User? {
        try connection.first(
            """
            SELECT id, email, username, name, password_hash, created_at_us, zone, zone_source, zone_revision
            FROM users WHERE email_key = ?1
            """,
            bind: { $0.bind(email.key, at: 1) }, User.init(row:)) ?? nil
    }

    func user(username: Username) throws -> User? {
        try connection.first(
            """
            SELECT id, email, username, name, password_hash, created_at_us, zone, zone_source, zone_revision
            FROM users WHERE username = ?1
            """,
            bind: { $0.bind(username.text, at: 1) }, User.init(row:)) ?? nil
    }

    func session(id: String) throws -> AuthSession? {
        try connection.first(
            """
            SELECT id, user_id, device, created_at_us, last_used_at_us, token_expires_at_us, refresh_digest,
                previous_digest, previous_key_digest, ended_at_us
            FROM sessions WHERE id = ?1
            """,
            bind: { $0.bind(id, at: 1) }, AuthSession.init(row:))
    }

    func sessions(of userID: String) throws -> [AuthSession] {
        var sessions: [AuthSession] = []
        try connection.query(
            """
            SELECT id, user_id, device, created_at_us, last_used_at_us, token_expires_at_us, refresh_digest,
                previous_digest, previous_key_digest, ended_at_us
            FROM sessions WHERE user_id = ?1 ORDER BY created_at_us DESC, id
            """,
            bind: { $0.bind(userID, at: 1) }, { sessions.append(AuthSession(row: $0)) })
        return sessions
    }

    func endedSessions(withTokensAt now: Instant) throws -> [AuthSession] {
        var sessions: [AuthSession] = []
        try connection.query(
            """
            SELECT id, user_id, device, created_at_us, last_used_at_us, token_expires_at_us, refresh_digest,
                previous_digest, previous_key_digest, ended_at_us
            FROM sessions WHERE ended_at_us IS NOT NULL AND token_expires_at_us > ?1
            """,
            bind: { $0.bind(now.microseconds, at: 1) }, { sessions.append(AuthSession(row: $0)) })
        return sessions
    }

    func attempts(by key: LoginKey) throws -> FailedAttempts {
        try connection.first(
            "SELECT count, last_at_us FROM attempts WHERE login_key = ?1", bind: { $0.bind(key.bytes, at: 1) }
        ) { row in
            FailedAttempts(count: Int(row.int64(at: 0)), lastAt: Instant(microseconds: row.int64(at: 1)))
        } ?? .none
    }

    func registration(keyDigest: [UInt8]) throws -> Registration? {
        try connection.first(
            "SELECT key_digest, content_digest, user_id, created_at_us FROM registrations WHERE key_digest = ?1",
            bind: { $0.bind(keyDigest, at: 1) }
        ) { row in
            Registration(
                keyDigest: row.bytes(at: 0), contentDigest: row.bytes(at: 1), userID: row.text(at: 2),
                createdAt: Instant(microseconds: row.int64(at: 3)))
        }
    }
}

extension User {
    /// Reads id, email, username, name, password_hash, created_at_us and what is kept of the zone. Nil for an email
    /// that is none and not empty either, which only a hand in the database can have written.
    fileprivate init?(row: borrowing Row) {
        let text = row.text(at: 1)
        let email = EmailAddress(text)
        guard email != nil || text.isEmpty else { return nil }
        self.init(
            id: row.text(at: 0), email: email, username: row.optionalText(at: 2).flatMap { Username($0) },
            name: row.text(at: 3), passwordHash: row.text(at: 4),
            createdAt: Instant(microseconds: row.int64(at: 5)))
        zone = row.optionalText(at: 6).map { name in
            UserZone(
                name: name, source: UserZone.Source(rawValue: row.int64(at: 7)) ?? .found, revision: row.int64(at: 8))
        }
    }
}

extension AuthSession {
    /// Reads all columns of the table, in its order.
    fileprivate init(row: borrowing Row) {
        self.init(
            id: row.text(at: 0), userID: row.text(at: 1), device: row.optionalText(at: 2),
            createdAt: Instant(microseconds: row.int64(at: 3)),
            tokenExpiresAt: Instant(microseconds: row.int64(at: 5)), refreshDigest: row.bytes(at: 6))
        lastUsedAt = Instant(microseconds: row.int64(at: 4))
        previousDigest = row.optionalBytes(at: 7)
        previousKeyDigest = row.optionalBytes(at: 8)
        endedAt = row.optionalInt64(at: 9).map(Instant.init(microseconds:))
    }
}
