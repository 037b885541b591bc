import Domain
import Foundation
import Hosting
import Signals
import StrictJSON
import TestSupport
import Testing

@testable import GatewayCommandLine
@testable import GatewayService
@testable import GatewaySession
@testable import GatewayWords

/// Runs every command with the real executable, in a pipe and in a terminal, with typing errors and in a house without
/// services. Every result is one clear sentence and a documented exit code.
struct EveryCommandTests {
    /// A command line with its expected result.
    private struct Case {
        let arguments: [String]
        var isTerminal = false
        /// The expected exit codes.
        let codes: Set<Int32>
        /// The text that the sentence has to contain.
        var names: String?
        /// True when a result is expected on standard output.
        var hasResult = false
    }

    /// Commands whose examples are not run here, with the reasons.
    private static let elsewhere: [String: String] = [
        "app": "it draws on the whole terminal; AppSystemTests look at it",
        "import watch": "it watches until it is stopped; ImportWatchSystemTests do that",
        "up": "it would start a house; GatewayProcessTests do",
        "restart": "as up",
        "web": "it serves until it is stopped; WebSystemTests do that",
    ]

    /// The exit codes of commands that need no service, or report missing things.
    private static let ownCodes: [String: Set<Int32>] = [
        "version": [0], "help": [0], "man": [0], "completions": [0], "config explain": [0, 1], "down": [0],
        "doctor": [1], "schema": [0],
        // Offline they work on files, which do not exist.
        "backup create": [1, 2, 5, 69], "backup verify": [1, 2, 5],
        // Two of them at the same time find each other's data.
        "backup restore": [1, 2, 5, 7, 69],
        "backup run": [5, 7], "backup schedule": [0], "backup key": [0, 2],
        "backup follow": [0, 2, 5, 69], "backup fetch": [2, 5],
        "house init": [2], "house invite": [2], "house join": [2, 5, 7, 69], "house hosts": [2], "house lead": [2],
        "house leave": [2], "house resync": [2], "house compare": [2],
        "logs": [0, 1, 2, 5],
        "trace": [5, 69], "status": [69], "health": [69], "metrics": [69],
    ]

    @Test func whatIsTypedWrongIsSaidInOneSentence() async throws {
        var cases: [Case] = []
        for command in CommandTable.all {
            for isTerminal in [false, true] {
                cases.append(
                    Case(
                        arguments: command.words + ["--no-such-flag"], isTerminal: isTerminal, codes: [2],
                        names: "--no-such-flag"))
            }
            let required = command.flags.filter(\.isRequired)
            if let first = required.first {
                for isTerminal in [false, true] {
                    let isWord = command.positional.contains(first.field)
                    cases.append(
                        Case(
                            arguments: command.words, isTerminal: isTerminal, codes: [2],
                            names: isWord ? first.placeholder : "--\(first.name)"))
                }
            }
            for (number, flag) in command.flags.filter({ Self.hasRule($0.kind) }).enumerated() {
                cases.append(
                    Case(
                        arguments: command.words + ["--\(flag.name)=¿wrong?"], isTerminal: number == 0, codes: [2],
                        names: "--\(flag.name)"))
            }
        }
        for arguments in [
            ["nonsense"], ["transfr"], ["--timeout", "soon", "accounts"], ["accounts", "--profile", "../x"],
        ] {
            for isTerminal in [false, true] {
                cases.append(Case(arguments: arguments, isTerminal: isTerminal, codes: [2]))
            }
        }
        try await walk(cases)
    }

    @Test func withoutServicesEveryCommandSaysSoAndEnds() async throws {
        var cases: [Case] = []
        for command in CommandTable.all where Self.elsewhere[command.name] == nil {
            let example = try #require(command.examples.first).line
            var words = ShellWords.split(String(example.prefix { $0 != ">" && $0 != "<" && $0 != "|" }))
            // A pipe cannot be asked for a password.
            if command.flags.contains(where: { $0.name == "password-file" }), !words.contains("--password-stdin") {
                words += ["--password-file", "passwords"]
            }
            for isTerminal in [false, true] {
                cases.append(
                    Case(
                        arguments: words, isTerminal: isTerminal,
                        // Ctrl-D at the question for a code or a confirmation cancels the command.
                        codes: Self.ownCodes[command.name] ?? [2, 3, 69],
                        hasResult: Self.ownCodes[command.name] != nil))
            }
            // JSON output gives the same result.
            if Self.ownCodes[command.name] == nil {
                cases.append(Case(arguments: words + ["--json"], codes: [2, 3, 69]))
            }
        }
        let finished = try await walk(cases)
        let down = finished.count { $0 == 69 }
        // Commands that end before a service is called lack a file or a person; most do not.
        #expect(down > cases.count / 2, "\(down) of \(cases.count) asked a service")
    }

