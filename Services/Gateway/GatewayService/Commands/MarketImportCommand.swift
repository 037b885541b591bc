import Coordination
import Domain
import Hosting
import Signals
import StrictJSON

/// `gateway market import`: files of candles, each taken whole or not at all.
struct MarketImportCommand: Command {
    /// The longest file, which is what the service keeps of one person.
    private static let mostBytes = 128 << 20
    /// What goes in one message: half of what a message may have, since JSON may double a text.
    private static let partBytes = 1 << 20

    let words = ["market", "import"]
    let part = CommandPart.market
    let summary = ScannerSignal.ImportCandles.summary
    let positional = ["files"]
    let usualLimit = Duration.seconds(120)
    let examples = [
        CommandExample("market import SBER.csv GAZP.csv", "two files; the header says what the columns mean"),
        CommandExample("market import prices.csv --ticker AAPL --date-order mdy", "dates such as 12/31/2025"),
    ]
    let notes = [
        "Files of the Moscow Exchange, Stooq, Yahoo, Finam, Investing.com and others are known by their headers. A file with a",
        "bad line is refused whole, and each bad line named with its reason; --skip-bad leaves bad lines out instead.",
    ]

    var flags: [FlagShape] {
        [FlagShape("files", .words, isRequired: true, placeholder: "FILE...", "The files.")]
            + SignalFlags.shapes(
                of: ScannerSignal.ImportCandles.self,
                fields: [
                    "ticker": "What the security is called; what the file says, or its name.",
                    "name": "Its name in words.", "timeframe": "How long a candle lasts; what the file says.",
                    "skipBad": "Leave bad lines out instead of refusing the file.",
                    "dateOrder": "How dates such as 01/02/2024 are meant.",
                ]) + [GlobalFlags.idempotencyKey]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let files = (scene.arguments.text("files") ?? "").split(separator: ",").map(String.init)
        guard scene.arguments.text("ticker") == nil || files.count == 1 else {
            throw UsageError("--ticker names one security, and here are \(files.count) files.", field: "ticker")
        }
        for (number, file) in files.enumerated() {
            do {
                let answer = try await send(file, number: number, scene)
                try scene.show(answer) { try Self.page(of: answer, scene) }
            } catch let fault as Fault {
                throw Fault(
                    code: fault.code, message: "\(file): \(fault.message)", field: fault.field,
                    isRetryable: fault.isRetryable, retryAfterMilliseconds: fault.retryAfterMilliseconds,
                    details: fault.details)
            }
        }
        return .done
    }

    private func send(_ file: String, number: Int, _ scene: CommandScene) async throws -> [UInt8] {
        let bytes: [UInt8]
        do {
            // Most files are small, and room is made for as much as is said.
            guard let whole = try readFile(file, limit: 4 << 20) ?? readFile(file, limit: Self.mostBytes) else {
                throw UsageError("\(file) is longer than \(Self.mostBytes >> 20) MiB.", field: "files")
            }
            bytes = whole
        } catch let error as HostingError {
            throw UsageError("\(file) cannot be read: \(error).", field: "files")
        }
        let isLong = bytes.count > Self.partBytes
        let upload =
            "file\(scene.desk.idempotencyKey.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(40))\(number)"
        if isLong { try await uploadParts(of: bytes, as: upload, scene) }
        var arguments = scene.arguments
        arguments["fileName"] = .text(file)
        if isLong {
            arguments["upload"] = .text(upload)
        } else {
            arguments["csv"] = .text(String(decoding: bytes, as: UTF8.self))
        }
        return try await scene.desk.ask(
            ScannerSignal.ImportCandles.self,
            parameters: SignalFlags.parameters(of: ScannerSignal.ImportCandles.self, arguments), part: number)
    }

    private func uploadParts(of bytes: [UInt8], as upload: String, _ scene: CommandScene) async throws {
        let bar = ProgressBar(scene.console.errors)
        defer { bar.clear() }
        var (start, part) = (0, 0)
        while start < bytes.count {
            var end = min(start + Self.partBytes, bytes.count)
            // Not in the middle of a character.
            while end < bytes.count, end > start + 1, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            _ = try await scene.desk.ask(
                ScannerSignal.UploadPart(
                    upload: upload, part: part, text: String(decoding: bytes[start..<end], as: UTF8.self)))
            bar.show(Double(end) / Double(bytes.count), "uploading")
            (start, part) = (end, part + 1)
        }
    }

    static func page(of answer: [UInt8], _ scene: CommandScene) throws -> Page {
        let report = try scene.desk.decode(ScannerSignal.ImportAnswer.self, from: answer)
        var page = Page()
        page.line(
            StyledText(report.ticker, .bold),
            StyledText(
                ": \(report.added) added, \(report.updated) updated; \(report.candles) in all (\(report.timeframe.rawValue)) "
                    + "from \(report.from ?? "-") to \(report.to ?? "-")"))
        if let unfinished = report.unfinished {
            page.line(StyledText("  the candle of \(unfinished) was not over yet: it is shown, not searched", .dim))
        }
        if report.skipped > 0 {
            page.line(
                StyledText(
                    report.skipped == 1 ? "  left out a bad line:" : "  left out \(report.skipped) bad lines:", .yellow)
            )
        }
        for bad in report.skippedLines ?? [] { page.line(StyledText("  line \(bad.line) \(bad.reason)")) }
        return page
    }
}
