import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

/// Scheduled and encrypted backups of a running house, as its operator has them.
struct BackupScheduleSystemTests {
    /// Returns the names of the backups in a directory, the oldest first.
    private static func backups(in directory: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    }

    private static func begin(_ house: GatewayHouse) async throws {
        _ = try await house.json("register", "anna@example.org", "--password-file", house.passwordFile)
        _ = try await house.json("account", "open", "RUB", "main")
        _ = try await house.json("deposit", "main", "500 RUB")
    }

    @Test func anEncryptedBackupIsMadeVerifiedAndRestoredElsewhere() async throws {
        let disk = TemporaryDirectory()
        let key = disk.file("kopilka.key")
        let directory = disk.file("backups")
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        var (head, file) = ("", "")
        try await GatewayHouse.run { house in
            try await Self.begin(house)
            let recipient = try #require(
                try await house.json("backup", "key", key).member("recipient")?.string)
            let set = try await house.json(
                "backup", "schedule", "--at", "03:30", "--directory", directory, "--recipient", recipient)
            #expect(set.member("scheduled")?.bool == true && set.member("at")?.string == "03:30")
            file = try #require(set.member("good")?.member("file")?.string)
            #expect(file.hasSuffix(".tar.zst.sealed") && file.hasPrefix(directory + "/kopilka-"))
            #expect(set.member("good")?.member("isEncrypted")?.bool == true)
            #expect(try Self.backups(in: directory).count == 1, "nothing else is left there")
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            head = try #require(try await house.json("check").member("head")?.string)

            let doctor = try await house.gateway("doctor", "--quick", "--json")
            #expect(doctor.output.contains(#""check":"backups","result":"good""#), "\(doctor)")
            let metrics = try await house.gateway("metrics")
            #expect(metrics.output.contains("kopilka_backup_last_success_timestamp_seconds{service=\"gateway\"} 1"))

            let without = try await house.gateway("backup", "verify", file)
            #expect(without.status == .exited(2) && without.errors.contains(recipient), "\(without)")
            #expect(without.errors.contains("--key FILE"))
            let other = disk.file("other.key")
            _ = try await house.json("backup", "key", other)
            let wrong = try await house.gateway("backup", "verify", file, "--key", other)
            #expect(wrong.status == .exited(2) && wrong.errors.contains("this key is that of"), "\(wrong)")
            let verified = try await house.json("backup", "verify", file, "--key", key, "--scratch", disk.path)
            #expect(verified.member("good")?.bool == true && verified.member("booksChecked")?.bool == true)

            let one = disk.file("one.tar.zst.sealed")
            _ = try await house.json("backup", "create", one, "--recipient", recipient)
            #expect(try await house.json("backup", "verify", one, "--key", key).member("good")?.bool == true)
            let data = try FileManager.default.contentsOfDirectory(atPath: house.house.dataDirectory)
            #expect(!data.contains { $0.hasPrefix(".kopilka-") }, "nothing in the clear is left: \(data)")
        }
        try await GatewayHouse.run { other in
            _ = try await other.gateway("down")
            try FileManager.default.removeItem(atPath: other.house.dataDirectory)
            let refused = try await other.gateway("backup", "restore", file)
            #expect(refused.status == .exited(2), "\(refused)")
            _ = try await other.json("backup", "restore", file, "--key", key)
            _ = try await other.gateway("up", "--detach", "--wait", "60s")
            _ = try await other.json("login", "anna@example.org", "--password-file", other.passwordFile)
            #expect(try await other.json("check").member("head")?.string == head)
        }
    }

    /// The format is that of HOUSEKEEPING: its program in Python opens the file.
    @Test func aStrangerOpensItWithTheProgramInHousekeeping() async throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let python = package.appendingPathComponent(".venv/bin/python").path
        try #require(
            FileManager.default.isExecutableFile(atPath: python),
            "\(python) is missing: `make .venv` makes it, with PyNaCl.")
        let page = try String(
            contentsOf: package.appendingPathComponent("Shared/Docs/HOUSEKEEPING.md"), encoding: .utf8)
        let program = String(try #require(page.firstMatch(of: /(?ms)^```python\n(.*?)^```$/)).1)
        try await GatewayHouse.run { house in
            try await Self.begin(house)
            let disk = house.house.directory
            let (key, file) = (disk.file("kopilka.key"), disk.file("backup.sealed"))
            let recipient = try #require(try await house.json("backup", "key", key).member("recipient")?.string)
            _ = try await house.json("backup", "create", file, "--recipient", recipient)
            let opened = try await house.house.run(
                python, [try disk.write(program, to: "open.py"), key, file, disk.file("plain.tar.zst")])
            try #require(opened.status == .exited(0), "\(opened)")
            let verified = try await house.json("backup", "verify", disk.file("plain.tar.zst"))
            #expect(verified.member("good")?.bool == true)
        }
    }

    @Test func oldOnesGoOnlyAfterAGoodOne() async throws {
        try await GatewayHouse.run { house in
            try await Self.begin(house)
            let directory = house.house.directory.file("backups")
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
            let old = (1...9).map { "kopilka-2020-01-0\($0)T0330.tar.zst" }
            let foreign = ["letter", "kopilka.tar.zst", "before-upgrade.tar.zst"]
            for name in old + foreign {
                try "old".write(toFile: "\(directory)/\(name)", atomically: false, encoding: .utf8)
            }
            // A run that was killed has left this.
            try "draft".write(
                toFile: "\(directory)/kopilka-2020-01-09T0330.tar.zst.4711.draft", atomically: false, encoding: .utf8)
            let settings = ["KOPILKA_BACKUP_DIRECTORY": directory, "KOPILKA_BACKUP_KEEP_DAILY": "3"]
            // The disk is full: everything stays.
            let full = try await house.house.run(
                "/bin/sh",
                ["-c", "ulimit -f 64; trap '' XFSZ; exec \"$0\" backup run", RunningHouse.executable("gateway")],
                environment: settings)
            #expect(full.status != .exited(0), "\(full)")
            #expect(Set(try Self.backups(in: directory)).isSuperset(of: old + foreign))
            let doctor = try await house.house.run(
                "gateway", ["doctor", "--quick", "--json"],
                environment: settings.merging(["KOPILKA_BACKUP_AT": "03:30"]) { $1 })
            #expect(doctor.output.contains(#""check":"backups","result":"bad""#), "\(doctor)")

            let made = try await house.house.run("gateway", ["backup", "run", "--json"], environment: settings)
            try #require(made.status == .exited(0), "\(made)")
            let root = try JSONDocument(text: made.output).root
            #expect(
                root.member("removed")?.elements.compactMap(\.string) == [0, 1, 2, 3, 5, 6].map { old[$0] }, "\(made)")
            let left = try Self.backups(in: directory)
            let new = try #require(root.member("made")?.member("file")?.string?.split(separator: "/").last)
            // Two days besides today, and the Sunday of the week before.
            #expect(Set(left) == Set([old[4], old[7], old[8], String(new)] + foreign), "\(left)")
        }
    }

    @Test func aBackupThatIsReadOtherwiseThanWrittenIsNotKept() async throws {
        try await GatewayHouse.run { house in
            try await Self.begin(house)
            let first = try await house.json("backup", "run")
            let directory = house.house.dataDirectory + "/backups"
            let before = try Self.backups(in: directory)
            #expect(before.count == 1)
            // Its books no longer balance, which ledger finds in the copy.
            _ = try await house.gateway("down")
            try await Self.spoil(house.house.database(of: "ledger"))
            let failed = try await house.gateway("backup", "run")
            #expect(failed.status != .exited(0), "\(failed)")
            #expect(try Self.backups(in: directory) == before)
            let shown = try await house.json("backup", "schedule")
            #expect(shown.member("failure")?.member("fault")?.string?.isEmpty == false)
            #expect(
                shown.member("good")?.member("file")?.string == first.member("made")?.member("file")?.string)
            let work = house.house.dataDirectory + "/operator/backup-work"
            #expect(try FileManager.default.contentsOfDirectory(atPath: work) == [], "nothing in the clear is left")
        }
    }

    private static func spoil(_ database: String) async throws {
        let program = """
            import sqlite3, sys
            connection = sqlite3.connect(sys.argv[1])
            connection.execute("UPDATE balances SET balance_minor = balance_minor + 1")
            connection.commit()
            """
        let finished = try await FinishedProcess.run(
            executable: "/usr/bin/python3", arguments: ["-c", program, database], environment: [:],
            within: .seconds(60))
        try #require(finished.status == .exited(0), "\(finished)")
    }

    @Test func onlyOneIsMadeAtATime() async throws {
        try await GatewayHouse.run { house in
            try await Self.begin(house)
            let data = house.house.dataDirectory
            _ = try await house.json("backup", "run")
            guard let lock = try FileLock.tryAcquire(data + "/operator/backup.lock") else {
                Issue.record("somebody holds the lock")
                return
            }
            let refused = try await house.gateway("backup", "run")
            #expect(refused.status == .exited(7), "\(refused)")
            #expect(refused.errors.contains("(\(getpid()))"), "it names the process: \(refused)")
            #expect(try Self.backups(in: data + "/backups").count == 1)
            #expect(try await house.json("backup", "schedule").member("failure") == nil, "it is no failure")
            withExtendedLifetime(lock) {}
        }
    }

    @Test func theSupervisorMakesUpForAMissedNight() async throws {
        let house = try GatewayHouse(environment: ["KOPILKA_LOG": "info"])
        let config = house.house.directory.file("config/kopilka")
        try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
        try #"{"gateway.backup-at":"03:30"}"#.write(
            toFile: config + "/kopilka.json", atomically: false, encoding: .utf8)
        let up = try await house.gateway("up", "--detach", "--wait", "60s")
        #expect(up.status == .exited(0), "\(up)")
        let result: Result<Void, any Error>
        do {
            try await eventually("a backup was made") {
                try await house.json("backup", "schedule").member("good") != nil
            }
            try await eventually("the log says so") {
                house.house.directory.read("data/logs/supervisor.log").contains("\"backup made\"")
            }
            result = .success(())
        } catch { result = .failure(error) }
        let down = try await house.gateway("down")
        #expect(down.status == .exited(0), "\(down)")
        #expect(house.processes().isEmpty, "down leaves no process")
        try result.get()
    }
}
