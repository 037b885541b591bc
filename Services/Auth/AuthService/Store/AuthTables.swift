import Domain
import Storage

/// The table of users. An email that is neither empty nor valid, which only a manual edit of the database can leave, is
/// read as none.
enum UserTable: Table {
    enum Columns: Int, ColumnList {
        case id, email, emailKey, username, name, passwordHash, createdAtUs, zone, zoneSource, zoneRevision
    }

    static let name = "users"
    static let key = [Columns.id]

    static func write(_ user: User?, to row: inout NewRow<Columns>) {
        guard let user else { preconditionFailure("Nobody is not added.") }
        row.set(.id, user.id)
        row.set(.email, user.email?.text ?? "")
        // A unique text that is never an address, because it has no @.
        row.set(.emailKey, user.email?.key ?? "none:" + user.id)
        row.set(.username, user.username?.text)
        row.set(.name, user.name)
        row.set(.passwordHash, user.passwordHash)
        row.set(.createdAtUs, user.createdAt)
        row.set(.zone, user.zone?.name)
        row.set(.zoneSource, user.zone?.source.rawValue ?? 0)
        row.set(.zoneRevision, user.zone?.revision ?? 0)
    }

    static func read(_ row: borrowing NamedRow<Columns>) throws -> User? {
        let (text, username): (String, String?) = (try row[.email], try row[.username])
        let email = EmailAddress(text)
        guard email != nil || text.isEmpty else { return nil }
        var user = try User(
            id: row[.id], email: email, username: username.flatMap { Username($0) }, name: row[.name],
            passwordHash: row[.passwordHash], createdAt: row[.createdAtUs])
        if let zone: String = try row[.zone] {
            user.zone = try UserZone(
                name: zone, source: UserZone.Source(rawValue: row[.zoneSource]) ?? .found, revision: row[.zoneRevision])
        }
        return user
    }
}

/// The table of sessions, ended ones included.
enum SessionTable: Table {
    enum Columns: Int, ColumnList {
        case id, userId, device, createdAtUs, lastUsedAtUs, tokenExpiresAtUs, refreshDigest, previousDigest,
            previousKeyDigest, endedAtUs, passkeyId
    }

    static let name = "sessions"
    static let key = [Columns.id]
    static let constant: [Columns] = [.userId, .device, .createdAtUs, .passkeyId]

    static func write(_ session: AuthSession, to row: inout NewRow<Columns>) {
        row.set(.id, session.id)
        row.set(.userId, session.userID)
        row.set(.device, session.device)
        row.set(.createdAtUs, session.createdAt)
        row.set(.lastUsedAtUs, session.lastUsedAt)
        row.set(.tokenExpiresAtUs, session.tokenExpiresAt)
        row.set(.refreshDigest, session.refreshDigest)
        row.set(.previousDigest, session.previousDigest)
        row.set(.previousKeyDigest, session.previousKeyDigest)
        row.set(.endedAtUs, session.endedAt)
        row.set(.passkeyId, session.passkeyID)
    }

    static func read(_ row: borrowing NamedRow<Columns>) throws -> AuthSession {
        var session = try AuthSession(
            id: row[.id], userID: row[.userId], device: row[.device], createdAt: row[.createdAtUs],
            tokenExpiresAt: row[.tokenExpiresAtUs], refreshDigest: row[.refreshDigest], passkeyID: row[.passkeyId])
        session.lastUsedAt = try row[.lastUsedAtUs]
        session.previousDigest = try row[.previousDigest]
        session.previousKeyDigest = try row[.previousKeyDigest]
        session.endedAt = try row[.endedAtUs]
        return session
    }
}

/// The table of secrets of one-time codes.
enum TOTPTable: Table {
    enum Columns: Int, ColumnList {
        case userId, sealedSecret, begunAtUs, confirmedAtUs, lastStep, lastKeyDigest
    }

    static let name = "totp"
    static let key = [Columns.userId]

    static func write(_ factor: TOTPFactor, to row: inout NewRow<Columns>) {
        row.set(.userId, factor.userID)
        row.set(.sealedSecret, factor.sealedSecret)
        row.set(.begunAtUs, factor.begunAt)
        row.set(.confirmedAtUs, factor.confirmedAt)
        row.set(.lastStep, factor.lastStep)
        row.set(.lastKeyDigest, factor.lastKeyDigest)
    }

    static func read(_ row: borrowing NamedRow<Columns>) throws -> TOTPFactor {
        try TOTPFactor(
            userID: row[.userId], sealedSecret: row[.sealedSecret], begunAt: row[.begunAtUs],
            confirmedAt: row[.confirmedAtUs], lastStep: row[.lastStep], lastKeyDigest: row[.lastKeyDigest])
    }
}
