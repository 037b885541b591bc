import Testing

@testable import Hosting

@Suite struct RestartBackoffTests {
    @Test func waitsDoubleUpToTheLongest() {
        var backoff = RestartBackoff()
        let waits = (0..<9).map { _ in backoff.wait(afterRunOf: .zero) }
        #expect(
            waits == [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].map { Duration.milliseconds($0) })
    }

    @Test func stableRunStartsOver() {
        var backoff = RestartBackoff()
        for _ in 0..<5 { _ = backoff.wait(afterRunOf: .seconds(59)) }
        #expect(backoff.wait(afterRunOf: .seconds(60)) == .milliseconds(250))
        #expect(backoff.wait(afterRunOf: .seconds(1)) == .milliseconds(500))
    }
}
