import CrashPoints
import Testing

@Suite struct PatternsCrashTests {
    @Test func everyCrashKeepsWhatWasAcknowledged() async throws {
        let report = try await CrashSweep(of: PatternsDay(), scale: .current()).run()
        print(report)
        #expect(report.findings == [], "\(report)")
    }

    @Test func everyFailureOfTheDiskIsToldAndSurvived() async throws {
        let report = try await FailureSweep(of: PatternsDay(), scale: .current()).run()
        print(report)
        #expect(report.findings == [], "\(report)")
    }
}