    /// Returns true when a text can be invalid for a flag of this kind.
    private static func hasRule(_ kind: FlagShape.Kind) -> Bool {
        switch kind {
        case .number, .choice, .money, .sum, .decimal, .currency, .duration: true
        case .text, .words, .list, .toggle: false
        }
    }

    // MARK: Running

    @discardableResult
    private func walk(_ cases: [Case]) async throws -> [Int32?] {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let directory = TemporaryDirectory()
        let house = RunningHouse()
        try prepare(directory)
        let job = Job(
            program: RunningHouse.executable("gateway"),
            environment: [
                "HOME": directory.path, "XDG_STATE_HOME": directory.file("state"), "KOPILKA_RUN": directory.file("run"),
                "KOPILKA_DATA": directory.file("data"), "PATH": "/usr/bin:/bin", "TERM": "xterm-256color",
                "PAGER": "cat",
            ],
            directory: directory.path, limit: 60,
            cases: cases.map { Job.Case(arguments: $0.arguments, terminal: $0.isTerminal) })
        let file = directory.file("cases.json")
        try JSONEncoder().encode(job).write(to: URL(fileURLWithPath: file))
        let finished = try await house.run(
            "/usr/bin/python3", [package.appendingPathComponent("Tests/Clients/run_commands.py").path, file],
            within: .seconds(900))
        try #require(finished.status == .exited(0), "\(finished)")
        let results = try finished.output.split(separator: "\n").map {
            try JSONDecoder().decode(Result.self, from: Data($0.utf8))
        }
        try #require(results.count == cases.count)
        for (line, result) in zip(cases, results) { check(line, result) }
        return results.map(\.code)
    }

    private func check(_ line: Case, _ result: Result) {
        let told =
            "gateway \(line.arguments.joined(separator: " ")) "
            + "\(line.isTerminal ? "in a terminal" : "in a pipe"): \(result)"
        #expect(!result.hung, "it hangs: \(told)")
        #expect(result.signal == nil, "it crashed: \(told)")
        guard let code = result.code else { return }
        #expect(GatewayExitCode(rawValue: code) != nil, "an exit code that nobody knows: \(told)")
        #expect(line.codes.contains(code), "another exit code: \(told)")
        // The sentence names the flag, or repeats the input.
        if let name = line.names {
            #expect([name, "¿wrong?"].contains { result.errors.contains($0) }, "it is not named: \(told)")
        }
        if !line.hasResult {
            if !line.isTerminal { #expect(result.output.isEmpty, "no result, and yet: \(told)") }
            #expect(!result.errors.isEmpty, "not a word: \(told)")
        }
        if code != 0, !line.hasResult || code == 2 {
            if line.arguments.contains("--json") {
                let error = try? JSONDocument(text: result.errors).root.member("error")
                #expect(error?.member("exitCode")?.int64 == Int64(code), "not one line of JSON: \(told)")
            } else {
                #expect(result.errors.contains("gateway: "), "no sentence: \(told)")
            }
        }
        if !line.isTerminal {
            #expect(!(result.output + result.errors).contains("\u{1B}"), "escape codes in a pipe: \(told)")
        }
        for word in ["Fatal error", "Optional(", "Swift.", "Stack dump"] {
            #expect(!(result.output + result.errors).contains(word), "\(word): \(told)")
        }
    }

    /// Creates an unused session, and the files that examples refer to.
    private func prepare(_ directory: TemporaryDirectory) throws {
        for name in ["run", "data", "state/kopilka"] {
            try FileManager.default.createDirectory(
                atPath: directory.file(name), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        let session = StoredSession(
            user: AuthSignal.User(id: "u1", name: "Anna", email: "anna@example.org"),
            session: AuthSignal.Session(
                id: "s1", userId: "u1", token: "token", refreshToken: "refresh",
                expiresAt: Instant(microseconds: 4_000_000_000_000_000)))
        let path = directory.file("state/kopilka/session.json")
        try Data(try JSONEncoding.encode(session)).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        try "correct horse battery staple\nanother horse battery staple\n".write(
            toFile: directory.file("passwords"), atomically: false, encoding: .utf8)
    }

    private struct Job: Encodable {
        struct Case: Encodable {
            let arguments: [String]
            let terminal: Bool
        }
        let program: String
        let environment: [String: String]
        let directory: String
        let limit: Int
        let cases: [Case]
    }

    private struct Result: Decodable, CustomStringConvertible {
        let code: Int32?
        let signal: Int32?
        let output: String
        let errors: String
        let hung: Bool

        var description: String {
            "\(code.map { "exit \($0)" } ?? "signal \(signal ?? 0)")\n--- output\n\(output.prefix(600))\n"
                + "--- errors\n\(errors.prefix(600))"
        }
    }
}
