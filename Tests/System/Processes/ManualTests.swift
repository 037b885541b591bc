import Foundation
import Hosting
import TestSupport
import Testing

@testable import GatewayCommandLine
@testable import GatewayService

/// Every command of the manual works as it stands there: page by page, by a shell in a terminal, in one house.
struct ManualTests {
    /// The pages in the order of their list of contents.
    private static let pages = [
        "README", "install", "first-day", "running", "backup", "upgrade", "security", "troubles", "containers",
    ]

    /// The first words of commands that need root, a network, or a machine of their own.
    private static let foreignWords: Set<String> = [
        "age", "docker", "export", "gateway", "git", "make", "mkdir", "sudo", "systemctl",
    ]

    /// The answers to questions, by patterns of Python.
    private static let answers = [
        ["assword.*: $|^The same again: $", "correct horse battery staple"], ["^Reset code: $", "{code}"],
        [#"\[y/N\] $"#, "y"], ["^Which column has the date", "Booked"], [#"^(Which|What) .*\[.*\] $"#, ""],
    ]

    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func everyPageIsInTheOrderOfTheContents() throws {
        let contents = try Self.text("Shared/Docs/Manual/README.md").matches(of: /(?m)^\d\. \[[^\]]+\]\((.+)\.md\)/)
        #expect(["README"] + contents.map { String($0.1) } == Self.pages)
        let folder = Self.package.appendingPathComponent("Shared/Docs/Manual").path
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }
        #expect(files.sorted() == Self.pages.map { $0 + ".md" }.sorted())
    }

    @Test func everyCommandOfTheManualSucceeds() async throws {
        let blocks = try Self.pages.flatMap(Self.blocks).filter { $0.kind == "sh" }
        #expect(blocks.count >= 30)
        try await Self.run(blocks, after: [])
    }

    @Test func theExampleInTheReadmeHappensLikeThat() async throws {
        let text = try Self.text("README.md")
        let example = try #require(text.firstMatch(of: /```\n\$ make start\n\$ export [^\n]*\n((?s).*?)```/)).1
        let blocks = example.split(separator: #/(?m)^\$ /#).map { part in
            let lines = part.split(separator: "\n").map(String.init)
            return ManualBlock(
                page: "README", kind: "sh", text: lines[0], output: lines.dropFirst().joined(separator: "\n"))
        }
        #expect(blocks.count >= 5)
        try await Self.run(blocks, after: ["gateway up --detach"])
    }

    @Test func commandsThatCannotRunInATestAreFewAndExist() throws {
        let blocks = try Self.pages.flatMap(Self.blocks)
        #expect(Set(blocks.map(\.kind)) == ["sh", "sh elsewhere"])
        let elsewhere = blocks.filter { $0.kind != "sh" }
        #expect(elsewhere.count * 3 <= blocks.count, "\(elsewhere.count) of \(blocks.count) are not run")
        for block in elsewhere {
            for line in block.text.split(separator: "\n") {
                let words = line.split(separator: " ").map(String.init)
                #expect(Self.foreignWords.contains(words.first ?? ""), "\(block.page): \(line)")
                #expect(Self.isKnown(words), "\(block.page): the gateway has no such command: \(line)")
            }
        }
        #expect(!Self.isKnown(["sudo", "gateway", "fly"]) && !Self.isKnown(["gateway", "up", "--swiftly"]))
    }

    // MARK: Reading

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
    }

    private static func blocks(of page: String) throws -> [ManualBlock] {
        var blocks: [ManualBlock] = []
        let text = try text("Shared/Docs/Manual/\(page).md")
        for fence in text.matches(of: /(?ms)^```([^\n]*)\n(.*?)^```$/) {
            if fence.1 == "text" {
                // An output stands below its command, with nothing but an empty line between them.
                guard text[..<fence.range.lowerBound].hasSuffix("```\n\n"), blocks.last?.output == "" else { continue }
                blocks[blocks.count - 1].output = String(fence.2)
            } else {
                blocks.append(ManualBlock(page: page, kind: String(fence.1), text: String(fence.2)))
            }
        }
        return blocks
    }

    /// Returns true when the words call no gateway, or call it with a command and flags that it has.
    private static func isKnown(_ words: [String]) -> Bool {
        guard let start = words.lastIndex(where: { ["gateway", "operator"].contains($0) }) else { return true }
        let rest = words[(start + 1)...]
        let flags = rest.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
        return CommandTable.all.contains { command in
            rest.starts(with: command.words) && flags.allSatisfy { flag in command.flags.contains { $0.name == flag } }
        }
    }

    // MARK: Running

    private static func run(_ blocks: [ManualBlock], after first: [String]) async throws {
        let house = try GatewayHouse()
        let directory = house.house.directory
        let home = directory.file("home")
        try FileManager.default.createDirectory(
            atPath: home, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        // What the reader has from a bank.
        try FileManager.default.copyItem(
            atPath: package.appendingPathComponent("Tests/Samples/Banks/sber.csv").path, toPath: home + "/statement.csv"
        )
        try "Booked;Value;Payee;Purpose\n2026-03-01;120.00;Ann;gift\n".write(
            toFile: home + "/mybank.csv", atomically: false, encoding: .utf8)
        let programs = URL(fileURLWithPath: RunningHouse.executable("gateway")).deletingLastPathComponent().path
        let environment = house.house.environment.merging([
            "HOME": home, "XDG_STATE_HOME": home + "/.local/state", "XDG_CONFIG_HOME": home + "/.config",
            "PATH": programs + ":/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm", "PAGER": "cat",
            "KOPILKA_LOG": "info", "KOPILKA_WEB_LISTEN": "127.0.0.1:0",
        ]) { $1 }
        let job = Job(
            environment: environment, directory: home, limit: 120, answers: answers, blocks: first + blocks.map(\.text))
        let file = directory.file("manual.json")
        try JSONEncoder().encode(job).write(to: URL(fileURLWithPath: file))
        let finished = try await house.house.run(
            "/usr/bin/python3", [package.appendingPathComponent("Tests/Clients/run_manual.py").path, file],
            within: .seconds(600))
        let down = try await house.gateway("down")
        #expect(down.status == .exited(0), "\(down)")
        let left = house.processes()
        #expect(left.isEmpty, "down leaves no process")
        for process in left { kill(process, SIGKILL) }
        #expect(finished.status == .exited(0), "\(finished)")
        let outcomes = try finished.output.split(separator: "\n").map {
            try JSONDecoder().decode(Outcome.self, from: Data($0.utf8))
        }
        for (block, outcome) in zip(blocks, outcomes.dropFirst(first.count)) {
            #expect(outcome.code == 0, "\(block.page), exit \(outcome.code):\n\(block.text)---\n\(outcome.output)")
            for line in block.linesNotIn(outcome.output) where outcome.code == 0 {
                Issue.record("\(block.page) promises \"\(line)\" after\n\(block.text)---\n\(outcome.output)")
            }
        }
        #expect(outcomes.count == first.count + blocks.count, "\(finished.errors)")
    }

    private struct Job: Encodable {
        let environment: [String: String]
        let directory: String
        let limit: Int
        let answers: [[String]]
        let blocks: [String]
    }

    private struct Outcome: Decodable {
        let code: Int32
        let output: String
    }
}

/// Commands of a page, and the output that the page shows for them.
private struct ManualBlock {
    let page: String
    /// The words after the fence: `sh`, or `sh elsewhere` for commands that cannot run in a test.
    let kind: String
    let text: String
    var output = ""

    /// Returns the lines of the shown output that the real one does not have. Ids, dates, amounts and ellipses differ
    /// from run to run, so only words without digits are compared.
    func linesNotIn(_ real: String) -> [Substring] {
        let lines = real.split(separator: "\n").map(Self.words)
        return output.split(separator: "\n").filter { line in
            let wanted = Self.words(line)
            return !lines.contains { words in
                var rest = wanted[...]
                for word in words where word == rest.first { rest.removeFirst() }
                return rest.isEmpty
            }
        }
    }

    private static func words(_ line: Substring) -> [Substring] {
        // Amounts have no-break spaces in them.
        line.split { $0.isWhitespace }.filter { word in word != "…" && !word.contains { $0.isNumber } }
    }
}
