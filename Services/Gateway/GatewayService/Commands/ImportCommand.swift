import Coordination
import Domain
import Glibc
import Hosting
import Signals
import StrictJSON

/// `gateway import`: takes a bank's file into an account, each row once.
struct ImportCommand: Command {
    private static let mostBytes = 3_000_000

    let words = ["import"]
    let part = CommandPart.history
    let summary: Text = "Takes a bank's statement, OFX, QIF or CSV, into an account, each row once."
    let positional = ["file", "account"]
    let usualLimit = Duration.seconds(60)
    let examples = [
        CommandExample("import statement.ofx --account main --preview", "shows what is new and what is known"),
        CommandExample("import statement.csv --account main", "the same, then asks and imports"),
        CommandExample("import march.qif main --date-order dmy --yes", "dates are day/month/year; does not ask"),
        CommandExample("import 2026.ofx main --opening-balance 1500 RUB", "with what was there before the first row"),
    ]
    let notes: [Text] = [
        "Importing a file twice adds nothing: rows are known by the bank's ids, or by day, amount and text. Two equal rows",
        "of one day stay two. A row that contradicts the books is a conflict; nothing is imported then, unless --skip-bad",
        "says to leave out such rows and lines that cannot be read. Nothing in the books is ever changed or deleted.",
    ]

    private static let fields: KeyValuePairs<String, Text> = [
        "format": "What the file is; found by its content unless said.",
        "currency": "What amounts are counted in where the file does not say; the account's unless said.",
        "dateOrder": "How dates are written, where the file leaves a choice.",
        "decimal": "What stands before decimals; found unless said.",
        "encoding": "Which characters the bytes are; found unless said.",
        "fileAccount": "Which account of a file that has several.",
    ]

    var flags: [FlagShape] {
        [
            FlagShape("file", .text, isRequired: true, placeholder: "FILE|-", "The file; - reads standard input."),
            FlagShape(
                "account", .text, isRequired: true, placeholder: "ACCOUNT",
                "Your account: its id, your name for it, or the first letters of its id."),
        ] + SignalFlags.shapes(of: HistorySignal.ReadStatement.self, fields: Self.fields)
            + [
                FlagShape(
                    "opening-balance", field: "openingBalance", .money,
                    "What was in the account before the first row; booked once."),
                FlagShape("skip-bad", .toggle, "Leave out lines that cannot be read and rows that are conflicts."),
                FlagShape("preview", .toggle, "Show what would be; import nothing."),
                FlagShape("all", .toggle, "Show every row, known ones too."),
                FlagShape("yes", .toggle, "Do not ask."),
                GlobalFlags.idempotencyKey,
            ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let arguments = scene.arguments
        let content = try Self.content(of: arguments.text("file") ?? "-")
        let accounts = try await scene.desk.ask(LedgerSignal.Accounts()).accounts
        let id = try AccountReference.id(of: arguments.text("account") ?? "", among: accounts, flag: "account")
        guard let account = accounts.first(where: { $0.id == id }) else {
            throw Fault(.notFound, "You have no such account.", field: "account")
        }
        let file = try await read(content, account, scene)
        var run = ImportRun(file: file, account: account, arguments: arguments, desk: scene.desk)
        try await run.preview()
        if arguments.isOn("preview") {
            try show(run.outcome, account, scene)
            return .done
        }
        try run.refuse()
        if run.outcome.new > 0 || run.outcome.opening == .new {
            if !arguments.isOn("yes") {
                // The question needs the table before it; with --json there is nothing but the result.
                if !scene.isJSON { try show(run.outcome, account, scene) }
                let rows = ValueText.count(run.outcome.new, "row")
                try Question.requireYes("Import \(rows) into \(account.name)?", mayAsk: scene.console.mayAsk)
            }
            try await run.commit()
        }
        try show(run.outcome, account, scene)
        return .done
    }

    /// All rows of the file, page by page.
    private func read(
        _ content: [UInt8], _ account: LedgerSignal.Account, _ scene: CommandScene
    ) async throws -> HistorySignal.StatementRows {
        var arguments = scene.arguments
        arguments["base64"] = .text(Base64Text.encode(content))
        arguments["account"] = nil
        if arguments["currency"] == nil { arguments["currency"] = .currency(account.currency) }
        if arguments.isOn("skip-bad") { arguments["skipBad"] = .toggle(true) }
        var rows: [HistorySignal.StatementRow] = []
        while true {
            arguments["offset"] = .number(rows.count)
            let parameters = SignalFlags.parameters(of: HistorySignal.ReadStatement.self, arguments)
            let bytes = try await scene.desk.ask(HistorySignal.ReadStatement.self, parameters: parameters)
            let page = try scene.desk.decode(HistorySignal.StatementRows.self, from: bytes)
            rows += page.rows
            guard page.nextOffset != nil, !page.rows.isEmpty else {
                return HistorySignal.StatementRows(
                    format: page.format, account: page.account, currency: page.currency,
                    openingBalance: page.openingBalance, closingBalance: page.closingBalance, count: rows.count,
                    from: page.from, to: page.to, rows: rows, skipped: page.skipped, problems: page.problems,
                    nextOffset: nil)
            }
        }
    }

    private func show(_ outcome: ImportOutcome, _ account: LedgerSignal.Account, _ scene: CommandScene) throws {
        scene.show(try JSONEncoding.encode(outcome)) {
            ImportPage.page(of: outcome, account, showsAll: scene.arguments.isOn("all"))
        }
    }

    private static func content(of path: String) throws(UsageError) -> [UInt8] {
        let content: [UInt8]?
        if path == "-" {
            content = standardInput()
        } else {
            do {
                content = try readFile(path, limit: mostBytes)
            } catch {
                throw UsageError("The file cannot be read: \(error).", field: "file")
            }
        }
        guard let content else {
            throw UsageError(
                "The file has more than \(mostBytes) bytes.", hint: "split it; what comes twice is known", field: "file"
            )
        }
        return content
    }

    /// All of standard input; nil when it is too long: read(2).
    private static func standardInput() -> [UInt8]? {
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while content.count <= mostBytes {
            let count = Glibc.read(STDIN_FILENO, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return content }
            content += chunk[..<count]
        }
        return nil
    }
}
