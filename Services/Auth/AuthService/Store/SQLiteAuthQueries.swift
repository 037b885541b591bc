import Domain
import Storage

/// The queries, the same for snapshots and transactions.
protocol SQLiteAuthQueries: AuthReading {
    var connection: Connection { get }
}

extension SQLiteAuthQueries {
    func user(id: String) throws -> User? {
        try connection.first(UserTable.self, "WHERE id = ?", id) ?? nil
    }

    func user(email: EmailAddress) throws -> User? {
        try connection.first(UserTable.self, "WHERE email_key = ?", email.key) ?? nil
    }

    func user(username: Username) throws -> User? {
        try connection.first(UserTable.self, "WHERE username = ?", username.text) ?? nil
    }

    func session(id: String) throws -> AuthSession? { try connection.first(SessionTable.self, "WHERE id = ?", id) }

    func sessions(of userID: String) throws -> [AuthSession] {
        try connection.all(SessionTable.self, "WHERE user_id = ? ORDER BY created_at_us DESC, id", userID)
    }

    func endedSessions(withTokensAt now: Instant) throws -> [AuthSession] {
        try connection.all(SessionTable.self, "WHERE ended_at_us IS NOT NULL AND token_expires_at_us > ?", now)
    }

    func attempts(by key: LoginKey) throws -> FailedAttempts {
        try connection.first(
            "SELECT count, last_at_us FROM attempts WHERE login_key = ?", key.bytes, as: FailedAttempts.init) ?? .none
    }

    func registration(keyDigest: [UInt8]) throws -> Registration? {
        try connection.first(
            "SELECT key_digest, content_digest, user_id, created_at_us FROM registrations WHERE key_digest = ?",
            keyDigest, as: Registration.init)
    }
}
