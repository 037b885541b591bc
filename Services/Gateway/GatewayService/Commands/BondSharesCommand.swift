import Coordination
import Signals
import StrictJSON

/// `gateway bonds shares`: what percentage of the whole each share is, exactly.
struct BondSharesCommand: Command {
    let words = ["bonds", "shares"]
    let part = CommandPart.market
    let summary = BondsSignal.Shares.summary
    let positional = ["shares"]
    let examples = [
        CommandExample("bonds shares 1.5 3 6 1.5", "12.500, 25.000, 50.000, 12.500"),
        CommandExample("bonds shares 1/3 1/3 1/3 --sum-to-100", "the percents add up to 100.000"),
    ]
    let notes = [
        "A share is a decimal such as 1.5, .5 or 1e3, or a fraction such as 1/3. Each percent is exact before it is rounded."
    ]
    let flags = [
        FlagShape("shares", .list, isRequired: true, placeholder: "SHARE...", "The shares."),
        FlagShape("sum-to-100", field: "sumsToHundred", .toggle, "Make the percents add up to exactly 100.000."),
    ]

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let signal = BondsSignal.Shares(
            shares: scene.arguments.list("shares") ?? [], sumsToHundred: scene.arguments.isOn("sumsToHundred"))
        let answer = try await scene.desk.ask(BondsSignal.Shares.self, parameters: try JSONEncoding.encode(signal))
        try scene.show(answer) {
            var page = Page()
            let percents = try scene.desk.decode(BondsSignal.SharesAnswer.self, from: answer).percents
            for percent in percents { page.line(StyledText(percent)) }
            return page
        }
        return .done
    }
}
