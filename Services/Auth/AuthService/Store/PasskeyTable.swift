import Domain
import Storage

/// The table of passkeys.
enum PasskeyTable: Table {
    enum Columns: Int, ColumnList {
        case id, userId, credentialId, algorithm, publicKey, createdAtUs, isBackupEligible, isBackedUp, signatureCount,
            name, lastUsedAtUs
    }

    static let name = "passkeys"
    static let key = [Columns.id]
    static let constant: [Columns] = [
        .userId, .credentialId, .algorithm, .publicKey, .createdAtUs, .isBackupEligible,
    ]

    static func write(_ passkey: Passkey, to row: inout NewRow<Columns>) {
        row.set(.id, passkey.id)
        row.set(.userId, passkey.userID)
        row.set(.credentialId, passkey.credentialID)
        row.set(.algorithm, passkey.algorithm)
        row.set(.publicKey, passkey.publicKey)
        row.set(.createdAtUs, passkey.createdAt)
        row.set(.isBackupEligible, passkey.isBackupEligible)
        row.set(.isBackedUp, passkey.isBackedUp)
        row.set(.signatureCount, passkey.signatureCount)
        row.set(.name, passkey.name)
        row.set(.lastUsedAtUs, passkey.lastUsedAt)
    }

    static func read(_ row: borrowing NamedRow<Columns>) throws -> Passkey {
        try Passkey(
            id: row[.id], userID: row[.userId], credentialID: row[.credentialId], algorithm: row[.algorithm],
            publicKey: row[.publicKey], createdAt: row[.createdAtUs], isBackupEligible: row[.isBackupEligible],
            isBackedUp: row[.isBackedUp], signatureCount: row[.signatureCount], name: row[.name],
            lastUsedAt: row[.lastUsedAtUs])
    }
}

/// The tables of passkeys, for auth's migrations.
enum PasskeySchema {
    static let first = """
        CREATE TABLE passkeys (
            id TEXT PRIMARY KEY,
            user_id TEXT NOT NULL REFERENCES users (id),
            credential_id BLOB NOT NULL UNIQUE,
            algorithm INTEGER NOT NULL,
            public_key BLOB NOT NULL,
            created_at_us INTEGER NOT NULL,
            is_backup_eligible INTEGER NOT NULL,
            is_backed_up INTEGER NOT NULL,
            signature_count INTEGER NOT NULL,
            name TEXT NOT NULL,
            last_used_at_us INTEGER
        ) STRICT;
        CREATE INDEX passkeys_by_user ON passkeys (user_id, created_at_us, id);

        CREATE TABLE passkey_uses (
            digest BLOB PRIMARY KEY,
            user_id TEXT NOT NULL,
            key_digest BLOB,
            used_at_us INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX passkey_uses_by_time ON passkey_uses (used_at_us);

        ALTER TABLE sessions ADD COLUMN passkey_id TEXT;
        """
}

extension SQLiteAuthQueries {
    func passkey(id: String) throws -> Passkey? { try connection.first(PasskeyTable.self, "WHERE id = ?", id) }

    func passkey(credentialID: [UInt8]) throws -> Passkey? {
        try connection.first(PasskeyTable.self, "WHERE credential_id = ?", credentialID)
    }

    func passkeys(of userID: String) throws -> [Passkey] {
        try connection.all(PasskeyTable.self, "WHERE user_id = ? ORDER BY created_at_us, id", userID)
    }

    func passkeyUse(digest: [UInt8]) throws -> PasskeyUse? {
        try connection.first(
            "SELECT digest, user_id, key_digest, used_at_us FROM passkey_uses WHERE digest = ?", digest,
            as: PasskeyUse.init)
    }
}

extension SQLiteAuthTransaction {
    func save(_ passkey: Passkey) throws { try connection.upsert(passkey, in: PasskeyTable.self) }

    func removePasskey(id: String) throws { try connection.run("DELETE FROM passkeys WHERE id = ?", id) }

    func add(_ use: PasskeyUse) throws {
        try connection.run(
            "INSERT INTO passkey_uses (digest, user_id, key_digest, used_at_us) VALUES (?, ?, ?, ?)", use.digest,
            use.userID, use.keyDigest, use.usedAt)
    }

    /// Deletes all data about passkeys of a user who leaves.
    func erasePasskeys(of userID: String) throws {
        for passkey in try passkeys(of: userID) {
            try setAttempts(.none, by: LoginKey(passkey: passkey.credentialID))
        }
        try connection.run("DELETE FROM passkeys WHERE user_id = ?", userID)
        try connection.run("DELETE FROM passkey_uses WHERE user_id = ?", userID)
    }

    /// Deletes uses of challenges and proofs that have expired.
    func sweepPasskeys(at now: Instant) throws {
        try connection.run(
            "DELETE FROM passkey_uses WHERE used_at_us < ?", now.microseconds - PasskeyTokens.life.wholeMicroseconds)
    }
}
