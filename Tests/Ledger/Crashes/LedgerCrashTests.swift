import CrashPoints
import Testing

@Suite struct LedgerCrashTests {
    @Test func everyCrashKeepsWhatWasAcknowledged() async throws {
        let report = try await CrashSweep(of: LedgerDay(), scale: .current()).run()
        print(report)
        #expect(report.findings == [], "\(report)")
    }

    @Test func everyFailureOfTheDiskIsToldAndSurvived() async throws {
        let report = try await FailureSweep(of: LedgerDay(), scale: .current()).run()
        print(report)
        #expect(report.findings == [], "\(report)")
    }
}
