import Foundation
import Glibc
import TestSupport
import Testing

@testable import Hosting

@Suite(.timeLimit(.minutes(5))) struct ChildProcessTests {
    private static let environment = ["PATH": "/usr/bin:/bin", "A": "b c"]

    private func shell(
        _ script: String, sockets: [ChildProcess.NamedSocket] = [], output: Int32? = nil
    ) throws -> ChildProcess {
        try .spawn(
            executable: "/bin/sh", arguments: ["-c", script], environment: Self.environment, listeningSockets: sockets,
            standardOutput: output)
    }

    @Test func exitCodesAndSignalsAreReported() throws {
        #expect(try shell("exit 7").wait() == .exited(7))
        #expect(try shell("kill -9 $$").wait() == .signalled(9))
        let sleeper = try shell("exec sleep 600")
        #expect(sleeper.poll() == nil)
        sleeper.terminate()
        #expect(sleeper.wait() == .signalled(15))
        #expect(sleeper.poll() == .signalled(15))
        sleeper.kill()
    }

    @Test func missingProgramIsAnErrorOfTheParent() {
        let error = #expect(throws: HostingError.self) {
            try ChildProcess.spawn(executable: "/nonexistent/ledger", environment: [:])
        }
        #expect(error?.systemError == ENOENT)
    }

    @Test func childHasItsEnvironmentAndNothingElse() throws {
        let folder = TemporaryDirectory()
        let file = OwnedDescriptor(owning: open(folder.path + "/out", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
        let child = try shell(
            "echo \"$A $LISTEN_FDS $LISTEN_PID\"; ls /proc/$$/fd; cat", output: file.rawValue)
        #expect(child.wait() == .exited(0))
        #expect(folder.read("out") == "b c  \n0\n1\n2\n")
    }

    @Test func socketsArriveFromThreeUpUnderTheirNames() throws {
        let folder = TemporaryDirectory()
        let sockets = try ["b", "a", "c"].map { try ListeningSocket.make(name: $0, runDirectory: folder.path) }
        let file = OwnedDescriptor(owning: open(folder.path + "/out", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
        let script = """
            [ "$LISTEN_PID" = $$ ] && echo "$LISTEN_FDS $LISTEN_FDNAMES"
            for fd in 3 4 5; do readlink /proc/$$/fd/$fd; done
            ls /proc/$$/fd
            """
        // Passed in an order that makes sources and targets overlap.
        let named = sockets.reversed().map { ($0.name, $0.descriptorToLend) }
        let child = try shell(script, sockets: named, output: file.rawValue)
        #expect(child.wait() == .exited(0))
        let lines = folder.read("out").split(separator: "\n").map(String.init)
        try #require(lines.count == 10)
        #expect(lines[0] == "3 c:a:b")
        for (line, (_, descriptor)) in zip(lines[1...3], named) {
            #expect(line == (try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")))
        }
        #expect(lines[4...] == ["0", "1", "2", "3", "4", "5"])
    }

    @Test func signalsOfTheParentAreNotInherited() throws {
        // The test runner may ignore or block signals; the shell must get the default handling.
        let folder = TemporaryDirectory()
        let file = OwnedDescriptor(owning: open(folder.path + "/out", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
        let child = try shell("grep -E 'SigBlk|SigIgn' /proc/self/status", output: file.rawValue)
        #expect(child.wait() == .exited(0))
        let lines = folder.read("out").split(separator: "\n")
        #expect(lines.count == 2)
        for line in lines {
            let mask = try #require(UInt64(line.drop { $0 != "\t" }.dropFirst(), radix: 16))
            // glibc reserves signals 32 and 33 for itself.
            #expect(mask & ~(0b11 << 31) == 0, "\(line)")
        }
    }

    @Test func childDiesWithTheThreadThatStartedIt() async throws {
        let spawned = AsyncStream.makeStream(of: ChildProcess?.self)
        BackgroundThread.start(named: "short-lived") {
            let child = try? ChildProcess.spawn(
                executable: "/bin/sleep", arguments: ["600"], environment: [:], parentDeathSignal: .terminate)
            spawned.continuation.yield(child)
            spawned.continuation.finish()
        }
        for await child in spawned.stream {
            let child = try #require(child)
            #expect(child.wait() == .signalled(15))
        }
    }
}

@Suite struct ServiceManagerTests {
    @Test func readinessIsOneDatagramToThePathOrAbstractName() throws {
        let folder = TemporaryDirectory()
        for name in [folder.path + "/notify", "@kopilka-test-\(getpid())-\(UInt32.random(in: 0 ... .max))"] {
            let receiver = OwnedDescriptor(
                owning: socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
            let address = try #require(UnixAddress(name))
            #expect(address.withPointer { bind(receiver.rawValue, $0, $1) } == 0)
            let manager = ServiceManager(Environment(variables: ["NOTIFY_SOCKET": name]))
            manager.ready()
            manager.status("two\nlines")
            var buffer = [UInt8](repeating: 0, count: 256)
            for expected in ["READY=1", "STATUS=twolines"] {
                let count = recv(receiver.rawValue, &buffer, buffer.count, Int32(MSG_DONTWAIT))
                #expect(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self) == expected)
            }
        }
    }

    @Test func whoWatchesAndHowLongIsSaidByTheManager() {
        func limit(_ variables: [String: String]) -> Duration? {
            ServiceManager(Environment(variables: variables)).watchdogLimit
        }
        #expect(limit([:]) == nil)
        #expect(limit(["WATCHDOG_USEC": "1500000"]) == .milliseconds(1500))
        #expect(limit(["WATCHDOG_USEC": "1500000", "WATCHDOG_PID": "\(getpid())"]) == .milliseconds(1500))
        #expect(limit(["WATCHDOG_USEC": "1500000", "WATCHDOG_PID": "1"]) == nil, "another process is meant")
        for wrong in ["", "0", "-1", "soon", "99999999999999999999"] { #expect(limit(["WATCHDOG_USEC": wrong]) == nil) }
    }

    @Test func nobodyToTellIsNoFault() {
        #expect(!ServiceManager(Environment()).notify("READY=1"))
        #expect(!ServiceManager(Environment(variables: ["NOTIFY_SOCKET": "/nonexistent/socket"])).notify("READY=1"))
    }
}
