import CrashPoints
import Testing

@Suite struct SubscriptionsCrashTests {
    @Test func everyCrashKeepsWhatWasAcknowledged() async throws {
        let report = try await CrashSweep(of: SubscriptionsDay(), scale: .current()).run()
        print(report)
        #expect(report.findings == [], "\(report)")
    }

    @Test func everyFailureOfTheDiskIsToldAndSurvived() async throws {
        let report = try await FailureSweep(of: SubscriptionsDay(), scale: .current()).run()
        print(report)
        #expect(report.findings == [], "\(report)")
    }
}
