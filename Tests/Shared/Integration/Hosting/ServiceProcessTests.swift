import Foundation
import Glibc
import Reasons
import TestSupport
import Testing

@testable import Hosting

/// Each test runs a service in a separate process (an exit test) and checks how it ends.
@Suite(.timeLimit(.minutes(5))) struct ServiceProcessTests {
    @Test func stopsInGoodOrderOnSIGTERM() async throws {
        let folder = TemporaryDirectory()
        await #expect(processExitsWith: .exitCode(0)) { [path = folder.path as String] in
            // Whoever needs longer than the limit and a second ends with 70.
            Subject.run(.stopsOnSignal, in: path, arguments: ["--drain-limit", "60s"])
        }
    }

    @Test func wrongSettingsEndWith64AndOneLineAFault() async throws {
        let folder = TemporaryDirectory()
        let result = await #expect(processExitsWith: .exitCode(64), observing: [\.standardErrorContent]) {
            [path = folder.path as String] in
            Subject.run(.stopsOnSignal, in: path, arguments: ["--drain-limit", "soon", "--nonsense"])
        }
        let lines = String(decoding: try #require(result).standardErrorContent, as: UTF8.self).split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("subject: ") }.count == 2)
    }

    @Test func helpAndVersionEndWithZero() async throws {
        let folder = TemporaryDirectory()
        let help = await #expect(processExitsWith: .exitCode(0), observing: [\.standardOutputContent]) {
            [path = folder.path as String] in
            Subject.run(.fails, in: path, arguments: ["--help"])
        }
        #expect(
            String(decoding: try #require(help).standardOutputContent, as: UTF8.self).contains("KOPILKA_DRAIN_LIMIT"))
        let version = await #expect(processExitsWith: .exitCode(0), observing: [\.standardOutputContent]) {
            [path = folder.path as String] in
            Subject.run(.fails, in: path, arguments: ["--version"])
        }
        #expect(
            String(decoding: try #require(version).standardOutputContent, as: UTF8.self).contains("subject 1.2.3\n"))
    }

    @Test func failedFlowEndsWith70() async throws {
        let folder = TemporaryDirectory()
        await #expect(processExitsWith: .exitCode(70)) { [path = folder.path as String] in
            Subject.run(.fails, in: path)
        }
    }

    @Test func secondCopyEndsWith75() async throws {
        let folder = TemporaryDirectory()
        await #expect(processExitsWith: .exitCode(75)) { [path = folder.path as String] in
            Subject.run(.findsAnother, in: path)
        }
    }

    @Test func flowThatDoesNotStopIsLeftBehind() async throws {
        let folder = TemporaryDirectory()
        await #expect(processExitsWith: .exitCode(0)) { [path = folder.path as String] in
            Subject.run(.ignoresStop, in: path, arguments: ["--drain-limit", "100ms"])
        }
    }

    @Test func secondSIGTERMEndsAtOnce() async throws {
        let folder = TemporaryDirectory()
        await #expect(processExitsWith: .exitCode(143)) { [path = folder.path as String] in
            Subject.run(.ignoresStopAndAsksAgain, in: path, arguments: ["--drain-limit", "60s"])
        }
    }

    @Test func stuckPoolEndsWith70() async throws {
        let folder = TemporaryDirectory()
        await #expect(processExitsWith: .exitCode(70)) { [path = folder.path as String] in
            Subject.run(.blocksEveryThread, in: path, arguments: ["--drain-limit", "100ms"])
        }
    }
}

private enum Subject {
    enum Behaviour: Sendable {
        case stopsOnSignal, fails, findsAnother, ignoresStop, ignoresStopAndAsksAgain, blocksEveryThread
    }

    /// Without confinement, because the process of an exit test has other threads.
    static func run(_ behaviour: Behaviour, in folder: String, arguments: [String] = []) {
        let environment = Environment(
            variables: ["KOPILKA_RUN": folder, "KOPILKA_DATA": folder, "KOPILKA_CONFINE": "off"], arguments: arguments)
        ServiceProcess(name: "subject", version: "1.2.3").run(in: environment) {
            (settings: CommonSettings, log) in
            if behaviour == .findsAnother {
                throw HostingError(.alreadyRunning, .serviceRunning, ["service": "another"])
            }
            return [SubjectMember(behaviour: behaviour)]
        }
    }
}

private struct SubjectMember: ProcessMember {
    let behaviour: Subject.Behaviour
    let name = "subject"
    private let gate = AsyncStream.makeStream(of: Void.self)

    init(behaviour: Subject.Behaviour) { self.behaviour = behaviour }

    func start() async throws {}

    func run() async throws {
        if behaviour == .fails { throw CancellationError() }
        kill(getpid(), SIGTERM)
        for await _ in gate.stream {}
    }

    func stop() async {
        if behaviour == .ignoresStopAndAsksAgain { kill(getpid(), SIGTERM) }
        if behaviour == .blocksEveryThread {
            for _ in 0..<256 { Task { sleep(600) } }
            sleep(600)
        }
        if behaviour == .ignoresStop || behaviour == .ignoresStopAndAsksAgain {
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
        gate.continuation.finish()
    }
}
