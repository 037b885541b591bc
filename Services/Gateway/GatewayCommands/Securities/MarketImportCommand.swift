import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Reasons
import Signals
import StrictJSON

/// `gateway market import`: imports files of candles, each one all or nothing.
struct MarketImportCommand: Command {
    let words = ["market", "import"]
    let part = CommandPart.market
    let summary = SignalSummary.text(of: ScannerSignal.ImportCandles.self)
    let positional = ["files"]
    let usualLimit = Duration.seconds(120)
    var examples: [CommandExample] {
        [
            CommandExample(
                "market import SBER.csv GAZP.csv",
                Text("two files; the header says what the columns mean", "два файла; что в столбцах, говорит шапка")),
            CommandExample(
                "market import prices.csv --ticker AAPL --date-order mdy",
                Text("dates such as 12/31/2025", "даты вида 12/31/2025")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                """
                Files of the Moscow Exchange, Stooq, Yahoo, Finam, Investing.com and others are recognised by their \
                headers. A file with
                """,
                "Файлы Московской биржи, Stooq, Yahoo, Финама, Investing.com и других узнаются по шапке. Файл с"),
            Text(
                """
                bad lines is refused as a whole, and each bad line is named with its reason; --skip-bad leaves bad \
                lines out instead.
                """,
                "плохой строкой отвергается целиком, каждая названа с причиной; --skip-bad пропускает плохие."),
        ]
    }

    var flags: [FlagShape] {
        [FlagShape("files", .words, isRequired: true, placeholder: "FILE...", Text("The files.", "Файлы."))]
            + SignalFlags.shapes(
                of: ScannerSignal.ImportCandles.self,
                fields: [
                    "ticker": Text(
                        "The ticker; by default the one in the file, or the file's name.",
                        "Как называется бумага; по умолчанию как в файле или имя файла."),
                    "name": Text("Its name in words.", "Её имя словами."),
                    "timeframe": Text(
                        "The length of a candle; by default the one in the file.",
                        "Сколько длится свеча; по умолчанию как в файле."),
                    "skipBad": Text(
                        "Leave bad lines out instead of refusing the file.",
                        "Пропускать плохие строки, а не отвергать файл."),
                    "dateOrder": Text("The order of dates such as 01/02/2024.", "Как понимать даты вида 01/02/2024."),
                ]) + [GlobalFlags.idempotencyKey]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let files = (scene.arguments.text("files") ?? "").split(separator: ",").map(String.init)
        guard scene.arguments.text("ticker") == nil || files.count == 1 else {
            throw UsageError(
                Text(
                    "--ticker names one security, and here are \(files.count) files.",
                    "--ticker называет одну бумагу, а файлов \(files.count)."), field: "ticker")
        }
        for (number, file) in files.enumerated() {
            do {
                let answer = try await send(file, number: number, scene)
                try scene.show(answer) { try Self.page(of: answer, scene) }
            } catch let fault as Fault {
                throw Fault(
                    code: fault.code, message: "\(file): \(FaultSentence.atField(fault))", field: fault.field,
                    isRetryable: fault.isRetryable, retryAfterMilliseconds: fault.retryAfterMilliseconds,
                    details: fault.details)
            }
        }
        return .done
    }

    private func send(_ file: String, number: Int, _ scene: CommandScene) async throws -> [UInt8] {
        let upload = try FileUpload(of: file, number: number, field: "files", scene)
        if upload.isLong {
            try await upload.send(scene) {
                _ = try await scene.client.ask(ScannerSignal.UploadPart(upload: $0, part: $1, text: $2))
            }
        }
        var arguments = scene.arguments
        arguments["fileName"] = .text(file)
        if upload.isLong {
            arguments["upload"] = .text(upload.name)
        } else {
            arguments["csv"] = .text(upload.text)
        }
        return try await scene.client.ask(
            ScannerSignal.ImportCandles.self,
            parameters: SignalFlags.parameters(of: ScannerSignal.ImportCandles.self, arguments), part: number)
    }

    static func page(of answer: [UInt8], _ scene: CommandScene) throws -> Page {
        let report = try scene.client.decode(ScannerSignal.ImportAnswer.self, from: answer)
        let (from, to) = (Text.candle(report.from ?? "-"), Text.candle(report.to ?? "-"))
        let (added, updated) = (Text.count(report.added), Text.count(report.updated))
        let (candles, frame) = (Text.count(report.candles), report.timeframe.rawValue)
        var page = Page()
        page.line(
            StyledText(report.ticker, .bold),
            StyledText(
                ": \(added) added, \(updated) updated; \(candles) in all (\(frame)) from \(from) to \(to)",
                ": добавлено \(added), обновлено \(updated); всего \(candles) (\(frame)) с \(from) по \(to)"
            ))
        if let unfinished = report.unfinished.map({ Text.candle($0) }) {
            page.say(
                "  the candle of \(unfinished) was not over yet: it is shown, not searched",
                "  свеча \(unfinished) ещё не закончилась: её видно, но поиск её не берёт", .dim)
        }
        if report.skipped > 0 {
            page.say(
                "  left out \(report.skipped, "bad line", "bad lines"):",
                "  \(report.skipped, "плохая строка пропущена", "плохие строки пропущены", "плохих строк пропущено"):",
                .yellow)
        }
        for bad in report.skippedLines ?? [] {
            let reason = ReasonText.of(bad.explanation, else: bad.reason)
            page.say("  line \(bad.line) \(reason)", "  строка \(bad.line): \(reason)")
        }
        return page
    }
}
