import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals
import StrictJSON

/// `gateway bonds import`: imports a file of bonds, all or nothing.
struct BondImportCommand: Command {
    let words = ["bonds", "import"]
    let part = CommandPart.market
    let summary = SignalSummary.text(of: BondsSignal.ImportFile.self)
    let positional = ["file"]
    let usualLimit = Duration.seconds(120)
    var examples: [CommandExample] {
        [
            CommandExample(
                "bonds import skybonds.json",
                Text("the app's own file: bonds with their quotes", "файл приложения: облигации с котировками")),
            CommandExample(
                "bonds import quotes.csv --isin RU000A0JW126 --currency RUB",
                Text("a table: date, price, yield", "таблица: дата, цена, доходность")),
            CommandExample(
                "bonds import bondization.json --isin RU000A0JW126",
                Text("its payments, as the exchange publishes them", "выплаты, как их сообщает биржа")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                """
                JSON of the app (activities) or of the Moscow Exchange (history; coupons and amortizations), or a \
                table whose header has a
                """,
                "JSON приложения (activities) и Московской биржи (history; coupons и amortizations) или таблица с датой"
            ),
            Text(
                """
                date and a price, and perhaps a yield and an ISIN. A file with bad lines is refused as a whole; each \
                bad line is named.
                """,
                """
                и ценой в шапке, может быть, с доходностью и ISIN. Файл с плохой строкой отвергается целиком, каждая \
                названа.
                """
            ),
        ]
    }

    var flags: [FlagShape] {
        [
            FlagShape(
                "file", .text, isRequired: true, Text("The file; - for standard input.", "Файл; - — стандартный ввод."))
        ]
            + SignalFlags.shapes(
                of: BondsSignal.ImportFile.self,
                fields: [
                    "isin": Text(
                        "The bond; by default the one in the file.",
                        "Облигация; по умолчанию та, что в файле."),
                    "title": Text(
                        "The name; by default the one in the file, or the ISIN.",
                        "Как её назвать; по умолчанию как в файле или номер."),
                    "currency": Text(
                        "The currency; by default the one in the file, or the known one.",
                        "Валюта; по умолчанию как в файле или уже известная."),
                ]) + [GlobalFlags.idempotencyKey]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let file = try FileUpload(of: scene.arguments.text("file") ?? "", field: "file", scene)
        var arguments = scene.arguments
        BondCommands.inCapitals(&arguments, scene)
        if file.isLong {
            try await file.send(scene) {
                _ = try await scene.client.ask(BondsSignal.UploadPart(upload: $0, part: $1, text: $2))
            }
            arguments["upload"] = .text(file.name)
        } else {
            arguments["text"] = .text(file.text)
        }
        let answer = try await scene.client.ask(
            BondsSignal.ImportFile.self,
            parameters: SignalFlags.parameters(of: BondsSignal.ImportFile.self, arguments))
        try scene.show(answer) { try Self.page(of: answer, scene) }
        return .done
    }

    static func page(of answer: [UInt8], _ scene: CommandScene) throws -> Page {
        var page = Page()
        for bond in try scene.client.decode(BondsSignal.ImportAnswer.self, from: answer).bonds {
            page.line(
                StyledText("\(bond.isin)", .bold),
                StyledText(
                    """
                    : \(bond.added, "quote", "quotes") added, \(Text.count(bond.updated)) updated; \
                    \(Text.count(bond.quotes)) in all
                    """,
                    """
                    : добавлено \(bond.added, "котировка", "котировки", "котировок"), обновлено \
                    \(Text.count(bond.updated)); всего \(Text.count(bond.quotes))
                    """
                ), bond.newTerms ? StyledText("; what it pays is new", "; выплаты новые") : .blank)
        }
        return page
    }
}

/// `gateway bonds fetch`: loads a bond from the Moscow Exchange. Only this command does so.
struct BondFetchCommand: Command {
    let words = ["bonds", "fetch"]
    let part = CommandPart.market
    let summary = SignalSummary.text(of: BondsSignal.Fetch.self)
    let positional = ["isin"]
    let usualLimit = Duration.seconds(600)
    var examples: [CommandExample] {
        [
            CommandExample(
                "bonds fetch RU000A0JW126",
                Text(
                    "what is missing since the last time; ten years the first time",
                    "чего не хватает с прошлого раза; в первый раз десять лет")),
            CommandExample("bonds fetch RU000A0JW126 --from 2025-01-01", Text("since then", "с тех пор")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                """
                Nothing is fetched automatically. The exchange's service is public and needs no key (its address: \
                --moex-url of bonds).
                """,
                "Само ничего не загружается. Сервис открыт и не требует ключа (его адрес: --moex-url у bonds).")
        ]
    }

    var flags: [FlagShape] {
        SignalFlags.shapes(
            of: BondsSignal.Fetch.self,
            fields: [
                "isin": BondCommands.isin,
                "from": Text(
                    "From this day on; by default the last known day, or ten years ago.",
                    "С этого дня; по умолчанию с последнего известного, иначе десять лет."),
                "till": Text("To this day; today by default.", "До этого дня; по умолчанию до сегодня."),
            ]) + [GlobalFlags.idempotencyKey]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        var arguments = scene.arguments
        BondCommands.inCapitals(&arguments, scene)
        let bar = ProgressBar(scene.console.errors)
        let parameters = SignalFlags.parameters(of: BondsSignal.Fetch.self, arguments)
        let answer = try await {
            defer { bar.clear() }
            return try await scene.client.ask(
                BondsSignal.Fetch.self, parameters: parameters,
                progress: bar.reporter)
        }()
        try scene.show(answer) { try BondImportCommand.page(of: answer, scene) }
        return .done
    }
}
