import Foundation
import Hosting
import StrictJSON
import Synchronization
import TestSupport
import Testing

/// Backups of a running house, created and used as its operator does.
struct BackupSystemTests {
    @Test func aRunningHouseIsBackedUpVerifiedAndRestored() async throws {
        let archive = TemporaryDirectory()
        let file = archive.file("kopilka.tar.zst")
        var head = ""
        var balance = ""
        try await GatewayHouse.run { house in
            _ = try await house.json("register", "anna@example.org", "--password-file", house.passwordFile)
            for name in ["main", "savings"] { _ = try await house.json("account", "open", "RUB", name) }
            _ = try await house.json("deposit", "main", "50000 RUB")
            // Money moves during the backup.
            let stop = Stop()
            let traffic = Task {
                while !stop.isSet { _ = try await house.json("transfer", "main", "savings", "1 RUB") }
            }
            let made = try await house.json("backup", "create", file)
            stop.set()
            try await traffic.value
            #expect(
                made.member("books")?.member("imbalance")?.elements.allSatisfy { node in
                    node.member("amount")?.string == "0.00"
                } == true)
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600, "a backup is nobody else's to read")
            #expect(try FileManager.default.contentsOfDirectory(atPath: archive.path) == ["kopilka.tar.zst"])

            let verified = try await house.json("backup", "verify", file, "--scratch", archive.path)
            #expect(verified.member("good")?.bool == true)
            #expect(verified.member("booksChecked")?.bool == true)
            let refused = try await house.gateway("backup", "restore", file)
            #expect(refused.status == .exited(7), "the house runs: \(refused)")

            let taken = try await house.gateway("backup", "create", file)
            #expect(taken.status == .exited(2) && taken.errors.contains("is there already"), "\(taken)")
            #expect(try await house.json("backup", "verify", file).member("good")?.bool == true, "it is as it was")
            #expect(try FileManager.default.contentsOfDirectory(atPath: archive.path) == ["kopilka.tar.zst"])

            // An idle house, to compare the restored one with.
            _ = try await house.json("backup", "create", file, "--replace")
            head = try #require(try await house.json("check").member("head")?.string)
            balance = try #require(
                try await house.json("balance", "main").member("balance")?.member("amount")?.string)
            _ = try await house.json("withdraw", "main", "100 RUB")
            _ = try await house.gateway("down")

            let kept = try await house.gateway("backup", "restore", file)
            #expect(kept.status == .exited(7), "there is data: \(kept)")
            let restored = try await house.json("backup", "restore", file, "--replace")
            let before = try #require(restored.member("before")?.string)
            #expect(FileManager.default.fileExists(atPath: before + "/ledger.db"))
            _ = try await house.gateway("up", "--detach", "--wait", "60s")
            #expect(try await house.json("check").member("head")?.string == head)
            // The earlier session is still valid, because the keys are the same.
            #expect(
                try await house.json("balance", "main").member("balance")?.member("amount")?.string == balance)
            try await eventually("history has followed what it had not yet") {
                let newest = try await house.json("history", "--account", "main").member("transactions")?.elements.first
                { _ in true }
                return newest?.member("balanceAfter")?.member("amount")?.string == balance
            }
            #expect(try await house.json("withdraw", "main", "1 RUB").member("transfer") != nil)
        }
        try await GatewayHouse.run { other in
            _ = try await other.gateway("down")
            try FileManager.default.removeItem(atPath: other.house.dataDirectory)
            _ = try await other.json("backup", "restore", file)
            _ = try await other.gateway("up", "--detach", "--wait", "60s")
            _ = try await other.json("login", "anna@example.org", "--password-file", other.passwordFile)
            #expect(try await other.json("check").member("head")?.string == head)
        }
    }

    /// As in containers, where each service has its own volume below the data directory.
    @Test(.enabled(if: MountedDisk.obstacle == nil, "a disk can be mounted"))
    func aBackupIsRestoredOntoDisksOfEachService() async throws {
        try await GatewayHouse.run { house in
            let (archive, data) = (TemporaryDirectory(), house.house.dataDirectory)
            let file = archive.file("kopilka.tar.zst")
            _ = try await house.json("register", "anna@example.org", "--password-file", house.passwordFile)
            _ = try await house.json("account", "open", "RUB", "main")
            _ = try await house.json("deposit", "main", "500 RUB")
            _ = try await house.json("backup", "create", file)
            _ = try await house.gateway("down")
            try FileManager.default.removeItem(atPath: data)
            try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
            #expect(chmod(data, 0o700) == 0)
            let disks = try ["ledger", "keys/ledger", "auth"].map {
                try MountedDisk(at: "\(data)/\($0)", mebibytes: 32)
            }
            #expect(chmod(data + "/keys", 0o700) == 0)
            _ = try await house.json("backup", "restore", file)
            #expect(house.house.directory.read("data/ledger/ledger.secret").hasPrefix("k4.secret."))
            let again = try await house.json("backup", "restore", file, "--replace")
            let before = try #require(again.member("before")?.string)
            for name in ["ledger.db", "keys/ledger.secret", "keys/ledger.public"] {
                #expect(FileManager.default.fileExists(atPath: "\(before)/\(name)"), "\(name)")
            }
            _ = try await house.gateway("up", "--detach", "--wait", "60s")
            let balance = try await house.json("balance", "main").member("balance")?.member("amount")?.string
            #expect(balance == "500.00")
            _ = try await house.gateway("down")
            withExtendedLifetime(disks) {}
        }
    }

    @Test func aChangedBackupIsNotGood() async throws {
        try await GatewayHouse.run { house in
            let file = house.house.directory.file("backup.tar.zst")
            _ = try await house.json("backup", "create", file)
            var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
            bytes[bytes.count / 2] ^= 0x55
            try bytes.write(to: URL(fileURLWithPath: file))
            let verified = try await house.gateway("backup", "verify", file)
            #expect(verified.status == .exited(2), "\(verified)")
            let missing = try await house.gateway("backup", "verify", "/nowhere/backup")
            #expect(missing.status == .exited(2))
            let nowhere = try await house.gateway("backup", "create", "/nowhere/backup")
            #expect(nowhere.status == .exited(2))
        }
    }
}

/// A flag that asks another task to end.
private final class Stop: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
}
