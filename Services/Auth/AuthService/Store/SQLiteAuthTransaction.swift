import Domain
import Storage

/// What can be done, within one transaction.
struct SQLiteAuthTransaction: SQLiteAuthQueries, AuthTransaction {
    let transaction: WriteTransaction
    var connection: Connection { transaction.connection }

    func add(_ user: User) throws {
        try connection.run(
            """
            INSERT INTO users (id, email, email_key, username, name, password_hash, created_at_us)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """
        ) {
            $0.bind(user.id, at: 1)
            $0.bind(user.email?.text ?? "", at: 2)
            // Unique, and never an address, which has an @.
            $0.bind(user.email?.key ?? "none:" + user.id, at: 3)
            $0.bind(user.username?.text, at: 4)
            $0.bind(user.name, at: 5)
            $0.bind(user.passwordHash, at: 6)
            $0.bind(user.createdAt.microseconds, at: 7)
        }
    }

    func setPasswordHash(_ hash: String, of userID: String) throws {
        try connection.run("UPDATE users SET password_hash = ?1 WHERE id = ?2") {
            $0.bind(hash, at: 1)
            $0.bind(userID, at: 2)
        }
    }

    func setEmail(_ email: EmailAddress, of userID: String) throws {
        try connection.run("UPDATE users SET email = ?1, email_key = ?2 WHERE id = ?3") {
            $0.bind(email.text, at: 1)
            $0.bind(email.key, at: 2)
            $0.bind(userID, at: 3)
        }
    }

    func setUsername(_ username: Username, of userID: String) throws {
        try connection.run("UPDATE users SET username = ?1 WHERE id = ?2") {
            $0.bind(username.text, at: 1)
            $0.bind(userID, at: 2)
        }
    }

    func setZone(_ zone: UserZone, of userID: String) throws {
        try connection.run("UPDATE users SET zone = ?1, zone_source = ?2, zone_revision = ?3 WHERE id = ?4") {
            $0.bind(zone.name, at: 1)
            $0.bind(zone.source.rawValue, at: 2)
            $0.bind(zone.revision, at: 3)
            $0.bind(userID, at: 4)
        }
    }

    func save(_ session: AuthSession) throws {
        try connection.run(
            """
            INSERT INTO sessions (id, user_id, device, created_at_us, last_used_at_us, token_expires_at_us,
                refresh_digest, previous_digest, previous_key_digest, ended_at_us)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            ON CONFLICT (id) DO UPDATE SET last_used_at_us = excluded.last_used_at_us,
                token_expires_at_us = excluded.token_expires_at_us, refresh_digest = excluded.refresh_digest,
                previous_digest = excluded.previous_digest, previous_key_digest = excluded.previous_key_digest,
                ended_at_us = excluded.ended_at_us
            """
        ) {
            $0.bind(session.id, at: 1)
            $0.bind(session.userID, at: 2)
            $0.bind(session.device, at: 3)
            $0.bind(session.createdAt.microseconds, at: 4)
            $0.bind(session.lastUsedAt.microseconds, at: 5)
            $0.bind(session.tokenExpiresAt.microseconds, at: 6)
            $0.bind(session.refreshDigest, at: 7)
            $0.bind(session.previousDigest, at: 8)
            $0.bind(session.previousKeyDigest, at: 9)
            $0.bind(session.endedAt?.microseconds, at: 10)
        }
    }

    func forgetSession(id: String) throws {
        try connection.run("DELETE FROM sessions WHERE id = ?1") { $0.bind(id, at: 1) }
    }

    func setAttempts(_ attempts: FailedAttempts, by key: LoginKey) throws {
        guard attempts.count > 0 else {
            try connection.run("DELETE FROM attempts WHERE login_key = ?1") { $0.bind(key.bytes, at: 1) }
            return
        }
        try connection.run(
            """
            INSERT INTO attempts (login_key, count, last_at_us) VALUES (?1, ?2, ?3)
            ON CONFLICT (login_key) DO UPDATE SET count = excluded.count, last_at_us = excluded.last_at_us
            """
        ) {
            $0.bind(key.bytes, at: 1)
            $0.bind(attempts.count, at: 2)
            $0.bind(attempts.lastAt.microseconds, at: 3)
        }
    }

    func add(_ registration: Registration) throws {
        try connection.run(
            """
            INSERT INTO registrations (key_digest, content_digest, user_id, created_at_us) VALUES (?1, ?2, ?3, ?4)
            """
        ) {
            $0.bind(registration.keyDigest, at: 1)
            $0.bind(registration.contentDigest, at: 2)
            $0.bind(registration.userID, at: 3)
            $0.bind(registration.createdAt.microseconds, at: 4)
        }
    }

    func record(_ fact: AuthFact, at time: Instant) throws {
        try transaction.append(type: fact.type, subject: fact.subject, time: time, data: try fact.data())
    }

    /// Forgets what nobody needs any more, and failures beyond the number that is kept, the oldest first.
    func sweep(at now: Instant) throws {
        let longestLife = AuthSession.longestLife.wholeMicroseconds
        let longestIdle = AuthSession.longestIdle.wholeMicroseconds
        try connection.run(
            """
            DELETE FROM sessions WHERE token_expires_at_us <= ?1
                AND (ended_at_us IS NOT NULL OR created_at_us <= ?2 OR last_used_at_us <= ?3)
            """
        ) {
            $0.bind(now.microseconds, at: 1)
            $0.bind(now.microseconds - longestLife, at: 2)
            $0.bind(now.microseconds - longestIdle, at: 3)
        }
        try connection.run("DELETE FROM attempts WHERE last_at_us < ?1") {
            $0.bind(now.microseconds - FailedAttempts.memory.wholeMicroseconds, at: 1)
        }
        try connection.run(
            """
            DELETE FROM attempts WHERE login_key IN
                (SELECT login_key FROM attempts ORDER BY last_at_us DESC LIMIT -1 OFFSET ?1)
            """
        ) { $0.bind(SQLiteAuthStore.mostAttempts, at: 1) }
        try connection.run("DELETE FROM registrations WHERE created_at_us < ?1") {
            $0.bind(now.microseconds - Registration.memory.wholeMicroseconds, at: 1)
        }
        try connection.run("DELETE FROM password_resets WHERE expires_at_us <= ?1") {
            $0.bind(now.microseconds, at: 1)
        }
        try connection.run("DELETE FROM departed_sessions WHERE token_expires_at_us <= ?1") {
            $0.bind(now.microseconds, at: 1)
        }
        try sweepTelegram(at: now)
    }
}
