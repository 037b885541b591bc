import Coordination
import Domain

/// What a command has at hand.
struct CommandScene: Sendable {
    /// What was asked for; ids in place of what the words mean.
    var arguments: ParsedArguments
    /// Where to write.
    var console: Console
    /// Where to ask services.
    let desk: ServiceDesk
    /// The processes, and where they live.
    let house: House
    /// Whether a program reads the result.
    let isJSON: Bool
    /// Whether it wants a list as lines, one thing each.
    var isJSONLines = false
    /// What accounts are called, asked for once.
    let named = NamedAccounts()
    /// The newest runs of this person's gateway; nil where there is no home to keep them in.
    var traces: TraceFile?

    /// Whether drawings are made of plain characters: as `--ascii` asks, and on the console of Linux, whose fonts have no others.
    var isASCII: Bool { arguments.isOn("ascii") || house.variables["TERM"] == "linux" }

    /// Shows a result: for a program the answer as it came, on one line; for a person the page.
    func show(_ answer: [UInt8], _ makePage: () throws -> Page) rethrows {
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
