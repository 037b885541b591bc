import Domain
import Foundation
import Hosting
import Testing

@testable import GatewayCare

/// When a backup is due, and how the settings of a schedule are read and written.
@Suite struct BackupScheduleTests {
    private let fixture: GatewayFixture

    init() throws { fixture = try GatewayFixture() }

    private static func instant(_ text: String) throws -> Instant { try #require(Instant(text)) }

    private static func record(good: String? = nil, failed: String? = nil) throws -> BackupRecord {
        var record = BackupRecord()
        record.good = try good.map { .init(at: try instant($0), file: "f", bytes: 1, isEncrypted: false) }
        record.failure = try failed.map { .init(at: try instant($0), fault: "The disk is full.") }
        return record
    }

    private func due(_ record: BackupRecord, at now: String, zone: String = "UTC") throws -> String {
        let schedule = BackupSchedule(
            at: LocalTime(hour: 3, minute: 30), zone: try #require(TimeZoneDirectory.system.zone(named: zone)))
        let now = try Self.instant(now)
        let due = schedule.nextDue(after: record, now: now)
        return due <= now ? "now" : "\(due)"
    }

    @Test func aMissedNightIsMadeUpFor() throws {
        let record = try Self.record(good: "2026-11-27T03:30:00Z")
        #expect(try due(record, at: "2026-11-27T12:00:00Z") == "2026-11-28T03:30:00Z")
        #expect(try due(record, at: "2026-11-28T03:29:59Z") == "2026-11-28T03:30:00Z")
        #expect(try due(record, at: "2026-11-28T03:30:00Z") == "now")
        #expect(try due(record, at: "2026-12-05T18:00:00Z") == "now")
        #expect(try due(Self.record(), at: "2026-11-28T00:00:00Z") == "now", "the first one")
        let manual = try Self.record(good: "2026-11-28T01:00:00Z")
        #expect(try due(manual, at: "2026-11-28T04:00:00Z") == "now", "one by hand is not that of the night")
    }

    @Test func aFailedOneIsTriedAgainAnHourLater() throws {
        let record = try Self.record(good: "2026-11-27T03:30:00Z", failed: "2026-11-28T03:30:05Z")
        #expect(try due(record, at: "2026-11-28T03:31:00Z") == "2026-11-28T04:30:05Z")
        #expect(try due(record, at: "2026-11-28T04:30:05Z") == "now")
        let old = try Self.record(good: "2026-11-26T03:30:00Z", failed: "2026-11-27T22:00:00Z")
        #expect(try due(old, at: "2026-11-28T03:30:00Z") == "now", "a new night is a new attempt")
        let mended = try Self.record(good: "2026-11-28T05:00:00Z")
        #expect(try due(mended, at: "2026-11-28T06:00:00Z") == "2026-11-29T03:30:00Z")
    }

    @Test func theTimeIsThatOfTheMachine() throws {
        let record = try Self.record(good: "2026-11-28T00:30:00Z")
        #expect(try due(record, at: "2026-11-28T01:00:00Z", zone: "Europe/Moscow") == "2026-11-29T00:30:00Z")
        // Clocks skip 02:30 in Berlin on 2027-03-28; at 03:30 they show it once.
        let night = try Self.record(good: "2027-03-27T02:30:00Z")
        #expect(try due(night, at: "2027-03-27T12:00:00Z", zone: "Europe/Berlin") == "2027-03-28T01:30:00Z")
    }

    // MARK: Settings

    private var file: String { "\(fixture.directory)/config/kopilka/kopilka.json" }

    private func run(_ arguments: String..., variables: [String: String] = [:]) async -> GatewayFixture.Outcome {
        let home = [
            "XDG_CONFIG_HOME": fixture.directory + "/config", "KOPILKA_DATA": fixture.directory + "/data",
        ]
        return await fixture.run(["backup", "schedule"] + arguments, variables: home.merging(variables) { $1 })
    }

    private func write(_ content: String) throws {
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try content.write(toFile: file, atomically: false, encoding: .utf8)
    }

    @Test func withoutAScheduleItIsSaidHowToBegin() async throws {
        let shown = await run()
        #expect(shown.code == 0 && shown.output.contains("not scheduled"), "\(shown)")
        #expect(shown.output.contains("gateway backup schedule --at 03:30"))
        let json = await run("--json")
        #expect(json.output.contains(#""scheduled":false"#), "\(json)")
        #expect(await run("--off").code == 5)
        #expect(await run("--lang", "ru").output.contains("расписания нет"))
    }

    @Test(arguments: [
        ("--at", "25:00"), ("--at", "3:30"), ("--at", "night"), ("--keep-daily", "0"), ("--keep-weekly", "-1"),
        ("--recipient", "kopilka-recipient-x"), ("--recipient", "age1qqq"),
    ])
    func aWrongValueIsSaidAndNothingIsWritten(_ flag: String, _ value: String) async throws {
        let outcome = await run("\(flag)=\(value)")
        #expect(outcome.code == 2 && outcome.errors.contains(flag), "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func aScheduleThatCannotWorkIsNotKept() async throws {
        // There is no database, so nothing can be backed up.
        let outcome = await run("--at", "03:30")
        #expect(outcome.code == 5, "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: file))
        let away = await run("--directory", "/nowhere/at/all")
        #expect(away.errors.contains("Is its disk mounted?"), "\(away)")
        #expect(!(await run().output.contains("last run failed")), "it was only tried")
    }

    @Test func whatAVariableOverridesIsNotWritten() async throws {
        let outcome = await run("--at", "03:30", variables: ["KOPILKA_BACKUP_AT": "04:00"])
        #expect(outcome.code == 2 && outcome.errors.contains("KOPILKA_BACKUP_AT"), "\(outcome)")
        #expect(await run(variables: ["KOPILKA_BACKUP_AT": "04:00"]).output.contains("every day at 04:00"))
    }

    @Test func offLeavesEverythingElseInTheFile() async throws {
        try write(
            #"{"log":"debug",  "ledger.batch-size": 12,"gateway.backup-at":"02:15","gateway.backup-keep-daily":14,"#
                + #""clock":"2026-11-28T00:00:00Z","ledger.ü \" x":[1, 2]}"#)
        #expect(chmod(file, 0o640) == 0)
        let shown = await run()
        #expect(shown.output.contains("every day at 02:15") && shown.output.contains("14 days"), "\(shown)")
        #expect(await run("--off").code == 0)
        let content = try String(contentsOfFile: file, encoding: .utf8)
        #expect(
            content == """
                {
                  "log": "debug",
                  "ledger.batch-size": 12,
                  "gateway.backup-keep-daily": 14,
                  "clock": "2026-11-28T00:00:00Z",
                  "ledger.ü \\" x": [1, 2]
                }

                """)
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o640)
        #expect(await run().output.contains("not scheduled"))
    }

    @Test func settingsAreWrittenIntoANewFileAndThroughALink() throws {
        let variables = ["XDG_CONFIG_HOME": fixture.directory + "/config"]
        let settings = try SettingsFile(variables)
        try settings.change([("backup-at", .text("03:30")), ("backup-keep-daily", .number(3))])
        try settings.change([("backup-keep-daily", .number(5)), ("backup-directory", .text("/mnt/a \"b\""))])
        let read = try BackupSettings.read(variables)
        #expect(read.at == LocalTime(hour: 3, minute: 30) && read.keeping.daily == 5)
        #expect(read.directory?.description == "/mnt/a \"b\"")
        let link = fixture.directory + "/link.json"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        try SettingsFile(["KOPILKA_CONFIG": link]).change([("backup-at", .absent)])
        #expect(try BackupSettings.read(variables).at == nil)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
    }

    @Test(arguments: ["", "[]", "{", #"{"a":1,"a":2}"#])
    func aFileThatIsNoObjectOfSettingsStays(_ content: String) async throws {
        try write(content)
        #expect(throws: (any Error).self) {
            try SettingsFile(["KOPILKA_CONFIG": file]).change([("backup-at", .text("03:30"))])
        }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == content)
    }

    @Test func aTimerOfSystemdIsRead() {
        let timer = SystemdHouse.timer(
            "TimersCalendar={ OnCalendar=*-*-* 03:30:00 ; next_elapse=@1764343200 }\nActiveState=active\n")
        #expect(
            timer
                == SystemdHouse.Timer(isActive: true, next: Instant(microseconds: 1_764_343_200_000_000)))
        #expect(SystemdHouse.timer("") == SystemdHouse.Timer(isActive: false, next: nil))
        #expect(SystemdHouse.timer("TimersCalendar={ OnCalendar=*-*-* 03:30:00 ; next_elapse=(null) }").next == nil)
    }
}
