import Domain
import Storage

extension SQLiteAuthQueries {
    func totp(of userID: String) throws -> TOTPFactor? {
        try connection.first(
            """
            SELECT user_id, sealed_secret, begun_at_us, confirmed_at_us, last_step, last_key_digest
            FROM totp WHERE user_id = ?1
            """,
            bind: { $0.bind(userID, at: 1) }
        ) { row in
            TOTPFactor(
                userID: row.text(at: 0), sealedSecret: row.bytes(at: 1),
                begunAt: Instant(microseconds: row.int64(at: 2)),
                confirmedAt: row.optionalInt64(at: 3).map(Instant.init(microseconds:)), lastStep: row.int64(at: 4),
                lastKeyDigest: row.optionalBytes(at: 5))
        }
    }

    func recoveryCodeDigests(of userID: String) throws -> [[UInt8]] {
        var digests: [[UInt8]] = []
        try connection.query(
            "SELECT digest FROM recovery_codes WHERE user_id = ?1", bind: { $0.bind(userID, at: 1) },
            { digests.append($0.bytes(at: 0)) })
        return digests
    }
}

extension SQLiteAuthTransaction {
    func save(_ factor: TOTPFactor) throws {
        try connection.run(
            """
            INSERT OR REPLACE INTO totp
                (user_id, sealed_secret, begun_at_us, confirmed_at_us, last_step, last_key_digest)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """
        ) {
            $0.bind(factor.userID, at: 1)
            $0.bind(factor.sealedSecret, at: 2)
            $0.bind(factor.begunAt.microseconds, at: 3)
            $0.bind(factor.confirmedAt?.microseconds, at: 4)
            $0.bind(factor.lastStep, at: 5)
            $0.bind(factor.lastKeyDigest, at: 6)
        }
    }

    func removeTOTP(of userID: String) throws {
        try connection.run("DELETE FROM totp WHERE user_id = ?1") { $0.bind(userID, at: 1) }
    }

    func setRecoveryCodes(_ digests: [[UInt8]], of userID: String) throws {
        try connection.run("DELETE FROM recovery_codes WHERE user_id = ?1") { $0.bind(userID, at: 1) }
        for digest in digests {
            try connection.run("INSERT INTO recovery_codes (user_id, digest) VALUES (?1, ?2)") {
                $0.bind(userID, at: 1)
                $0.bind(digest, at: 2)
            }
        }
    }

    func useRecoveryCode(_ digest: [UInt8], of userID: String) throws -> Bool {
        try connection.run("DELETE FROM recovery_codes WHERE user_id = ?1 AND digest = ?2") {
            $0.bind(userID, at: 1)
            $0.bind(digest, at: 2)
        }
        return connection.changes > 0
    }
}
