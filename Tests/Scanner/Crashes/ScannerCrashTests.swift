import CrashPoints
import Testing

@Suite struct ScannerCrashTests {
    @Test func everyCrashKeepsWhatWasAcknowledged() async throws {
        let report = try await CrashSweep(of: ScannerDay(), scale: .current()).run()
        print(report)
        #expect(report.findings == [], "\(report)")
    }

    @Test func everyFailureOfTheDiskIsToldAndSurvived() async throws {
        let report = try await FailureSweep(of: ScannerDay(), scale: .current()).run()
        print(report)
        #expect(report.findings == [], "\(report)")
    }
}
