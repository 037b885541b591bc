import Domain
import Foundation
import Hosting
import Testing

@testable import GatewayCare
@testable import GatewaySession
@testable import GatewayWords

/// What the doctor says of scheduled backups.
@Suite struct BackupExaminationTests {
    private let fixture: GatewayFixture
    private var data: String { fixture.directory + "/data" }

    init() throws {
        fixture = try GatewayFixture()
        try FileManager.default.createDirectory(
            atPath: data + "/operator", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    private func examine(at: String? = "03:30") throws -> Finding {
        var variables = ["HOME": fixture.directory]
        variables["KOPILKA_BACKUP_AT"] = at
        let house = House(
            runDirectory: try #require(AbsolutePath(fixture.directory + "/run")), dataDirectory: AbsolutePath(data),
            variables: variables, clock: WallClock { GatewayFixture.now })
        return try #require(BackupExamination(house: house).findings().first)
    }

    private func record(goodHoursAgo: Int? = nil, failedHoursAgo: Int? = nil, file: String = "/etc/hostname") throws {
        var record = BackupRecord()
        record.good = goodHoursAgo.map {
            .init(at: GatewayFixture.now + .seconds(-3600 * $0), file: file, bytes: 2048, isEncrypted: true)
        }
        record.failure = failedHoursAgo.map {
            .init(at: GatewayFixture.now + .seconds(-3600 * $0), fault: "The disk is full.")
        }
        try record.write(data: data)
    }

    @Test func withoutAScheduleItNamesTheCure() throws {
        let finding = try examine(at: nil)
        #expect(finding.result == .warning)
        #expect(finding.cure?.spoken(in: .english).contains("gateway backup schedule --at") == true)
    }

    @Test func theLastGoodOneCounts() throws {
        #expect(try examine().result == .warning, "none was made yet")
        try record(goodHoursAgo: 12)
        let good = try examine()
        #expect(good.result == .good)
        #expect(good.seen.spoken(in: .english) == "the last one is 12h old, 2.0\u{A0}KiB, verified")
        #expect(good.seen.spoken(in: .russian).contains("12\u{A0}ч"))
        try record(goodHoursAgo: 51)
        #expect(try examine().result == .good)
        try record(goodHoursAgo: 53)
        #expect(try examine().result == .bad)
        try record(goodHoursAgo: 12, file: "/nowhere/kopilka")
        #expect(try examine().result == .warning)
    }

    @Test func aFailureIsTold() throws {
        try record(goodHoursAgo: 30, failedHoursAgo: 2)
        let finding = try examine()
        #expect(finding.result == .warning && finding.seen.spoken(in: .english).contains("The disk is full."))
        try record(goodHoursAgo: 60, failedHoursAgo: 2)
        #expect(try examine().result == .bad)
        try record(failedHoursAgo: 2)
        #expect(try examine().result == .bad)
    }

    @Test func wrongSettingsAreBad() throws {
        #expect(try examine(at: "noon").result == .bad)
    }
}
