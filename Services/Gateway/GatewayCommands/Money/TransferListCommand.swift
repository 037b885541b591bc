import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import Signals

/// `gateway transfers`: makes the transfers of a file in one request, independently, in chains, or all or none.
struct TransferListCommand: Command {
    let words = ["transfers"]
    let part = CommandPart.money
    let summary = Text(
        "Makes the transfers of a file in one request, all or none if you wish.",
        "Делает переводы из файла за один раз, по желанию все или ни одного.")
    let positional = ["file"]
    let usualLimit = Duration.seconds(60)
    var examples: [CommandExample] {
        [
            CommandExample(
                "transfers salaries.csv --dry-run",
                Text("shows what would happen, line by line", "скажет о каждой строке, что случилось бы")),
            CommandExample("transfers salaries.csv --atomic", Text("makes all or none", "сделает все или ни одного")),
            CommandExample(
                "transfers payments.jsonl --json",
                Text("each line on its own, with results for a program", "каждый сам по себе; итог для программы")
            ),
            CommandExample(
                "transfers - --currency RUB --idempotency-key june",
                Text("from standard input; repeating it pays once", "со стандартного ввода; повтор платит один раз")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                """
                A table (CSV) names its columns in its first line: from,to,amount, and optionally \
                currency,description,linked,upTo,
                """,
                """
                Таблица (CSV) называет столбцы в первой строке: from,to,amount, если надо — \
                currency,description,linked,upTo,
                """
            ),
            Text(
                """
                closes,idempotencyKey. Or a JSON object on each line, with the same names. Accounts are given by id or \
                by your name for
                """,
                """
                closes,idempotencyKey. Или объект JSON на каждой строке с теми же именами. Счета — по id или по вашему \
                имени для
                """
            ),
            Text(
                """
                them; an amount without a currency is in that of the payer. At most 8192 lines. With linked a line \
                succeeds
                """,
                """
                них; сумма без валюты — в валюте счёта, с которого платят. Не больше 8192 строк. linked связывает \
                строку со
                """
            ),
            Text(
                """
                or fails with the next: a chain. Nothing is sent unless every line is readable. A transfer that needs \
                a code is then
                """,
                """
                следующей: цепочка удаётся или нет целиком. Пока не читается хоть одна строка, не отправляется ничего. \
                Что требует
                """
            ),
            Text(
                "sent separately, and the code is asked for; in a chain and with --atomic it is refused.",
                "кода, посылается отдельно, и шлюз спросит код; в цепочке и с --atomic такое отвергается."),
            Text(
                """
                Exit code 0: all were made; 6: some or all were refused, see the table; 75: the outcome of some is \
                unknown.
                """,
                """
                Код завершения 0: сделаны все; 6: отвергнуты некоторые или все, таблица скажет какие и почему; 75: о \
                некоторых неизвестно.
                """
            ),
        ]
    }

    var flags: [FlagShape] {
        [
            FlagShape(
                "file", .text, isRequired: true, placeholder: "FILE|-",
                Text("The file; - reads standard input.", "Файл; - читает стандартный ввод.")),
            FlagShape(
                "atomic", .toggle,
                Text("All or none: one refusal stops all.", "Все или ни одного: один отказ отменяет всё.")),
            FlagShape(
                "dry-run", field: "dryRun", .toggle,
                Text("Do nothing, only show what would happen.", "Ничего не делать, только сказать, что случится.")),
            FlagShape(
                "currency", .currency,
                Text("The currency of amounts without one.", "Валюта сумм, у которых её нет.")),
            GlobalFlags.idempotencyKey,
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let bytes = try Self.content(of: scene.arguments.text("file") ?? "-")
        var currency: Currency?
        if case .currency(let said) = scene.arguments["currency"] { currency = said }
        let lines = try TransferListFile(names: try await PayeeReference(scene.client), currency: currency).read(bytes)
        let outcome = try await TransferListRun(
            lines: lines, isAtomic: scene.arguments.isOn("atomic"), isDryRun: scene.arguments.isOn("dryRun")
        ).run(scene)
        await scene.showNamingAccounts(try outcome.json) { outcome.page }
        return outcome.exitCode
    }

    private static func content(of path: String) throws(UsageError) -> [UInt8] {
        let content: [UInt8]?
        do {
            content = try readFile(path == "-" ? "/dev/stdin" : path, limit: TransferListFile.mostBytes)
        } catch {
            throw UsageError(
                Text("The file cannot be read: \(error).", "Файл не прочитать: \(error)."), field: "file")
        }
        guard let content else {
            let most = TransferListFile.mostBytes
            throw UsageError(
                Text("The file has more than \(most) bytes.", "В файле больше \(most) байт."),
                hint: Text("split it", "разделите его"), field: "file")
        }
        return content
    }
}
