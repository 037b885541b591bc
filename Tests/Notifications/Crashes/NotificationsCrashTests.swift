import CrashPoints
import Testing

@Suite struct NotificationsCrashTests {
    @Test func everyCrashKeepsWhatWasAcknowledged() async throws {
        let report = try await CrashSweep(of: NotificationsDay(), scale: .current()).run()
        print(report)
        #expect(report.findings == [], "\(report)")
    }

    @Test func everyFailureOfTheDiskIsToldAndSurvived() async throws {
        let report = try await FailureSweep(of: NotificationsDay(), scale: .current()).run()
        print(report)
        #expect(report.findings == [], "\(report)")
    }
}
