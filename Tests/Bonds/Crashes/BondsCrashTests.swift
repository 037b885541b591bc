import CrashPoints
import Testing

@Suite struct BondsCrashTests {
    @Test func everyCrashKeepsWhatWasAcknowledged() async throws {
        let report = try await CrashSweep(of: BondsDay(), scale: .current()).run()
        print(report)
        #expect(report.findings == [], "\(report)")
    }

    @Test func everyFailureOfTheDiskIsToldAndSurvived() async throws {
        let report = try await FailureSweep(of: BondsDay(), scale: .current()).run()
        print(report)
        #expect(report.findings == [], "\(report)")
    }
}
