import Coordination
import Domain
import GatewaySession
import GatewayWords

/// What a command has at hand.
package struct CommandScene: Sendable {
    /// What was asked for; ids in place of what the words mean.
    package var arguments: ParsedArguments
    /// Where to write.
    package var console: Console
    /// Where to ask services.
    package let client: ServiceClient
    /// The processes, and where they live.
    package let house: House
    /// Whether a program reads the result.
    package let isJSON: Bool
    /// Whether it wants a list as lines, one thing each.
    package let isJSONLines: Bool
    /// What accounts are called, asked for once.
    let named = NamedAccounts()
    /// The newest runs of this person's gateway; nil where there is no home to keep them in.
    package var traces: TraceFile?

    package init(
        arguments: ParsedArguments, console: Console, client: ServiceClient, house: House, isJSON: Bool,
        isJSONLines: Bool = false, traces: TraceFile? = nil
    ) {
        self.arguments = arguments
        self.console = console
        self.client = client
        self.house = house
        self.isJSON = isJSON
        self.isJSONLines = isJSONLines
        self.traces = traces
    }

    /// Whether drawings are made of plain characters: as `--ascii` asks, and on the console of Linux, whose fonts have no others.
    package var isASCII: Bool { arguments.isOn("ascii") || house.variables["TERM"] == "linux" }

    /// Shows a result: for a program the answer as it came, on one line; for a person the page.
    package func show(_ answer: [UInt8], _ makePage: () throws -> Page) rethrows {
        if isJSONLines {
            for line in JSONLines.of(answer) { console.output.write(json: line) }
        } else if isJSON {
            console.output.write(json: answer)
        } else {
            let page = try makePage()
            console.present(
                page.rendered(
                    width: arguments.isOn(GlobalFlags.wide.field) ? nil : console.output.width,
                    hasColor: console.output.hasColor, today: house.clock.now().localDay))
        }
    }
}
