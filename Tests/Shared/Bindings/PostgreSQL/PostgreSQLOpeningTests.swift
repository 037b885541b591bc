import Glibc
import PostgreSQL
import TestSupport
import Testing
import ZeroMQ

@Suite(.enabled(if: TemporaryPostgreSQL.obstacle == nil, "PostgreSQL cannot be started here"), .postgreSQL)
struct PostgreSQLOpeningTests {
    /// Returns the faults of an attempt to connect.
    private static func faults(
        _ url: String, for purpose: PostgreSQLConnection.Purpose = .write, within limit: Duration = .seconds(60)
    ) async throws -> [PostgreSQLHostFault] {
        let url = try PostgreSQLURL(url)
        let faults = try await onThread { () -> [PostgreSQLHostFault]? in
            do {
                _ = try PostgreSQLConnection.open(url, for: purpose, within: limit)
                return nil
            } catch PostgreSQLError.notConnected(let faults) {
                return faults
            }
        }
        return try #require(faults, "A connection was opened.")
    }

    @Test func aConnectionKnowsItsServer() async throws {
        let server = try SharedPostgreSQL.current()
        let url = try PostgreSQLURL(server.url(parameters: "?application_name=mine"))
        let seen = try await onThread { () -> [String] in
            let connection = try PostgreSQLConnection.open(url, named: "other", within: ample)
            let row = try connection.execute(
                "SELECT current_setting('application_name'), current_setting('client_encoding')", within: ample)[0]
            let isOpen = connection.isOpen && connection.serverProcess > 0 && connection.serverVersion >= 90_000
            connection.close()
            connection.close()
            return [
                try row.text(0), try row.text(1), connection.host.name ?? "", "\(isOpen)", "\(connection.isEncrypted)",
                "\(connection.isOpen)",
            ]
        }
        #expect(seen == ["mine", "UTF8", server.path, "true", "false", "false"])
    }

    /// A process with ZeroMQ refuses the sockets of other users, and PostgreSQL has a user of its own.
    @Test func theServerOfAnotherUserIsReachedBesideZeroMQ() async throws {
        _ = Context()
        let server = try SharedPostgreSQL.current()
        let url = try PostgreSQLURL(server.url())
        let isOthersRefused = try await onThread {
            _ = try PostgreSQLConnection.open(url, within: ample)
            return RawStream(path: "\(server.path)/.s.PGSQL.5432") == nil
        }
        // As another user than root, the server is ours.
        #expect(isOthersRefused == (geteuid() == 0))
    }

    @Test func aClosedConnectionExecutesNothing() async throws {
        let (error, _) = try await SharedPostgreSQL.failure { connection in
            connection.close()
            try connection.execute("SELECT 1", within: ample)
        }
        #expect(error == .closed && !error.isInDoubt)
    }

    @Test func aHostWithoutAServerIsAFault() async throws {
        let faults = try await Self.faults("postgresql://anna:s3cr3t@127.0.0.1:1,%2Fnowhere/house")
        #expect(faults.map(\.kind) == [.failed, .failed])
        #expect(faults.map(\.host.description) == ["127.0.0.1:1", "/nowhere:5432"])
        #expect(faults[0].message.contains("Connection refused"))
        #expect(!PostgreSQLError.notConnected(faults).isInDoubt)
        #expect(!"\(PostgreSQLError.notConnected(faults))".contains("s3cr3t"))
    }

    @Test func aNameWithoutAnAddressIsAFault() async throws {
        let faults = try await Self.faults("postgresql://no-such-host.invalid/house")
        #expect(faults.map(\.kind) == [.notResolved])
    }

    /// localhost has one or two addresses, and each is tried.
    @Test func aNameIsLookedUp() async throws {
        let faults = try await Self.faults("postgresql://localhost:1/house")
        #expect(!faults.isEmpty && faults.allSatisfy { $0.kind == .failed })
        #expect(faults.allSatisfy { ["127.0.0.1", "::1"].contains($0.host.address) }, "\(faults)")
    }

    @Test func aWrongPasswordIsAFaultWithoutThePassword() async throws {
        let server = try SharedPostgreSQL.current()
        try server.sql("CREATE ROLE guarded LOGIN PASSWORD 'r1ght';")
        let faults = try await Self.faults(server.url("guarded:wr0ng"))
        #expect(faults.map(\.kind) == [.password])
        #expect(faults[0].message.contains("password authentication failed"))
        let url = try PostgreSQLURL(server.url("guarded:r1ght"))
        let user = try await onThread {
            try PostgreSQLConnection.open(url, within: ample).execute("SELECT current_user", within: ample)[0].text(0)
        }
        #expect(user == "guarded")
        #expect(!"\(PostgreSQLError.notConnected(faults))".contains("wr0ng"))
    }

