import Foundation
import Testing

@testable import GatewayService

@Suite struct CompletionsTests {
    /// What bash proposes for a line that ends in `words.last`.
    private func proposals(_ words: [String]) throws -> [String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        let line = words.map { "'\($0)'" }.joined(separator: " ")
        process.arguments = [
            "-c",
            Completions.bash(CommandTable.all)
                + "COMP_WORDS=(\(line)); COMP_CWORD=\(words.count - 1); _gateway; printf '%s\\n' \"${COMPREPLY[@]}\"",
        ]
        let pipe = Foundation.Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func bashCompletesCommandsAndFlags() throws {
        #expect(try proposals(["gateway", "tra"]) == ["transfer"])
        #expect(try proposals(["gateway", "history", "--min"]) == ["--min-amount"])
        #expect(try proposals(["gateway", "account", "op"]) == ["open"])
        #expect(try proposals(["gateway", "history", "reb"]) == ["rebuild"])
        #expect(try proposals(["gateway", "logs", "led"]) == ["ledger"])
    }

    @Test func bashCompletesWhatAFlagTakes() throws {
        #expect(try proposals(["gateway", "history", "--type", ""]) == ["all", "income", "expense"])
        #expect(try proposals(["gateway", "history", "--limit", "5", "--type", "i"]) == ["income"])
        #expect(try proposals(["gateway", "login", "--password-file", ""]) == [])
        #expect(try proposals(["gateway", "help", "tran"]) == ["transfer"])
        #expect(try proposals(["gateway", "help", "exit"]) == ["exit-codes"])
    }

    @Test func everyCommandIsInEveryScript() {
        for script in [Completions.bash, Completions.zsh, Completions.fish] {
            let text = script(CommandTable.all)
            for command in CommandTable.all { for word in command.words { #expect(text.contains(word)) } }
        }
    }
}
