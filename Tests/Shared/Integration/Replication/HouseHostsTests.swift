import Domain
import Foundation
import PostgreSQL
import Replication
import Sodium
import TestSupport
import Testing

/// Goal: the owner of the database can neither add a machine to a house nor bring one back.
@Suite(.enabled(if: TemporaryPostgreSQL.obstacle == nil, "PostgreSQL is installed"))
struct HouseHostsTests {
    private let database: LogDatabase

    init() throws { database = try LogDatabase() }

    private func hosts(
        of house: String = "house", key: SecretBytes? = nil, since generation: Int64 = 0
    ) throws -> HouseHosts {
        HouseHosts(
            try PostgreSQLURL(database.server.url()), house: house,
            key: HouseHosts.key(of: key ?? database.houseKey), since: generation)
    }

    private func host(_ name: String, _ number: Int) throws -> HouseHost {
        HouseHost(
            name: name, endpoint: try #require(HostEndpoint("10.0.0.\(number)")),
            publicKey: MachineKeys().publicKey)
    }

    private func code(_ body: () throws -> Void) -> MembershipError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? MembershipError)?.code
        }
    }

    @Test func hostsAreAddedListedAndRemoved() throws {
        let list = try hosts()
        #expect(try list.list() == [])
        let (alpha, beta) = (try host("alpha", 1), try host("beta", 2))
        try list.add(beta)
        try list.add(alpha)
        try list.add(alpha)
        #expect(try hosts().list() == [alpha, beta])
        #expect(code { try list.add(try host("alpha", 3)) } == .taken)
        #expect(code { try list.add(try host("gamma", 1)) } == .taken)
        #expect(code { try list.remove("gamma") } == .unknownHost)
        try list.remove("alpha")
        #expect(try hosts().list() == [beta])
        try list.remove("beta")
        #expect(try list.list() == [] && hosts().list() == [])
        try list.add(alpha)
        #expect(try hosts().list() == [alpha])
    }

    @Test func housesOfOneDatabaseDoNotSeeEachOther() throws {
        try hosts().add(try host("alpha", 1))
        let other = try hosts(of: "other", key: .random(count: 32))
        try other.add(try host("alpha", 1))
        #expect(try other.list().count == 1)
        try database.server.sql(
            """
            INSERT INTO kopilka_hosts SELECT 'other', 'beta', generation, body FROM kopilka_hosts WHERE house = 'house'
            """)
        #expect(code { _ = try other.list() } == .forged)
        #expect(code { try other.add(try host("gamma", 3)) } == .forged, "nothing is built on a forged list")
    }

    @Test func aForgedOrCopiedRowIsTold() throws {
        let list = try hosts()
        for (number, name) in ["alpha", "beta", "gamma"].enumerated() { try list.add(try host(name, number + 1)) }
        let server = database.server
        for change in [
            "UPDATE kopilka_hosts SET body = (SELECT body FROM kopilka_hosts WHERE host = 'alpha') WHERE host = 'beta'",
            "UPDATE kopilka_hosts SET host = 'delta' WHERE host = 'beta'",
            "INSERT INTO kopilka_hosts SELECT house, 'delta', generation, body FROM kopilka_hosts WHERE host = 'beta'",
            "UPDATE kopilka_hosts SET body = set_byte(body, 30, 255 - get_byte(body, 30)) WHERE host = 'beta'",
            "UPDATE kopilka_hosts SET generation = generation + 1", "UPDATE kopilka_hosts SET body = '\\x00'",
            "DELETE FROM kopilka_hosts WHERE host = 'beta'",
        ] {
            try server.sql("CREATE TABLE saved AS SELECT * FROM kopilka_hosts")
            try server.sql(change)
            #expect(code { _ = try hosts().list() } == .forged, "\(change)")
            try server.sql("DELETE FROM kopilka_hosts")
            try server.sql("INSERT INTO kopilka_hosts SELECT * FROM saved")
            try server.sql("DROP TABLE saved")
        }
        #expect(try hosts().list().count == 3, "and is whole again")
        #expect(code { _ = try hosts(key: .random(count: 32)).list() } == .forged)
    }

    @Test func aRemovedHostCannotBePutBack() throws {
        let (list, server) = (try hosts(), database.server)
        try list.add(try host("alpha", 1))
        try list.add(try host("stolen", 2))
        try server.sql("CREATE TABLE saved AS SELECT * FROM kopilka_hosts")
        try list.remove("stolen")
        let joined = list.generation
        try server.sql("INSERT INTO kopilka_hosts SELECT * FROM saved WHERE host = 'stolen'")
        #expect(code { _ = try hosts().list() } == .forged, "the row is from another list")
        // The whole old list, which is one that this house has made.
        try server.sql("DELETE FROM kopilka_hosts")
        try server.sql("INSERT INTO kopilka_hosts SELECT * FROM saved")
        #expect(code { _ = try list.list() } == .forged, "who has seen a newer one refuses it")
        #expect(code { _ = try hosts(since: joined).list() } == .forged, "and so does who came later")
        try server.sql("DELETE FROM kopilka_hosts")
        #expect(code { _ = try list.list() } == .forged, "no list is not a new one either")
        #expect(code { try list.remove("alpha") } == .unknownHost, "but whoever ends a list may find it ended")
    }

    @Test func simultaneousChangesAreAllMade() async throws {
        try hosts().add(try host("alpha", 1))
        let url = database.server.url()
        let key = database.houseKey
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 2...6 {
                group.addTask {
                    let list = HouseHosts(
                        try PostgreSQLURL(url), house: "house", key: HouseHosts.key(of: key))
                    try list.add(try host("host-\(number)", number))
                }
            }
            try await group.waitForAll()
        }
        #expect(try hosts().list().count == 6)
    }

    @Test func leasesAreReadAndAWishIsWritten() async throws {
        let server = database.server
        let board = LeaseBoard(try PostgreSQLURL(server.url()), house: "house")
        #expect(try board.read() == [:])
        try board.want("beta", for: "ledger")
        let wished = try #require(try board.read()["ledger"])
        #expect(wished.holder == nil && wished.leader == nil && wished.wanted == "beta")
        let now = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
        try server.sql("UPDATE kopilka_leases SET holder = 'alpha', until_us = \(now) + 60000000")
        #expect(try board.read()["ledger"]?.leader == "alpha")
        try server.sql("UPDATE kopilka_leases SET until_us = \(now) - 1")
        let over = try #require(try board.read()["ledger"])
        #expect(over.leader == nil && over.holder == "alpha" && over.remaining < .zero)
        try board.wantNoMore("gamma")
        #expect(try board.read()["ledger"]?.wanted == "beta")
        try board.wantNoMore("beta")
        #expect(try board.read()["ledger"]?.wanted == nil)
        #expect(try board.distance() < .milliseconds(100))
        // The longer the look takes, the less it tells.
        try await eventually("a quick look shows the difference") {
            let late = try board.distance(of: WallClock.starting(at: WallClock.system.now() + .seconds(-90)))
            return late > .seconds(89) && late < .seconds(91)
        }
    }

    @Test func theAccessOfAServiceKeepsItsMachine() throws {
        let folder = TemporaryDirectory()
        let identity = ReplicaIdentity(
            host: "alpha", listen: try #require(HostEndpoint("[fd00::1]:7401")), secret: .random(count: 32),
            hostsKey: HouseHosts.key(of: database.houseKey), engineReplicates: true, listedSince: 42)
        let content = LogAccess.file(
            url: database.server.url(), house: "house", service: "ledger", houseKey: database.houseKey,
            replica: identity)
        let path = folder.file("commit-log")
        func write(_ bytes: [UInt8]) throws {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        }
        try write(content)
        let access = try #require(try LogAccess.read(path, service: "ledger"))
        let read = try #require(access.replica)
        #expect(read.host == "alpha" && read.listen == identity.listen && read.listen.address == "fd00::1")
        #expect(read.secret == identity.secret && read.hostsKey == identity.hostsKey)
        #expect(read.engineReplicates && read.listedSince == 42)
        try hosts().add(try host("alpha", 1))
        #expect(try HouseHosts(access)?.list().map(\.name) == ["alpha"])
        let damaged = String(decoding: content, as: UTF8.self).replacingOccurrences(of: "[fd00::1]:7401", with: "here")
        try write(Array(damaged.utf8))
        #expect(throws: LogAccessError.self) { try LogAccess.read(path, service: "ledger") }
    }

    @Test(arguments: [
        ("10.0.0.1", "10.0.0.1:7400"), ("10.0.0.1:80", "10.0.0.1:80"), ("fd00::1", "[fd00::1]:7400"),
        ("[fd00::1]:65535", "[fd00::1]:65535"), ("[fd00::1]", "[fd00::1]:7400"),
    ])
    func anAddressIsRead(text: String, full: String) {
        #expect(HostEndpoint(text)?.description == full)
    }

    @Test(arguments: [
        "", "alpha", "10.0.0", "10.0.0.1:", "10.0.0.1:0", "10.0.0.1:65536", "10.0.0.1:+80", "0.0.0.0", "::", "[::]:80",
        "[10.0.0.1]:80", "[fd00::1]80", "[fd00::1", "fd00::1%eth0", "10.0.0.1 ", "tcp://10.0.0.1",
    ])
    func whatIsNoAddressOfAMachineIsRefused(text: String) {
        #expect(HostEndpoint(text) == nil)
    }

    @Test func namesAreShortAndPlain() {
        for name in ["a", "alpha", "host-1", "0", String(repeating: "a", count: 32)] { #expect(HouseHost.isName(name)) }
        for name in ["", "-a", "Alpha", "a b", "a.b", "дом", "a/b", String(repeating: "a", count: 33)] {
            #expect(!HouseHost.isName(name))
        }
    }
}
