import Coordination
import Domain

/// What a command has at hand.
struct CommandScene: Sendable {
    /// What was asked for.
    let arguments: ParsedArguments
    /// Where to write.
    let console: Console
    /// Where to ask services.
    let desk: ServiceDesk
    /// The processes, and where they live.
    let house: House
    /// Whether a program reads the result.
    let isJSON: Bool

    /// Shows a result: for a program the answer as it came, on one line; for a person the page.
    func show(_ answer: [UInt8], _ makePage: () throws -> Page) rethrows {
        if isJSON {
            console.output.write(answer + [UInt8(ascii: "\n")])
        } else {
            let page = try makePage()
            console.output.write(page.rendered(width: console.output.width, hasColor: console.output.hasColor))
        }
    }
}
