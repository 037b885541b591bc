import Coordination
import Domain
import Signals
import StrictJSON

/// `gateway bonds import`: a file of bonds, taken whole or not at all.
struct BondImportCommand: Command {
    let words = ["bonds", "import"]
    let part = CommandPart.market
    let summary: Text = "\(BondsSignal.ImportFile.summary)"
    let positional = ["file"]
    let usualLimit = Duration.seconds(120)
    let examples = [
        CommandExample("bonds import skybonds.json", "the app's own file: bonds with their quotes"),
        CommandExample("bonds import quotes.csv --isin RU000A0JW126 --currency RUB", "a table: date, price, yield"),
        CommandExample("bonds import bondization.json --isin RU000A0JW126", "what it pays, as the exchange says it"),
    ]
    let notes: [Text] = [
        "JSON of the app (activities) and of the Moscow Exchange (history; coupons and amortizations), or a table whose header has a",
        "date and a price, and perhaps a yield and an ISIN. A file with a bad line is refused whole, and each bad line named.",
    ]

    var flags: [FlagShape] {
        [FlagShape("file", .text, isRequired: true, "The file; - for standard input.")]
            + SignalFlags.shapes(
                of: BondsSignal.ImportFile.self,
                fields: [
                    "isin": "Which bond it is about; what the file says.",
                    "title": "What to call it; what the file says, or its number.",
                    "currency": "What it is counted in; what the file says, or what is known.",
                ]) + [GlobalFlags.idempotencyKey]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let file = try FileUpload(of: scene.arguments.text("file") ?? "", field: "file", scene)
        var arguments = scene.arguments
        BondCommands.inCapitals(&arguments, scene)
        if file.isLong {
            try await file.send(scene) {
                _ = try await scene.desk.ask(BondsSignal.UploadPart(upload: $0, part: $1, text: $2))
            }
            arguments["upload"] = .text(file.name)
        } else {
            arguments["text"] = .text(file.text)
        }
        let answer = try await scene.desk.ask(
            BondsSignal.ImportFile.self,
            parameters: SignalFlags.parameters(of: BondsSignal.ImportFile.self, arguments))
        try scene.show(answer) { try Self.page(of: answer, scene) }
        return .done
    }

    static func page(of answer: [UInt8], _ scene: CommandScene) throws -> Page {
        var page = Page()
        for bond in try scene.desk.decode(BondsSignal.ImportAnswer.self, from: answer).bonds {
            page.line(
                StyledText("\(bond.isin)", .bold),
                StyledText(
                    ": \(ValueText.count(bond.added, "quote")) added, \(bond.updated) updated; \(bond.quotes) in all"
                        + (bond.newTerms ? "; what it pays is new" : "")))
        }
        return page
    }
}

/// `gateway bonds fetch`: a bond from the Moscow Exchange, on this command only.
struct BondFetchCommand: Command {
    let words = ["bonds", "fetch"]
    let part = CommandPart.market
    let summary: Text = "\(BondsSignal.Fetch.summary)"
    let positional = ["isin"]
    let usualLimit = Duration.seconds(600)
    let examples = [
        CommandExample("bonds fetch RU000A0JW126", "what is missing since the last time; ten years the first time"),
        CommandExample("bonds fetch RU000A0JW126 --from 2025-01-01", "since then"),
    ]
    let notes: [Text] = [
        "Nothing is fetched by itself. The service is public and needs no key (--moex-url of bonds says where it is)."
    ]

    var flags: [FlagShape] {
        SignalFlags.shapes(
            of: BondsSignal.Fetch.self,
            fields: [
                "isin": BondCommands.isin, "from": "From this day on; the last known, else ten years back.",
                "till": "To this day; today unless said otherwise.",
            ]) + [GlobalFlags.idempotencyKey]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        var arguments = scene.arguments
        BondCommands.inCapitals(&arguments, scene)
        let bar = ProgressBar(scene.console.errors)
        let parameters = SignalFlags.parameters(of: BondsSignal.Fetch.self, arguments)
        let answer = try await {
            defer { bar.clear() }
            return try await scene.desk.ask(
                BondsSignal.Fetch.self, parameters: parameters,
                progress: ProgressReporter { share, words in bar.show(share, words ?? "") })
        }()
        try scene.show(answer) { try BondImportCommand.page(of: answer, scene) }
        return .done
    }
}
