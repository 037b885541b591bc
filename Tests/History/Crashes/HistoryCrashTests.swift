import CrashPoints
import Testing

@Suite struct HistoryCrashTests {
    @Test func everyCrashKeepsWhatWasAcknowledged() async throws {
        let report = try await CrashSweep(of: HistoryDay(), scale: .current()).run()
        print(report)
        #expect(report.findings == [], "\(report)")
    }

    @Test func everyFailureOfTheDiskIsToldAndSurvived() async throws {
        let report = try await FailureSweep(of: HistoryDay(), scale: .current()).run()
        print(report)
        #expect(report.findings == [], "\(report)")
    }
}
