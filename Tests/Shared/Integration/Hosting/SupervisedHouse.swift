import Domain
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Hosting

/// A supervisor on a separate thread, with services written in Perl, which every Debian has.
///
/// The name of a service determines its behaviour. All of them answer each line sent to their socket, and none starts
/// while the folder contains a file `closed`. Their actions are recorded in the ``diary``.
final class SupervisedHouse: Sendable {
    let path: String
    let sink = InMemoryLogSink()
    let control: SupervisorControl
    private let services: [ServiceDescription]
    private let settings: SupervisorSettings

    private static let service = #"""
        use Socket; $| = 1; my ($name, $folder) = @ARGV;
        sub note { open(my $file, '>>', "$folder/diary") or die; print $file "$_[0]\n"; close($file) }
        sub nap { select(undef, undef, undef, $_[0]) }
        exit 3 if $name eq 'broken' or -e "$folder/closed";
        $SIG{PIPE} = 'IGNORE';
        $SIG{TERM} = sub { note("stop $name"); nap(0.3) if $name eq 'lingering'; exit 0 };
        $SIG{TERM} = 'IGNORE' if $name eq 'stubborn';
        note("start $name");
        print "$name wants $ENV{LISTEN_FDS} sockets $ENV{LISTEN_FDNAMES}\n";
        if ($name eq 'forking' and !fork) {
            my $parent = $$; exit 0 if fork;
            nap(0.01) while getppid == $parent;
            note("orphan $$ of " . getppid); exit 0;
        }
        socket(my $socket, PF_UNIX, SOCK_DGRAM, 0) or die;
        send($socket, "STATUS=well\nREADY=1", 0, sockaddr_un($ENV{NOTIFY_SOCKET})) or die if $name ne 'silent';
        send($socket, "WATCHDOG=1", 0, sockaddr_un($ENV{NOTIFY_SOCKET})) or die if $name eq 'stuck';
        open(my $listener, '+<&=', 3) or die;
        my $wanted = ''; vec($wanted, 3, 1) = 1;
        while (1) {
            select(my $set = $wanted, undef, undef, undef) > 0 or next;
            accept(my $client, $listener) or next;
            defined(my $line = <$client>) or next;
            print $client "$name $$ heard $line"; close($client);
        }
        """#

    /// - Parameter path: A folder for this test alone, with mode 0700.
    init(
        _ names: [String], at path: String, drainLimit: Duration = .seconds(30),
        readinessPatience: Duration = .seconds(180), watchdogLimit: Duration = .seconds(180),
        reapsOrphans: Bool = false
    ) throws {
        self.path = path
        control = try SupervisorControl()
        let script = path + "/service.pl"
        try Self.service.write(toFile: script, atomically: true, encoding: .utf8)
        services = names.map { name in
            ServiceDescription(
                name: name, executable: name == "missing" ? "/nonexistent/missing" : "/usr/bin/perl",
                arguments: [script, name, path], endpoints: [name, name + ".events"])
        }
        var settings = SupervisorSettings(
            runDirectory: path, dataDirectory: path, environment: ["PATH": "/usr/bin:/bin"])
        settings.drainLimit = drainLimit
        settings.readinessPatience = readinessPatience
        settings.watchdogLimit = watchdogLimit
        settings.socketPatience = .seconds(180)
        settings.backoff = RestartBackoff(first: .milliseconds(20), longest: .milliseconds(100))
        settings.reapsOrphans = reapsOrphans
        self.settings = settings
    }

    func makeSupervisor() throws(HostingError) -> Supervisor {
        try Supervisor(
            services, settings: settings, control: control, clock: .system,
            log: Log(service: "supervisor", clock: .system, sink: sink), manager: ServiceManager(Environment()))
    }

    /// Runs the supervisor around `body`, then stops it and waits for its end in any case.
    func run(_ body: () async throws -> Void) async throws {
        let (ending, ended) = AsyncStream.makeStream(of: Result<Void, HostingError>.self)
        BackgroundThread.start(named: "supervisor") { [self] in
            // Unix signals concern the whole process, so only a test in a separate process may receive them.
            if settings.reapsOrphans { control.receiveUnixSignals() }
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
        try JSONDecoder().decode(
            SupervisorState.self, from: try Data(contentsOf: URL(filePath: path + "/supervisor.json")))
    }

    /// Waits until the supervisor in this process has the wanted state.
    func expect(_ condition: (SupervisorState) -> Bool, sourceLocation: SourceLocation = #_sourceLocation) async throws
    {
        do {
            try await eventually("the state", within: .seconds(180)) {
                guard let state = try? state() else { return false }
                return state.pid == Int(getpid()) && condition(state)
            }
        } catch {
            let found = try? String(contentsOfFile: path + "/supervisor.json", encoding: .utf8)
            Issue.record(
                "\(error): \(found ?? "none") \(sink.records.map(\.message))", sourceLocation: sourceLocation)
        }
    }

    /// Allows services to start, or makes them end at once.
    func setClosed(_ isClosed: Bool) throws {
        if isClosed {
            try Data().write(to: URL(filePath: path + "/closed"))
        } else {
            try FileManager.default.removeItem(atPath: path + "/closed")
        }
    }

    /// The recorded actions of the services, one per line.
    var diary: [String] {
        let text = (try? String(contentsOfFile: path + "/diary", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }
}
