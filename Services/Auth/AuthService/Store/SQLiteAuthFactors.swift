import Domain
import Storage

extension SQLiteAuthQueries {
    func totp(of userID: String) throws -> TOTPFactor? {
        try connection.first(TOTPTable.self, "WHERE user_id = ?", userID)
    }

    func recoveryCodeDigests(of userID: String) throws -> [[UInt8]] {
        try connection.all("SELECT digest FROM recovery_codes WHERE user_id = ?", userID)
    }
}

extension SQLiteAuthTransaction {
    func save(_ factor: TOTPFactor) throws {
        try connection.upsert(factor, in: TOTPTable.self)
    }

    func removeTOTP(of userID: String) throws {
        try connection.run("DELETE FROM totp WHERE user_id = ?", userID)
    }

    func setRecoveryCodes(_ digests: [[UInt8]], of userID: String) throws {
        try connection.run("DELETE FROM recovery_codes WHERE user_id = ?", userID)
        for digest in digests {
            try connection.run("INSERT INTO recovery_codes (user_id, digest) VALUES (?, ?)", userID, digest)
        }
    }

    func useRecoveryCode(_ digest: [UInt8], of userID: String) throws -> Bool {
        try connection.run("DELETE FROM recovery_codes WHERE user_id = ? AND digest = ?", userID, digest)
        return connection.changes > 0
    }
}
