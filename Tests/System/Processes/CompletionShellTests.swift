import Foundation
import Hosting
import TestSupport
import Testing

/// The completions in their shells, as far as these are installed.
struct CompletionShellTests {
    private static func shell(_ name: String) -> String? {
        ["/usr/bin/\(name)", "/bin/\(name)"].first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs a script in a shell, with the gateway in the path.
    private func run(_ shell: String, _ script: String) async throws -> [String] {
        let house = RunningHouse()
        try Self.remember(in: house)
        let folder = (RunningHouse.executable("gateway") as NSString).deletingLastPathComponent
        let finished = try await house.run(
            shell, ["-c", script],
            environment: [
                "PATH": folder + ":/usr/bin:/bin", "LC_ALL": "C.UTF-8",
                "XDG_STATE_HOME": house.directory.file("state"),
            ])
        #expect(finished.status == .exited(0), "\(finished)")
        return finished.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    private static let lines: [([String], [String])] = [
        (["tran"], ["transfer", "transfers"]), (["account", "op"], ["open"]),
        (["history", "--type", ""], ["all", "income", "expense"]),
        (["history", "--min"], ["--min-amount"]), (["completions", "z"], ["zsh"]),
        // Newest first, as they are remembered.
        (["trace", ""], traces), (["trace", "4"], [traces[1]]),
    ]
    private static let traces = ["9bf92f3577b34da6a3ce929d0e0e4736", "4bf92f3577b34da6a3ce929d0e0e4736"]

    /// Writes two runs to the gateway's memory in the home of a house.
    private static func remember(in house: RunningHouse) throws {
        let runs = traces.map {
            #"{"id":"\#($0)","span":"00f067aa0ba902b7","command":"accounts","start":"2026-11-21T08:51:48Z","#
                + #""microseconds":4200,"exitCode":0}"#
        }
        let folder = house.directory.file("state/kopilka")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try #"{"traces":[\#(runs.joined(separator: ","))]}"#.write(
            toFile: folder + "/trace.json", atomically: true, encoding: .utf8)
    }

    @Test(.enabled(if: shell("bash") != nil, "bash is not installed"))
    func bashCompletes() async throws {
        for (words, expected) in Self.lines {
            let line = (["gateway"] + words).map { "'\($0)'" }.joined(separator: " ")
            let script =
                "eval \"$(gateway completions bash)\"; COMP_WORDS=(\(line)); COMP_CWORD=\(words.count); _gateway; "
                + "printf '%s\\n' \"${COMPREPLY[@]}\""
            #expect(try await run("/bin/bash", script) == expected, "\(words)")
        }
    }

    @Test(.enabled(if: shell("zsh") != nil, "zsh is not installed"))
    func zshCompletes() async throws {
        let zsh = try #require(Self.shell("zsh"))
        for (words, expected) in Self.lines {
            let line = (["gateway"] + words).map { "'\($0)'" }.joined(separator: " ")
            // Without a line editor, the proposals are printed instead.
            let script =
                "compdef() { }; _files() { }; _describe() { print -l -- ${proposals%%:*}; }; "
                + "eval \"$(gateway completions zsh)\"; words=(\(line)); CURRENT=\(words.count + 1); _gateway; true"
            #expect(try await run(zsh, script) == expected, "\(words)")
        }
    }

    @Test(.enabled(if: shell("fish") != nil, "fish is not installed"))
    func fishCompletes() async throws {
        let fish = try #require(Self.shell("fish"))
        for (words, expected) in Self.lines {
            let line = (["gateway"] + words).joined(separator: " ")
            let found = try await run(fish, "gateway completions fish | source; complete -C '\(line)'")
            #expect(found.sorted() == expected.sorted(), "\(words)")
        }
    }
}
