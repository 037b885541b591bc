import Coordination
import Domain
import GatewaySession
import GatewayWords

/// The environment of a running command.
package struct CommandScene: Sendable {
    /// The arguments, with references resolved to ids.
    package var arguments: ParsedArguments
    package var console: Console
    /// The client of the services.
    package let client: ServiceClient
    /// The processes and directories of the house.
    package let house: House
    /// True when a program reads the result.
    package let isJSON: Bool
    /// True for lists as lines, one element each.
    package let isJSONLines: Bool
    /// The names of accounts, loaded once.
    package let named = NamedAccounts()
    /// The newest runs of this user's gateway; nil without a home directory to store them in.
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

    /// True to draw with plain characters: with `--ascii`, and on the Linux console, whose fonts have no others.
    package var isASCII: Bool { arguments.isOn("ascii") || house.variables["TERM"] == "linux" }

    /// Shows a result: the answer as it came, on one line, for a program; the page for a person.
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
