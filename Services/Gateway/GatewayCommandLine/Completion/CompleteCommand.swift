import Domain
import GatewaySession
import GatewayWords

/// `gateway __complete -- WORDS`: the request of a shell that completes a line. It is not meant for people, so help
/// does not list it.
package struct CompleteCommand: Command {
    /// The word that shells send.
    package static let word = "__complete"

    package let words = [word]
    package let part = CommandPart.tools
    package let summary = Text("Proposes the next word.", "Предлагает, что может стоять дальше.")
    package var examples: [CommandExample] {
        []
    }
    /// Short, because typing must not wait for services.
    package let usualLimit = Duration.milliseconds(400)
    private let commands: [any Command]
    /// The words after `gateway`, up to the cursor.
    private let line: [String]

    package init(commands: [any Command], line: [String]) {
        self.commands = commands
        self.line = line
    }

    package func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let fetch = ValueFetch(
            client: scene.client, today: scene.house.clock.now().localDay, services: scene.house.allServices,
            traces: scene.traces)
        let answer = await Completer(commands) { await fetch.proposals($0) }.answer(line)
        var output = answer.isFile ? ":files\n" : ""
        for proposal in answer.proposals {
            // Words that a shell would have to quote are never proposed, because names are texts of other people.
            guard proposal.value.allSatisfy(Self.isPlain) else { continue }
            output += DisplayText.clean(proposal.value)
            if !proposal.meaning.isEmpty { output += "\t" + DisplayText.clean(proposal.meaning) }
            output += "\n"
        }
        scene.console.output.write(output)
        return .done
    }

    /// True for letters, digits, and characters without a meaning in any shell.
    private static func isPlain(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "-_.,:=@+/%".contains(character)
    }
}
