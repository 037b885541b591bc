import Domain
import Hosting
import Testing

@testable import GatewayCare

/// What systemctl prints of the units, as `gateway status` shows it.
@Suite struct SystemdHouseTests {
    private func read(_ values: String...) throws -> SupervisorState.Service {
        try #require(SystemdHouse.service("Id=kopilka@ledger.service\n" + values.joined(separator: "\n")))
    }

    @Test func aServiceThatRuns() throws {
        let service = try read(
            "ActiveState=active", "MainPID=4711", "ExecMainStartTimestamp=@1764343200", "NRestarts=2", "Result=success",
            "ExecMainStatus=0")
        #expect(
            service
                == SupervisorState.Service(
                    name: "ledger", phase: .ready, pid: 4711,
                    startedAt: Instant(microseconds: 1_764_343_200_000_000), restarts: 2))
    }

    @Test func aServiceThatHasFailedWaitsForItsNextStart() throws {
        let service = try read(
            "ActiveState=activating", "MainPID=0", "ExecMainStartTimestamp=@1764343200", "NRestarts=7",
            "Result=exit-code", "ExecMainStatus=70")
        #expect(
            service == SupervisorState.Service(name: "ledger", phase: .waiting, restarts: 7, lastExit: "exit 70"))
    }

    @Test func aServiceThatWasKilledHasEndedByASignal() throws {
        let service = try read(
            "ActiveState=activating", "MainPID=0", "NRestarts=1", "Result=watchdog", "ExecMainStatus=6")
        #expect(service.lastExit == "signal 6")
    }

    @Test func aServiceThatWasNeverStarted() throws {
        let service = try read("ActiveState=inactive", "MainPID=0", "ExecMainStartTimestamp=", "NRestarts=0")
        #expect(service == SupervisorState.Service(name: "ledger", phase: .stopped))
        #expect(SystemdHouse.service("") == nil)
    }
}
