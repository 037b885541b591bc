import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import GatewayCommandLine
@testable import GatewayService
@testable import GatewayWords

@Suite struct CommandTableTests {
    @Test func everyCommandHasItsOwnName() {
        let names = CommandTable.all.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: CommandTable.all.map(\.name))
    func everyFlagIsExplainedAndNamedOnce(_ name: String) throws {
        let command = try #require(CommandTable.all.first { $0.name == name })
        let flags = command.flags + GlobalFlags.shapes
        #expect(Set(flags.map(\.name)).count == flags.count)
        #expect(Set(flags.compactMap(\.short)).count == flags.compactMap(\.short).count)
        for flag in flags {
            for language in Language.allCases {
                #expect(flag.summary.spoken(in: language).hasSuffix("."), "--\(flag.name) of \(name)")
            }
        }
        for field in command.positional { #expect(flags.contains { $0.field == field }, "\(field) of \(name)") }
    }

    @Test(arguments: CommandTable.all.map(\.name))
    func everyExampleIsUnderstood(_ name: String) throws {
        let command = try #require(CommandTable.all.first { $0.name == name })
        #expect(!command.examples.isEmpty)
        for example in command.examples {
            let words = ShellWords.split(String(example.line.prefix { $0 != ">" && $0 != "<" }))
            guard case .run(let found, _) = try CommandLineReader(CommandTable.all).read(words) else {
                Issue.record("\(example.line) is not a command")
                continue
            }
            #expect(found.name == name, "\(example.line)")
        }
    }

    @Test func noCommandTakesASecretAsAFlag() {
        let secrets: Set = ["password", "current", "new", "token", "refresh-token", "secret"]
        for command in CommandTable.all {
            for flag in command.flags { #expect(!secrets.contains(flag.name), "--\(flag.name) of \(command.name)") }
        }
    }

    @Test func flagsFollowTheTypeOfTheSignal() throws {
        let history = try #require(CommandTable.all.first { $0.name == "history" })
        let type = try #require(history.flags.first { $0.name == "type" })
        #expect(type.kind == .choice(["all", "income", "expense"]))
        #expect(history.flags.first { $0.name == "limit" }?.kind == .number)
        #expect(history.flags.contains { $0.name == "min-amount" && $0.field == "minAmount" })
        let transfer = try #require(CommandTable.all.first { $0.name == "transfer" })
        // A template may contain any of them.
        #expect(transfer.flags.filter(\.isRequired).isEmpty)
        #expect(transfer.flags.first { $0.name == "amount" }?.kind == .money)
        #expect(transfer.flags.contains { $0.name == "currency" && $0.kind == .currency })
        #expect(transfer.flags.contains { $0.name == "idempotency-key" })
        let balance = try #require(CommandTable.all.first { $0.name == "balance" })
        #expect(!balance.flags.contains { $0.isRequired || $0.name == "idempotency-key" })
    }
}
