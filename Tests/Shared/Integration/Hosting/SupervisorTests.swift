import Domain
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Hosting

@Suite(.timeLimit(.minutes(1))) struct SupervisorTests {
    @Test func servicesStartInOrderOnceReadyAndStopInReverse() async throws {
        let house = try House(["auth", "ledger", "history"])
        try await house.run {
            try await house.expect { $0.services.count == 3 && $0.services.allSatisfy { $0.phase == .ready } }
        }
        #expect(
            house.diary == [
                "start auth", "start ledger", "start history", "stop history", "stop ledger", "stop auth",
            ])
        #expect(!FileManager.default.fileExists(atPath: house.folder.path + "/supervisor.json"))
        #expect(!FileManager.default.fileExists(atPath: house.folder.path + "/ledger.sock"))
        #expect(house.folder.read("logs/ledger.log") == "ledger wants 2 sockets ledger:ledger.events\n")
    }

    @Test func crashedServiceIsStartedAgainAndItsClientsWait() async throws {
        let house = try House(["ledger"])
        try await house.run {
            try await house.expect { $0.services.first?.phase == .ready }
            let first = try #require(try house.state().services.first?.pid)
            kill(pid_t(first), SIGKILL)
            try await house.expect { $0.services.first?.restarts == 1 }
            #expect(UnixClient.canConnect(house.folder.path + "/ledger.sock"))
            try await house.expect { $0.services.first?.phase == .ready && $0.services.first?.pid != first }
            #expect(try house.state().services.first?.lastExit == "signal 9")
        }
    }

    @Test func serviceThatCanNotStartWaitsLongerAndLongerWithoutHinderingOthers() async throws {
        let house = try House(["broken", "missing", "ledger"])
        try await house.run {
            try await house.expect { state in
                state.services.count == 3 && state.services[0].restarts >= 3 && state.services[1].restarts >= 3
                    && state.services[2].phase == .ready
            }
            let broken = try house.state().services[0]
            #expect(broken.lastExit == "exit 3")
            #expect(try house.state().services[1].lastExit?.contains("No such file") == true)
        }
    }

    @Test func hangupRestartsAllOneAfterAnother() async throws {
        let house = try House(["auth", "ledger"])
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

    @Test func serviceThatDoesNotStopIsKilled() async throws {
        let house = try House(["stubborn"], drainLimit: .milliseconds(100))
        try await house.run { try await house.expect { $0.services.first?.phase == .ready } }
        #expect(house.sink.records.contains { $0.message == "service did not stop in time" })
    }

    @Test func serviceThatDoesNotReportIsLateButAlive() async throws {
        let house = try House(["silent", "ledger"], readinessPatience: .milliseconds(100))
        try await house.run {
            try await house.expect { $0.services.count == 2 && $0.services[1].phase == .ready }
            let silent = try house.state().services[0]
            #expect(silent.phase == .starting && silent.restarts == 0 && silent.pid != nil)
        }
    }

    @Test func secondSupervisorIsToldWhoRuns() async throws {
        let house = try House(["ledger"])
        try await house.run {
            try await house.expect { $0.services.first?.phase == .ready }
            let error = #expect(throws: HostingError.self) { _ = try house.makeSupervisor() }
            #expect(error?.code == .alreadyRunning)
        }
    }

    @Test func longLogIsCopiedAndEmptiedInPlace() throws {
        let folder = try TemporaryFolder()
        let log = ServiceLogFile(path: folder.path + "/ledger.log", limit: 10)
        let writer = try log.openForAppending()
        writeAll(Array("12345678901\n".utf8), to: writer.rawValue)
        log.rotateIfLong()
        writeAll(Array("after\n".utf8), to: writer.rawValue)
        #expect(folder.read("ledger.log.1") == "12345678901\n")
        #expect(folder.read("ledger.log") == "after\n")
    }
}

/// A supervisor on a thread of its own with services written in Perl, which every Debian has.
private final class House: Sendable {
    let folder: TemporaryFolder
    let sink = InMemoryLogSink()
    let control: SupervisorControl
    private let services: [ServiceDescription]
    private let settings: SupervisorSettings

    private static let service = #"""
        use Socket; $| = 1; my ($name, $diary) = @ARGV;
        sub note { open(my $file, '>>', $diary) or die; print $file "$_[0] $name\n"; close($file) }
        exit 3 if $name eq 'broken';
        $SIG{TERM} = sub { note('stop'); exit 0 };
        $SIG{TERM} = 'IGNORE' if $name eq 'stubborn';
        note('start');
        print "$name wants $ENV{LISTEN_FDS} sockets $ENV{LISTEN_FDNAMES}\n";
        socket(my $socket, PF_UNIX, SOCK_DGRAM, 0) or die;
        send($socket, "STATUS=well\nREADY=1", 0, sockaddr_un($ENV{NOTIFY_SOCKET})) or die if $name ne 'silent';
        sleep 600 while 1;
        """#

    init(
        _ names: [String], drainLimit: Duration = .seconds(30), readinessPatience: Duration = .seconds(30)
    ) throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        control = try SupervisorControl()
        let script = try folder.write(Self.service, to: "service.pl")
        services = names.map { name in
            ServiceDescription(
                name: name, executable: name == "missing" ? "/nonexistent/missing" : "/usr/bin/perl",
                arguments: [script, name, folder.path + "/diary"], endpoints: [name, name + ".events"])
        }
        var settings = SupervisorSettings(
            runDirectory: folder.path, dataDirectory: folder.path, environment: ["PATH": "/usr/bin:/bin"])
        settings.drainLimit = drainLimit
        settings.readinessPatience = readinessPatience
        settings.backoff = RestartBackoff(first: .milliseconds(20))
        settings.reapsOrphans = false
        self.settings = settings
    }

    func makeSupervisor() throws(HostingError) -> Supervisor {
        try Supervisor(
            services, settings: settings, control: control, clock: .system,
            log: Log(service: "supervisor", clock: .system, sink: sink), manager: ServiceManager(Environment()))
    }

    /// Runs the supervisor around `body`, then stops it and waits for its end, whatever `body` did.
    func run(_ body: () async throws -> Void) async throws {
        let (ending, ended) = AsyncStream.makeStream(of: Result<Void, HostingError>.self)
        BackgroundThread.start(named: "supervisor") { [self] in
            ended.yield(Result { () throws(HostingError) in try makeSupervisor().run() })
            ended.finish()
        }
        let result: Result<Void, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        control.send(.terminate)
        for await end in ending { try end.get() }
        try result.get()
    }

    func state() throws -> SupervisorState {
        try JSONDecoder().decode(SupervisorState.self, from: Data(folder.read("supervisor.json").utf8))
    }

    /// Waits until the state is as wanted; looks every 5 ms, for 30 s at most.
    func expect(
        _ condition: (SupervisorState) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < deadline {
            if let state = try? state(), condition(state) { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record(
            "not reached: \(folder.read("supervisor.json")) \(sink.records.map(\.message))",
            sourceLocation: sourceLocation)
    }

    var diary: [String] { folder.read("diary").split(separator: "\n").map(String.init) }
}
