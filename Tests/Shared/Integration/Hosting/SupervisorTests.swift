import Foundation
import Glibc
import TestSupport
import Testing

@testable import Hosting

@Suite(.timeLimit(.minutes(5))) struct SupervisorTests {
    private let folder: TemporaryDirectory

    init() throws { folder = TemporaryDirectory() }

    @Test func servicesStartInOrderOnceReadyAndStopInReverse() async throws {
        let house = try SupervisedHouse(["auth", "ledger", "history"], at: folder.path)
        try await house.run {
            try await house.expect { $0.services.count == 3 && $0.services.allSatisfy { $0.phase == .ready } }
        }
        #expect(
            house.diary == [
                "start auth", "start ledger", "start history", "stop history", "stop ledger", "stop auth",
            ])
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/supervisor.json"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/ledger.sock"))
        #expect(folder.read("logs/ledger.log") == "ledger wants 2 sockets ledger:ledger.events\n")
    }

    @Test func crashedServiceIsStartedAgain() async throws {
        let house = try SupervisedHouse(["ledger"], at: folder.path)
        try await house.run {
            try await house.expect { $0.services.first?.phase == .ready }
            let first = try #require(try house.state().services.first?.pid)
            kill(pid_t(first), SIGKILL)
            try await house.expect { $0.services.first?.phase == .ready && $0.services.first?.pid != first }
            #expect(try house.state().services.first?.restarts == 1)
            #expect(try house.state().services.first?.lastExit == "signal 9")
        }
    }

    @Test func aServiceThatNoLongerSaysThatItWorksIsStartedAgain() async throws {
        let house = try SupervisedHouse(["stuck", "quiet"], at: folder.path, watchdogLimit: .milliseconds(200))
        try await house.run {
            try await house.expect { $0.services.first?.restarts ?? 0 >= 2 && $0.services.first?.phase == .ready }
            #expect(try house.state().services.first?.lastExit == "signal 9")
            #expect(try house.state().services.last?.restarts == 0, "one that never says so is left alone")
        }
        #expect(house.sink.records.contains { $0.message == "service is stuck" })
    }

    @Test func requestSentWhileAServiceIsDownIsAnsweredByTheNextGeneration() async throws {
        let house = try SupervisedHouse(["ledger"], at: folder.path)
        try await house.run {
            try await house.expect { $0.services.first?.phase == .ready }
            let first = try #require(try house.state().services.first?.pid)
            try house.setClosed(true)
            kill(pid_t(first), SIGKILL)
            try await house.expect { $0.services.first?.restarts ?? 0 >= 2 }
            let client = try UnixClient(house.path + "/ledger.sock")
            client.send("the request")
            // Failing generations of the service do not lose it.
            let seen = try house.state().services.first?.restarts ?? 0
            try await house.expect { $0.services.first?.restarts ?? 0 >= seen + 2 }
            try house.setClosed(false)
            let answer = try await client.answer()
            try await house.expect { $0.services.first?.phase == .ready }
            let next = try #require(try house.state().services.first?.pid)
            #expect(next != first)
            #expect(answer == "ledger \(next) heard the request\n")
        }
    }

    @Test func serviceThatCanNotStartWaitsWithoutHinderingOthers() async throws {
        let house = try SupervisedHouse(["broken", "missing", "ledger"], at: folder.path)
        try await house.run {
            try await house.expect { state in
                state.services.count == 3 && state.services[0].restarts >= 3 && state.services[1].restarts >= 3
                    && state.services[2].phase == .ready
            }
            let services = try house.state().services
            #expect(services[0].lastExit == "exit 3")
            #expect(services[1].lastExit?.contains("No such file") == true)
        }
    }

    @Test func hangupRestartsAllOneAfterAnother() async throws {
        let house = try SupervisedHouse(["auth", "ledger"], at: folder.path)
        try await house.run {
            try await house.expect { $0.services.count == 2 && $0.services.allSatisfy { $0.phase == .ready } }
            let before = try house.state().services.map(\.pid)
            house.control.send(.hangup)
            try await house.expect { state in
                zip(state.services, before).allSatisfy { $0.phase == .ready && $0.pid != $1 }
            }
            #expect(try house.state().services.allSatisfy { $0.restarts == 0 })
        }
        #expect(
            house.diary == [
                "start auth", "start ledger", "stop auth", "start auth", "stop ledger", "start ledger", "stop ledger",
                "stop auth",
            ])
    }

    @Test func serviceThatDoesNotStopIsKilledAndNoneIsLeft() async throws {
        let house = try SupervisedHouse(["auth", "stubborn"], at: folder.path, drainLimit: .milliseconds(100))
        var pids: [Int] = []
        try await house.run {
            try await house.expect { $0.services.count == 2 && $0.services.allSatisfy { $0.phase == .ready } }
            pids = try house.state().services.compactMap(\.pid)
        }
        #expect(house.sink.records.contains { $0.message == "service did not stop in time" })
        try #require(pids.count == 2)
        for pid in pids { #expect(kill(pid_t(pid), 0) == -1 && errno == ESRCH) }
    }

    @Test func secondStopSignalDoesNotWaitForTheDrain() async throws {
        let house = try SupervisedHouse(["stubborn"], at: folder.path, drainLimit: .seconds(600))
        try await house.run {
            try await house.expect { $0.services.first?.phase == .ready }
            house.control.send(.terminate)
            try await house.expect { $0.services.first?.phase == .stopping }
        }
        #expect(house.sink.records.contains { $0.message == "service stopped" })
    }

    @Test func serviceThatDoesNotReportIsLateButAlive() async throws {
        let house = try SupervisedHouse(["silent", "ledger"], at: folder.path, readinessPatience: .milliseconds(100))
        try await house.run {
            try await house.expect { $0.services.count == 2 && $0.services[1].phase == .ready }
            let silent = try house.state().services[0]
            #expect(silent.phase == .starting && silent.restarts == 0 && silent.pid != nil)
        }
    }

    @Test func secondSupervisorIsToldWhoRuns() async throws {
        let house = try SupervisedHouse(["ledger"], at: folder.path)
        try await house.run {
            try await house.expect { $0.services.first?.phase == .ready }
            let error = #expect(throws: HostingError.self) { _ = try house.makeSupervisor() }
            #expect(error?.code == .alreadyRunning)
            #expect(error?.message.contains("pid \(getpid())") == true)
        }
    }

    @Test func successorTakesOverFromAKilledSupervisorOnceItsServicesHaveEnded() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
            let house = try SupervisedHouse(["lingering"], at: path)
            try await house.run {
                try await house.expect { $0.services.first?.phase == .ready }
                kill(getpid(), SIGKILL)
            }
        }
        // The state and the sockets of the dead supervisor still exist; its service drains during the handover.
        #expect(folder.read("supervisor.json").contains(#""ready""#))
        let house = try SupervisedHouse(["lingering"], at: folder.path)
        try await house.run {
            try await house.expect { $0.services.first?.phase == .ready }
            let client = try UnixClient(house.path + "/lingering.sock")
            client.send("are you new?")
            let pid = try #require(try house.state().services.first?.pid)
            #expect(try await client.answer() == "lingering \(pid) heard are you new?\n")
        }
        #expect(house.diary == ["start lingering", "stop lingering", "start lingering", "stop lingering"])
    }

    @Test func orphansOfServicesAreAdoptedAndBuried() async throws {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let house = try SupervisedHouse(["forking"], at: path, reapsOrphans: true)
            try await house.run {
                try await house.expect { $0.services.first?.phase == .ready }
                try await eventually("an orphan is adopted") { house.diary.contains { $0.hasPrefix("orphan") } }
                let words = try #require(house.diary.first { $0.hasPrefix("orphan") }).split(separator: " ")
                try #require(words.count == 4)
                #expect(words[3] == "\(getpid())")
                // A zombie would keep its entry until the supervisor ends.
                try await eventually("it is buried") { !FileManager.default.fileExists(atPath: "/proc/\(words[1])") }
                #expect(try house.state().services.first?.restarts == 0)
            }
        }
    }
}
