import Domain
import PostgreSQL
import Sodium

/// The open invitations of all houses of a database. For one thread, which waits.
///
/// An invitation is a row that only its code opens. Who takes it deletes it in the same statement, so a code works
/// once. Its end, by the database's clock, is sealed with it.
public final class Invitations {
    private let database: HouseDatabase

    /// How long a code works.
    public static let lifetime = Duration.seconds(3600)

    /// Creates the access; nothing is connected yet.
    public init(_ url: PostgreSQLURL, patience: Duration = .seconds(10)) {
        database = HouseDatabase(url, patience: patience)
    }

    /// Closes the connection.
    public func close() { database.connection.close() }

    /// Puts an invitation into the database, and removes expired ones of the house.
    /// - Returns: The code, and when it expires by the database's clock.
    /// - Throws: ``MembershipError`` `unreachable`.
    public func create(
        _ invitation: Invitation, lifetime: Duration = lifetime
    ) throws(MembershipError) -> (code: InvitationCode, expires: Instant) {
        let now = try now()
        let (code, expires) = (InvitationCode(), now + lifetime)
        try database.run(Self.sweep, .text(invitation.house), .int64(now.microseconds))
        try database.reporting {
            let context = Self.context(invitation.house, code.id, expires)
            let body = try SecretBox.seal(invitation.body, key: code.key, context: context)
            try database.run(
                Self.add, .text(invitation.house), .text(code.id), .int64(expires.microseconds), .bytes(body))
        }
        return (code, expires)
    }

    /// A taken invitation, with what it takes to put it back.
    public struct Claim: Sendable {
        /// What was in it.
        public let invitation: Invitation
        fileprivate let id: String
        fileprivate let expires: Instant
        fileprivate let body: [UInt8]
    }

    /// Takes the invitation of a code out of the database.
    /// - Throws: ``MembershipError`` `unreachable`, `unknownCode`, `expired`, `forged`.
    public func claim(_ code: InvitationCode) throws(MembershipError) -> Claim {
        let (rows, now) = (try database.run(Self.take, .text(code.id)), try now())
        guard let row = rows.first else {
            throw MembershipError(.unknownCode, "No invitation has this code: it was mistyped or used.")
        }
        return try database.reporting {
            let (house, body) = (try row.text("house"), try row.bytes("body"))
            let expires = Instant(microseconds: try row.int64("expires_us"))
            guard
                let opened = try SecretBox.openData(
                    body, key: code.key, context: Self.context(house, code.id, expires)),
                let invitation = Invitation(house: house, body: opened)
            else { throw MembershipError(.forged, "The invitation in the database was changed.") }
            guard now < expires else { throw MembershipError(.expired, "The invitation has expired.") }
            return Claim(invitation: invitation, id: code.id, expires: expires, body: body)
        }
    }

    /// Puts a taken invitation back, so that its code works again until it expires.
    /// - Throws: ``MembershipError`` `unreachable`.
    public func putBack(_ claim: Claim) throws(MembershipError) {
        try database.run(
            Self.add, .text(claim.invitation.house), .text(claim.id), .int64(claim.expires.microseconds),
            .bytes(claim.body))
    }

    /// The time by the database's clock.
    private func now() throws(MembershipError) -> Instant {
        let rows = try database.run(Self.clock)
        return try database.reporting { Instant(microseconds: try rows.first?.int64("now_us") ?? 0) }
    }

    private static func context(_ house: String, _ id: String, _ expires: Instant) -> [UInt8] {
        var bytes: [UInt8] = []
        for part in ["invitation", house, id] {
            bytes.append(contentsOf: part.utf8)
            bytes.append(0)
        }
        withUnsafeBytes(of: expires.microseconds.littleEndian) { bytes.append(contentsOf: $0) }
        return bytes
    }
}

// The statements.
extension Invitations {
    private static let clock = PostgreSQLStatement(
        "clock", "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now_us")

    private static let sweep = PostgreSQLStatement(
        "sweep invitations", "DELETE FROM kopilka_invitations WHERE house = $1 AND expires_us <= $2",
        parameters: [.text, .int64])

    private static let add = PostgreSQLStatement(
        "add invitation",
        """
        INSERT INTO kopilka_invitations (house, id, expires_us, body) VALUES ($1, $2, $3, $4)
        ON CONFLICT (house, id) DO NOTHING
        """, parameters: [.text, .text, .int64, .bytes])

    private static let take = PostgreSQLStatement(
        "take invitation", "DELETE FROM kopilka_invitations WHERE id = $1 RETURNING house, expires_us, body",
        parameters: [.text])
}
