import Foundation
import Hosting
import Identity
import StrictJSON
import TestSupport
import Testing

/// The executables themselves: each can reach only its own files once it has started. All other suites show that the
/// services work nevertheless, because they confine themselves wherever the kernel can.
@Suite(.enabled(if: Confinement.isPossible, "this kernel has Landlock")) struct ServiceConfinementTests {
    static let services = HouseService.allCases.map(\.rawValue)

    @Test(arguments: services) func everyServiceSaysThatItIsConfined(service: String) async throws {
        let house = RunningHouse(environment: Bank.cheapHashes)
        for (mode, isConfined) in [("auto", true), ("required", true), ("off", false)] {
            try await house.start(service, environment: ["KOPILKA_CONFINE": mode])
            let health = try await house.health(of: service)
            #expect(health.contains(#""confined":\#(isConfined)"#), "\(mode): \(health)")
            let process = try #require(house.processID(of: service))
            let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            #expect(status.contains("NoNewPrivs:\t\(isConfined ? 1 : 0)"))
            try await house.stop(service)
        }
        #expect(house.log(of: service).contains(#""reason":"KOPILKA_CONFINE is off""#))
    }

    /// A link in place of its database must not lead a service out of its own directory.
    @Test(arguments: services) func noServiceOpensAFileOutsideItsOwn(service: String) async throws {
        let house = RunningHouse(environment: Bank.cheapHashes)
        let layout = DataLayout(root: house.dataDirectory)
        let neighbour = service == "ledger" ? "auth" : "ledger"
        try await house.start(neighbour)
        try await house.stop(neighbour)
        try layout.prepare(for: service)
        let secret = "\(layout.directory(of: neighbour))/\(neighbour).secret"
        for target in [secret, layout.database(of: neighbour), house.directory.file("elsewhere.db")] {
            let before = FileManager.default.contents(atPath: target)
            unlink(layout.database(of: service))
            try FileManager.default.createSymbolicLink(
                atPath: layout.database(of: service), withDestinationPath: target)
            let refused = try await house.run(service)
            #expect(refused.status == .exited(70), "\(target): \(refused)")
            #expect((refused.output + refused.errors).contains("Permission denied"), "\(target): \(refused)")
            #expect(FileManager.default.contents(atPath: target) == before)
        }
        // The confinement refuses it, and nothing else does.
        try await house.start(service, environment: ["KOPILKA_CONFINE": "off"])
        #expect(FileManager.default.fileExists(atPath: house.directory.file("elsewhere.db")))
    }

    /// The view of a container: its own data and all public keys, and nothing else.
    @Test func servicesThatSeeTheirOwnDataAndPublicKeysAloneWorkTogether() async throws {
        let bank = Bank()
        let house = bank.house
        let keys = house.directory.file("keys")
        for path in [house.directory.file("views"), keys] {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        }
        for service in Self.services {
            let view = house.directory.file("views/\(service)")
            try FileManager.default.createDirectory(
                atPath: view, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            try FileManager.default.createSymbolicLink(atPath: view + "/keys", withDestinationPath: keys)
            try await house.start(service, environment: ["KOPILKA_DATA": view])
        }
        let person = try await bank.person()
        let (from, to) = (
            try await bank.account(of: person, with: "100"), try await bank.account(of: person)
        )
        let moved = try await bank.ask(
            "ledger.transfer", #""from":"\#(from)","to":"\#(to)","amount":\#(Bank.money("30"))"#, as: person.session,
            key: Bank.newKey())
        #expect(moved.result != nil, "\(moved)")
        try await eventually("history has read it") {
            try await bank.ask("history.transactions", as: person.session).description.contains("30.00")
        }
        for service in Self.services {
            let view = try FileManager.default.subpathsOfDirectory(atPath: house.directory.file("views/\(service)"))
            #expect(view.contains("\(service)/\(service).db") && view.contains("\(service)/\(service).secret"))
            #expect(view.allSatisfy { $0 == "keys" || $0.hasPrefix(service) }, "\(view)")
            #expect(FileManager.default.fileExists(atPath: "\(keys)/\(service)/\(service).public"))
        }
        let published = try FileManager.default.subpathsOfDirectory(atPath: keys)
        #expect(!published.contains { $0.hasSuffix(".secret") || $0.hasSuffix(".storage") }, "\(published)")
        await bank.close()
    }

    /// A house with the previous layout, with all databases and keys side by side, continues without changes.
    @Test func aHouseOfBeforeMovesInAndGoesOn() async throws {
        try await GatewayHouse.run { house in
            let data = house.house.dataDirectory
            _ = try await house.json("register", "anna@example.org", "--password-file", house.passwordFile)
            _ = try await house.json("account", "open", "RUB", "main")
            _ = try await house.json("deposit", "main", "500 RUB")
            _ = try await house.gateway("down")
            try Self.layOutAsBefore(data)
            let archive = house.house.directory.file("before.tar.zst")
            let names = try await house.json("backup", "create", archive).member("files")?.elements.map {
                $0.member("name")?.string
            }
            for name in ["ledger.db", "keys/ledger.secret", "keys/auth.storage"] {
                #expect(names?.contains(name) == true, "a house that was not started since is backed up, too: \(name)")
            }
            _ = try await house.gateway("up", "--detach", "--wait", "60s")
            let balance = try await house.json("balance", "main").member("balance")?.member("amount")?.string
            #expect(balance == "500.00", "the session of before goes on, since the keys are the same")
            _ = try await house.json("withdraw", "main", "1 RUB")
            let left = try FileManager.default.contentsOfDirectory(atPath: data)
            #expect(!left.contains { $0.hasSuffix(".db") || $0.hasSuffix("-wal") }, "\(left)")
            let keys = try FileManager.default.contentsOfDirectory(atPath: data + "/keys")
            #expect(!keys.contains { $0.contains(".") }, "\(keys)")
        }
    }

    private static func layOutAsBefore(_ data: String) throws {
        let files = FileManager.default
        for service in services {
            for name in try files.contentsOfDirectory(atPath: "\(data)/\(service)") where !name.hasSuffix(".lock") {
                let isKey = name.hasSuffix(".secret") || name.hasSuffix(".storage")
                try files.moveItem(
                    atPath: "\(data)/\(service)/\(name)", toPath: isKey ? "\(data)/keys/\(name)" : "\(data)/\(name)")
            }
            try files.moveItem(
                atPath: "\(data)/keys/\(service)/\(service).public", toPath: "\(data)/keys/\(service).public")
            for directory in [service, "keys/\(service)"] { try files.removeItem(atPath: "\(data)/\(directory)") }
        }
    }
}

extension RunningHouse {
    /// Returns the answer of a service to a health check.
    fileprivate func health(of service: String) async throws -> String {
        try await withRawPeer(path: socket(of: service)) { peer in
            try peer.send(#"{"jsonrpc":"2.0","id":1,"method":"\#(service).health"}"#)
            return String(decoding: try #require(try peer.receive()?.last), as: UTF8.self)
        }
    }
}
