import Coordination
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals
import StrictJSON

/// `gateway bonds shares`: the exact percentage of each share in the whole.
struct BondSharesCommand: Command {
    let words = ["bonds", "shares"]
    let part = CommandPart.market
    let summary = SignalSummary.text(of: BondsSignal.Shares.self)
    let positional = ["shares"]
    let usualLimit = Duration.seconds(60)
    var examples: [CommandExample] {
        [
            CommandExample(
                "bonds shares 1.5 3 6 1.5",
                Text(
                    "the percentage of each share in the whole",
                    "какую часть целого составляет каждая, в процентах")),
            CommandExample(
                "bonds shares 1/3 1/3 1/3 --sum-to-100",
                Text("the percents add up to 100.000", "проценты дают в сумме 100,000")),
            CommandExample(
                "bonds shares --file shares.txt",
                Text("one share per line, even millions", "доля в строке, хоть миллионы")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                """
                A share is a decimal such as 1.5, .5 or 1e3, or a fraction such as 1/3. Percentages are exact before \
                rounding.
                """,
                "Доля — число 1.5, .5, 1e3 или дробь 1/3. Каждый процент точен до округления.")
        ]
    }
    var flags: [FlagShape] {
        [
            FlagShape("shares", .list, placeholder: "SHARE...", Text("The shares.", "Доли.")),
            FlagShape(
                "sum-to-100", field: "sumsToHundred", .toggle,
                Text("Make the percents add up to exactly 100.000.", "Чтобы проценты дали в сумме ровно 100,000.")),
            FlagShape(
                "file", .text,
                Text(
                    "Or a file with a share on each line; - for standard input.",
                    "Или файл с долей в каждой строке; - — стандартный ввод.")),
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        switch (scene.arguments.list("shares"), scene.arguments.text("file")) {
        case (let shares?, nil): try await tell(shares, scene)
        case (nil, let path?): try await tell(FileUpload(of: path, field: "file", scene), scene)
        default:
            throw UsageError(
                Text(
                    "bonds shares needs shares or --file FILE, not both.",
                    "Для bonds shares нужны доли или --file FILE, но не то и другое."),
                field: "shares")
        }
        return .done
    }

    private func tell(_ shares: [String], _ scene: CommandScene) async throws {
        let signal = BondsSignal.Shares(
            shares: try shares.map(Self.share), sumsToHundred: scene.arguments.isOn("sumsToHundred"))
        let answer = try await scene.client.ask(BondsSignal.Shares.self, parameters: try JSONEncoding.encode(signal))
        try scene.show(answer) {
            var page = Page()
            let percents = try scene.client.decode(BondsSignal.SharesAnswer.self, from: answer).percents
            for percent in percents { page.line(StyledText(percent)) }
            return page
        }
    }

    /// Returns a share in the form that the service reads, with a decimal point. Fractions and powers of ten stay as
    /// they are.
    private static func share(_ text: String) throws(UsageError) -> String {
        guard text.contains(","), !text.contains(where: { "/eE".contains($0) }) else { return text }
        return try MoneyArgument.quantity(text, flag: "shares")
    }

    /// Sends the file part by part; only the service holds the whole.
    private func tell(_ file: FileUpload, _ scene: CommandScene) async throws {
        try await file.send(scene) {
            _ = try await scene.client.ask(BondsSignal.UploadPart(upload: $0, part: $1, text: $2))
        }
        let output = scene.console.output
        var (part, parts) = (0, 1)
        while part < parts {
            let answer = try await scene.client.ask(
                BondsSignal.UploadedShares(
                    upload: file.name, sumsToHundred: scene.arguments.isOn("sumsToHundred"), part: part))
            parts = answer.parts
            if scene.isJSON {
                let list = answer.percents.map { "\"\($0)\"" }.joined(separator: ",")
                output.write((part == 0 ? #"{"percents":["# : ",") + list + (part == parts - 1 ? "]}\n" : ""))
            } else {
                output.write(answer.percents.joined(separator: "\n") + "\n")
            }
            part += 1
        }
    }
}
