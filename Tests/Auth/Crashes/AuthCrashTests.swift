import CrashPoints
import Testing

@Suite struct AuthCrashTests {
    @Test func everyCrashKeepsWhatWasAcknowledged() async throws {
        let report = try await CrashSweep(of: AuthDay(), scale: .current()).run()
        print(report)
        #expect(report.findings == [], "\(report)")
    }

    @Test func everyFailureOfTheDiskIsToldAndSurvived() async throws {
        let report = try await FailureSweep(of: AuthDay(), scale: .current()).run()
        print(report)
        #expect(report.findings == [], "\(report)")
    }
}
