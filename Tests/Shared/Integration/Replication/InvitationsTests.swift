import PostgreSQL
import Replication
import Sodium
import TestSupport
import Testing

/// Goal: a code lets in one machine, within its hour, and the owner of the database none.
@Suite(.enabled(if: TemporaryPostgreSQL.obstacle == nil, "PostgreSQL is installed"))
struct InvitationsTests {
    private let database: LogDatabase
    private let invitations: Invitations

    init() throws {
        database = try LogDatabase()
        invitations = Invitations(try PostgreSQLURL(database.server.url()))
    }

    private func invitation(of house: String = "house") -> Invitation {
        Invitation(
            house: house, houseKey: database.houseKey, engineReplicates: true,
            files: [Invitation.File(path: "operator/operator.secret", content: Array("k4.secret.x\n".utf8))])
    }

    private func code(_ body: () throws -> Void) -> MembershipError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? MembershipError)?.code
        }
    }

    @Test func aCodeWorksOnce() throws {
        let made = try invitations.create(invitation())
        // As a person types it.
        let code = try #require(InvitationCode(made.code.text.uppercased().replacing("-", with: " ")))
        let claim = try invitations.claim(code)
        #expect(claim.invitation.house == "house" && claim.invitation.houseKey == database.houseKey)
        #expect(claim.invitation.engineReplicates && claim.invitation.files == invitation().files)
        #expect(self.code { _ = try invitations.claim(code) } == .unknownCode)
        try invitations.putBack(claim)
        try invitations.putBack(claim)
        #expect(try invitations.claim(code).invitation.house == "house")
        #expect(self.code { _ = try invitations.claim(code) } == .unknownCode)
        #expect(try database.server.sql("SELECT count(*) FROM kopilka_invitations") == "0")
    }

    @Test func anExpiredCodeIsRefusedAndSweptAway() throws {
        let old = try invitations.create(invitation(), lifetime: .zero)
        #expect(code { _ = try invitations.claim(old.code) } == .expired)
        _ = try invitations.create(invitation(), lifetime: .zero)
        _ = try invitations.create(invitation(of: "other"), lifetime: .zero)
        _ = try invitations.create(invitation())
        #expect(
            try database.server.sql("SELECT house, count(*) FROM kopilka_invitations GROUP BY house ORDER BY house")
                == "house|1\nother|1")
    }

    @Test func aMistypedCodeSpendsNothing() throws {
        let made = try invitations.create(invitation())
        let text = made.code.text
        let other = try #require(InvitationCode(text.prefix(38) + (text.hasSuffix("a") ? "b" : "a")))
        #expect(code { _ = try invitations.claim(other) } == .unknownCode)
        for bad in ["", "abcd", text + "a", String(text.dropLast()), "1" + text.dropFirst(), "я" + text.dropFirst()] {
            #expect(InvitationCode(bad) == nil, "\(bad)")
        }
        _ = try invitations.claim(made.code)
    }

    @Test func theOwnerOfTheDatabaseOpensAndChangesNothing() throws {
        let server = database.server
        for change in [
            "expires_us = expires_us + 3600000000", "house = 'other'",
            "body = set_byte(body, 30, 255 - get_byte(body, 30))", "body = ''",
        ] {
            let made = try invitations.create(invitation())
            try server.sql("UPDATE kopilka_invitations SET \(change)")
            #expect(code { _ = try invitations.claim(made.code) } == .forged, "\(change)")
        }
        let (first, second) = (try invitations.create(invitation()), try invitations.create(invitation()))
        #expect(
            try server.sql("SELECT count(*) FROM kopilka_invitations WHERE position('k4'::bytea IN body) > 0") == "0")
        try server.sql("UPDATE kopilka_invitations SET body = (SELECT body FROM kopilka_invitations LIMIT 1)")
        let codes = [first, second].map { made in code { _ = try invitations.claim(made.code) } }
        #expect(codes.count { $0 == .forged } == 1, "a body opens under its own name only")
    }
}
