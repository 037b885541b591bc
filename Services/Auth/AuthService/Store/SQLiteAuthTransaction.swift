import Domain
import Storage

/// The queries and changes within one transaction.
struct SQLiteAuthTransaction: SQLiteAuthQueries, AuthTransaction {
    let transaction: WriteTransaction
    var connection: Connection { transaction.connection }

    func add(_ user: User) throws {
        try connection.insert(user, into: UserTable.self)
    }

    func setPasswordHash(_ hash: String, of userID: String) throws {
        try connection.run("UPDATE users SET password_hash = ? WHERE id = ?", hash, userID)
    }

    func setEmail(_ email: EmailAddress, of userID: String) throws {
        try connection.run("UPDATE users SET email = ?, email_key = ? WHERE id = ?", email.text, email.key, userID)
    }

    func setUsername(_ username: Username, of userID: String) throws {
        try connection.run("UPDATE users SET username = ? WHERE id = ?", username.text, userID)
    }

    func setZone(_ zone: UserZone, of userID: String) throws {
        try connection.run(
            "UPDATE users SET zone = ?, zone_source = ?, zone_revision = ? WHERE id = ?", zone.name,
            zone.source.rawValue, zone.revision, userID)
    }

    func save(_ session: AuthSession) throws {
        try connection.upsert(session, in: SessionTable.self)
    }

    func forgetSession(id: String) throws {
        try connection.run("DELETE FROM sessions WHERE id = ?", id)
    }

    func setAttempts(_ attempts: FailedAttempts, by key: LoginKey) throws {
        guard attempts.count > 0 else {
            try connection.run("DELETE FROM attempts WHERE login_key = ?", key.bytes)
            return
        }
        try connection.run(
            """
            INSERT INTO attempts (login_key, count, last_at_us) VALUES (?, ?, ?)
            ON CONFLICT (login_key) DO UPDATE SET count = excluded.count, last_at_us = excluded.last_at_us
            """, key.bytes, attempts.count, attempts.lastAt)
    }

    func add(_ registration: Registration) throws {
        try connection.run(
            """
            INSERT INTO registrations (key_digest, content_digest, user_id, created_at_us) VALUES (?, ?, ?, ?)
            """, registration.keyDigest, registration.contentDigest, registration.userID, registration.createdAt)
    }

    func record(_ fact: AuthFact, at time: Instant) throws {
        try transaction.append(type: fact.type, subject: fact.subject, time: time, data: try fact.data())
    }

    /// Deletes expired rows, and failures beyond the limit, oldest first.
    func sweep(at now: Instant) throws {
        let longestLife = AuthSession.longestLife.wholeMicroseconds
        let longestIdle = AuthSession.longestIdle.wholeMicroseconds
        try connection.run(
            """
            DELETE FROM sessions WHERE token_expires_at_us <= ?
                AND (ended_at_us IS NOT NULL OR created_at_us <= ? OR last_used_at_us <= ?)
            """, now, now.microseconds - longestLife, now.microseconds - longestIdle)
        try connection.run(
            "DELETE FROM attempts WHERE last_at_us < ?", now.microseconds - FailedAttempts.memory.wholeMicroseconds)
        try connection.run(
            """
            DELETE FROM attempts WHERE login_key IN
                (SELECT login_key FROM attempts ORDER BY last_at_us DESC, login_key LIMIT -1 OFFSET ?)
            """, SQLiteAuthStore.mostAttempts)
        try connection.run(
            "DELETE FROM registrations WHERE created_at_us < ?",
            now.microseconds - Registration.memory.wholeMicroseconds)
        try connection.run("DELETE FROM password_resets WHERE expires_at_us <= ?", now)
        try connection.run("DELETE FROM departed_sessions WHERE token_expires_at_us <= ?", now)
        try sweepTelegram(at: now)
        try sweepPasskeys(at: now)
    }
}