    /// A server may ask for the password in clear text; it must not reach our logs through its message.
    @Test func aPasswordThatTheServerQuotesIsRemoved() async throws {
        let server = try FakePostgreSQL { session in
            session.readStartup()
            session.send("R", RawSession.bytes(3))
            let password = String(decoding: session.readMessage().dropLast(), as: UTF8.self)
            session.send("E", severity: "FATAL", "28P01", "no entry\nwith \(password), never")
        }
        let faults = try await Self.faults(server.url)
        #expect(faults.map(\.kind) == [.password])
        #expect(faults[0].message.contains("no entry with ***, never"), "\(faults)")
    }

    @Test func aPasswordFileIsRead() async throws {
        let server = try SharedPostgreSQL.current()
        let directory = TemporaryDirectory()
        let file = try directory.write("*:*:*:trusting:fr0mFile\n", to: "passwords")
        try server.sql("CREATE ROLE trusting LOGIN PASSWORD 'fr0mFile';")
        let url = try PostgreSQLURL(server.url("trusting", parameters: "?passfile=\(file)"))
        let seen = try await onThread { () -> [String] in
            let connection = try PostgreSQLConnection.open(url, within: ample)
            let rows = try connection.execute("DO $$ BEGIN RAISE WARNING 'it is fr0mFile'; END $$", within: ample)
            return [connection.host.name ?? "", rows.notices.map(\.message).joined()]
        }
        #expect(seen == [server.path, "it is ***"])
    }

    @Test func aSilentServerIsGivenUpAndTheNextOneTried() async throws {
        let silent = try FakePostgreSQL(nil)
        let clock = ContinuousClock()
        let start = clock.now
        let faults = try await Self.faults(silent.url, within: .milliseconds(300))
        #expect(faults.map(\.kind) == [.timedOut])
        #expect(clock.now - start >= .milliseconds(300))
        let first = try #require(silent.url.split(separator: "@").last?.split(separator: "/").first)
        let server = try SharedPostgreSQL.current()
        let url = try PostgreSQLURL(server.url(before: "%2Fnowhere,\(first),"))
        // The silent one gets half of it, the server the rest.
        let host = try await onThread { try PostgreSQLConnection.open(url, within: .seconds(20)).host.name }
        #expect(host == server.path)
    }

    @Test func aServerThatAcceptsNoWritesIsSkipped() async throws {
        let (standby, reader) = try await onThread {
            (
                try TemporaryPostgreSQL(isDurable: false, isStandby: true),
                try TemporaryPostgreSQL(settings: ["default_transaction_read_only=on"], isDurable: false)
            )
        }
        let faults = try await Self.faults(standby.url(before: "\(reader.urlHost),"))
        #expect(faults.map(\.kind) == [.readOnly, .readOnly])
        let server = try SharedPostgreSQL.current()
        let all = try PostgreSQLURL(server.url(before: "\(standby.urlHost),\(reader.urlHost),"))
        let hosts = try await onThread {
            [
                try PostgreSQLConnection.open(all, within: ample).host.name,
                try PostgreSQLConnection.open(all, for: .read, within: ample).host.name,
            ]
        }
        #expect(hosts == [server.path, standby.path])
        standby.remove()
        reader.remove()
    }

    /// Servers before version 14 do not report whether they are standbys.
    @Test func anOldServerIsAskedWhetherItAcceptsWrites() async throws {
        let server = try FakePostgreSQL { session in
            session.readStartup()
            session.send("R", RawSession.bytes(0))
            session.becomeReady()
            session.readStatement()
            session.send("1", [])
            session.send("2", [])
            session.send(
                "T",
                [0, 1] + Array("transaction_read_only\0".utf8)
                    + [0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 1])
            session.send("D", [0, 1, 0, 0, 0, 2] + Array("on".utf8))
            session.send("C", Array("SHOW\0".utf8))
            session.becomeReady()
            session.readMessage()
        }
        #expect(try await Self.faults(server.url).map(\.kind) == [.readOnly])
    }
}
