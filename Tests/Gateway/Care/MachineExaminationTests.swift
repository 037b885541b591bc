import Domain
import Foundation
import GatewayWords
import Glibc
import Hosting
import TestSupport
import Testing

@testable import GatewayCare

/// What the doctor says about the machine: its disk, its units, and the certificate of the page.
@Suite struct MachineExaminationTests {
    // MARK: Disk

    private static let mounts = """
        22 28 0:20 / /proc rw,nosuid - proc proc rw
        28 1 254:0 / / rw,relatime - ext4 /dev/vda rw
        30 28 0:25 / /tmp rw - tmpfs tmpfs rw
        31 28 0:33 / /mnt/share rw shared:7 - nfs4 nas:/volume rw
        32 28 0:44 / /box rw - overlay overlay rw,lowerdir=/a
        """

    private static func device(_ major: UInt, _ minor: UInt) -> dev_t { dev_t(major << 8 | minor) }

    @Test(arguments: [
        (device(254, 0), FileSystemKind.local), (device(0, 25), .memory), (device(0, 33), .network),
        (device(0, 44), .container), (device(7, 7), .local),
    ])
    func theKindOfAFileSystemIsThatOfItsMount(device: dev_t, kind: FileSystemKind) {
        #expect(FileSystemKind(device: device, mounts: Self.mounts) == kind)
    }

    @Test func whereDataAreNotSafeIsTold() {
        #expect(DiskExamination.disk(.local, sync: .milliseconds(1)).result == .good)
        #expect(DiskExamination.disk(.local, sync: .milliseconds(80)).result == .warning)
        #expect(DiskExamination.disk(.memory, sync: .zero).result == .warning)
        #expect(DiskExamination.disk(.container, sync: .zero).result == .warning)
        #expect(DiskExamination.disk(.network, sync: .zero).result == .bad)
    }

    @Test func measuringASyncLeavesNothing() throws {
        let directory = TemporaryDirectory()
        #expect(DiskSpeed.sync(in: directory.path) != nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
        #expect(DiskSpeed.sync(in: directory.file("nowhere")) == nil)
    }

    // MARK: Units

    private static func unit(_ name: String, _ more: String...) -> String {
        (["Id=\(name)", "LoadState=loaded", "ActiveState=active", "Result=success", "NeedDaemonReload=no"] + more)
            .joined(separator: "\n")
    }

    private static func findings(_ units: String...) throws -> [String] {
        let all = [unit("kopilka.target", "UnitFileState=enabled")] + units
        return UnitExamination.findings(try #require(SystemdHouse.units(all))).map { finding in
            [finding.subject, finding.result.rawValue].compactMap(\.self).joined(separator: " ")
        }
    }

    @Test func unitsThatAreWellAreCounted() throws {
        #expect(try Self.findings(Self.unit("kopilka@ledger.service")) == ["good"])
        #expect(try Self.findings("Id=kopilka-web.service\nLoadState=not-found") == ["good"])
        #expect(SystemdHouse.units([]) == nil)
    }

    @Test func aUnitThatFailedOrIsMissingOrMaskedOrOldIsTold() throws {
        let name = "kopilka@ledger.service"
        #expect(try Self.findings(Self.unit(name, "ActiveState=failed", "Result=exit-code")) == ["\(name) bad"])
        #expect(try Self.findings("Id=\(name)\nLoadState=not-found") == ["\(name) bad"])
        #expect(try Self.findings("Id=\(name)\nLoadState=masked") == ["\(name) warning"])
        #expect(try Self.findings(Self.unit(name, "NeedDaemonReload=yes")) == ["\(name) warning"])
    }

    @Test func aHouseThatDoesNotStartWithTheMachineIsTold() throws {
        let units = try #require(SystemdHouse.units([Self.unit("kopilka.target", "UnitFileState=disabled")]))
        let finding = try #require(UnitExamination.findings(units).first)
        #expect(finding.result == .warning)
        #expect(finding.cure?.spoken(in: .english) == "sudo systemctl enable kopilka.target")
    }

    @Test func aPersonsUnitNeedsThePersonToLinger() {
        let groups = "0::/user.slice/user-1000.slice/user@1000.service/app.slice/kopilka.service\n"
        #expect(UnitExamination.ofPerson(groups: groups, lingers: true).map(\.result) == [.good])
        #expect(UnitExamination.ofPerson(groups: groups, lingers: false).map(\.result) == [.warning])
        #expect(UnitExamination.ofPerson(groups: "0::/user.slice/session-2.scope\n", lingers: false).isEmpty)
    }

    @Test func theFileOfSettingsIsReadAsSystemdReadsIt() {
        let variables = SystemdHouse.variables(
            """
            # a comment
            KOPILKA_LOG=info
             KOPILKA_WEB_HOST = "bank.example.org"\u{20}
            KOPILKA_EMPTY=
            not a setting
            KOPILKA_QUOTE='
            """)
        #expect(
            variables == [
                "KOPILKA_LOG": "info", "KOPILKA_WEB_HOST": "bank.example.org", "KOPILKA_EMPTY": "",
                "KOPILKA_QUOTE": "'",
            ])
    }

    // MARK: The certificate

    private static func certificate(_ now: String) throws -> Finding.Result {
        let dates = try #require(
            CertificateDates("notBefore=2026-01-01 00:00:00Z\nnotAfter=2026-04-01 00:00:00Z\n") as CertificateDates?)
        return CertificateExamination.finding("/c.pem", dates, now: try #require(Instant(now))).result
    }

    @Test func aCertificateIsGoodUntilItsRenewalIsLate() throws {
        #expect(try Self.certificate("2025-12-31T23:59:59Z") == .bad)
        #expect(try Self.certificate("2026-03-01T00:00:00Z") == .good)
        #expect(try Self.certificate("2026-03-20T00:00:00Z") == .warning)
        #expect(try Self.certificate("2026-04-01T00:00:00Z") == .bad)
        let unknown = CertificateExamination.finding("/c.pem", nil, now: Instant(microseconds: 0))
        #expect(unknown.result == .warning && CertificateDates("unable to load certificate") == nil)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
    func theDatesAreThoseOfTheFile() async throws {
        let directory = TemporaryDirectory()
        let path = directory.file("page.pem")
        let made = try await FinishedProcess.run(
            executable: "/usr/bin/openssl",
            arguments: [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
                directory.file("page.key"), "-out", path, "-days", "3", "-subj", "/CN=page",
            ], environment: [:])
        try #require(made.status == .exited(0), "\(made)")
        let dates = try #require(CertificateDates.read(path, ["TMPDIR": "/tmp"]))
        // openssl reads the time once for each of them.
        #expect((0...60).contains((dates.end - dates.start).components.seconds - 3 * 86_400))
        #expect(CertificateDates.read(directory.file("page.key"), ["TMPDIR": "/tmp"]) == nil)
    }
}
