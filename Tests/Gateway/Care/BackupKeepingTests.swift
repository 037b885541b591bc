import Domain
import TestSupport
import Testing

@testable import GatewayCare

/// Which backups are kept, and which files are backups at all.
@Suite struct BackupKeepingTests {
    private static func file(_ day: String, _ minute: Int = 210) throws -> BackupFile {
        BackupFile(day: try #require(CalendarDay(day)), minute: minute, isEncrypted: false)
    }

    /// One backup each night, and old ones removed after each, as the schedule does.
    private func nights(_ count: Int, from first: String, _ keeping: BackupKeeping) throws -> [String] {
        let start = try #require(CalendarDay(first))
        var files: [BackupFile] = []
        for night in 0..<count {
            let made = BackupFile(day: start.adding(days: night), minute: 210, isEncrypted: false)
            files.append(made)
            let surplus = keeping.surplus(files, made: made)
            files.removeAll(where: surplus.contains)
        }
        return files.map(\.day.description)
    }

    @Test func aYearOfNightsLeavesDaysWeeksAndMonths() throws {
        // 2026-11-28 is a Saturday; weeks end on Sundays.
        let kept = try nights(400, from: "2025-10-25", BackupKeeping(daily: 7, weekly: 4, monthly: 3))
        #expect(
            kept == [
                "2026-09-30", "2026-10-31", "2026-11-08", "2026-11-15", "2026-11-22", "2026-11-23", "2026-11-24",
                "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28",
            ])
        #expect(
            try nights(30, from: "2026-11-01", BackupKeeping(daily: 2, weekly: 0, monthly: 0))
                == ["2026-11-29", "2026-11-30"])
    }

    @Test func nightsWithoutABackupDoNotCount() throws {
        let old = try ["2025-01-05", "2025-06-01", "2026-01-01"].map { try Self.file($0) }
        let made = try Self.file("2026-11-28")
        #expect(BackupKeeping(daily: 4, weekly: 0, monthly: 0).surplus(old, made: made) == [])
        #expect(BackupKeeping(daily: 3, weekly: 0, monthly: 0).surplus(old, made: made) == [old[0]])
    }

    @Test func ofOneDayTheNewestIsKept() throws {
        let (early, late) = (try Self.file("2026-11-28", 0), try Self.file("2026-11-28", 1439))
        #expect(BackupKeeping(daily: 7, weekly: 4, monthly: 12).surplus([early, late], made: late) == [early])
    }

    @Test func whatIsNewerThanTheOneJustMadeStays() throws {
        // The clock was set back: nothing shows which of the two is right.
        let future = try Self.file("2030-01-01")
        let made = try Self.file("2026-11-28")
        let yesterday = try Self.file("2026-11-27")
        let keeping = BackupKeeping(daily: 1, weekly: 0, monthly: 0)
        #expect(keeping.surplus([future, yesterday], made: made) == [yesterday])
    }

    @Test func theNewestStaysAndASecondRoundFindsNothingWhateverThereIs() {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let keeping = BackupKeeping(
                daily: 1 + generator.below(9), weekly: generator.below(6), monthly: generator.below(6))
            let files = Set(
                (0..<generator.below(60)).map { _ in
                    BackupFile(
                        day: CalendarDay(daysSince1970: 20_000 + generator.below(400)), minute: generator.below(1440),
                        isEncrypted: generator.chance(50))
                })
            let made = BackupFile(
                day: CalendarDay(daysSince1970: 20_300 + generator.below(120)), minute: generator.below(1440),
                isEncrypted: generator.chance(50))
            let all = files.union([made])
            let surplus = Set(keeping.surplus(Array(files), made: made))
            let kept = all.subtracting(surplus)
            #expect(surplus.isSubset(of: files) && !surplus.contains(made), "seed \(seed)")
            #expect(surplus.allSatisfy { $0 < made }, "seed \(seed)")
            #expect(keeping.surplus(Array(kept), made: made) == [], "seed \(seed)")
            let days = Set(all.filter { $0 <= made }.map(\.day)).sorted().suffix(keeping.daily)
            #expect(Set(days).isSubset(of: Set(kept.map(\.day))), "the last days have one each, seed \(seed)")
            let considered = kept.filter { $0 <= made }.count
            #expect(considered <= keeping.daily + keeping.weekly + keeping.monthly, "seed \(seed)")
        }
    }

    @Test func aNameLeadsToItsMomentAndBack() throws {
        for (name, minute, isEncrypted) in [
            ("kopilka-2026-11-28T0330.tar.zst", 210, false), ("kopilka-2026-11-28T0000.tar.zst.sealed", 0, true),
            ("kopilka-2026-11-28T2359.tar.zst", 1439, false),
        ] {
            let file = try #require(BackupFile(name))
            #expect(file.name == name && file.minute == minute && file.isEncrypted == isEncrypted)
        }
        for name in [
            "kopilka.tar.zst", "kopilka-2026-11-28.tar.zst", "kopilka-2026-11-28T2400.tar.zst",
            "kopilka-2026-11-28T0360.tar.zst", "kopilka-2026-02-30T0330.tar.zst", "kopilka-2026-11-28T0330.tar.zst.age",
            "kopilka-2026-11-28T0330.tar.zst.sealed.sealed", "kopilka-2026-11-28T+330.tar.zst",
            "kopilka-2026-11-28T0330T0330.tar.zst", "kopilka-2026-11-28T330.tar.zst", "before-upgrade.tar.zst", "",
            "kopilka-", "kopilka-T.tar.zst", "kopilka-2026-11-28T0330.tar.zst.4711.draft",
            "Kopilka-2026-11-28T0330.tar.zst", " kopilka-2026-11-28T0330.tar.zst", "../kopilka-2026-11-28T0330.tar.zst",
        ] { #expect(BackupFile(name) == nil, "\(name)") }
        #expect(BackupRun.isDraft("kopilka-2026-11-28T0330.tar.zst.4711.draft"))
        #expect(BackupRun.isDraft("kopilka-2026-11-28T0330.tar.zst.sealed.4711.draft"))
        for name in ["kopilka.json.4711.draft", "kopilka-2026-11-28T0330.tar.zst.draft", "x.1.draft", "draft"] {
            #expect(!BackupRun.isDraft(name), "\(name)")
        }
    }
}
