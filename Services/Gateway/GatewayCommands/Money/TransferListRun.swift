import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals
import StrictJSON

/// Sends the transfers of a file in one request. Then, if a user can be asked, it sends those that need a code one by
/// one.
struct TransferListRun {
    /// The maximum size of the request, less than the limit of a message.
    private static let mostBytes = 3_900_000

    let lines: [TransferListFile.Line]
    /// True for all or none.
    let isAtomic: Bool
    /// True for a dry run.
    let isDryRun: Bool

    /// Returns the result of each transfer, in the order of the file.
    /// - Throws: ``UsageError`` when they do not fit one request; ``Fault`` when the whole request was refused.
    func run(_ scene: CommandScene) async throws -> TransferListOutcome {
        let signal = LedgerSignal.MakeTransfers(
            transfers: lines.map(\.item), atomic: isAtomic ? true : nil, dryRun: isDryRun ? true : nil)
        let parameters = try JSONEncoding.encode(signal)
        guard parameters.count <= Self.mostBytes else {
            throw UsageError(
                Text(
                    "The transfers take \(parameters.count) bytes together, and a request at most \(Self.mostBytes).",
                    "Переводы вместе занимают \(parameters.count) байт, а запрос — не больше \(Self.mostBytes)."),
                hint: Text("split the file, or shorten descriptions", "разделите файл или сократите описания"),
                field: "file")
        }
        let answer = try await scene.client.ask(LedgerSignal.MakeTransfers.self, parameters: parameters)
        var results = try scene.client.decode(LedgerSignal.TransferResults.self, from: answer).results
        guard results.count == lines.count else {
            throw Fault(.internalFault, "ledger answered \(results.count) of \(lines.count) transfers.")
        }
        if !isAtomic, !isDryRun, scene.console.mayAsk, scene.console.errors.isTerminal {
            let waiting = results.indices.filter { isWaitingForCode(results[$0], at: $0) }
            if !waiting.isEmpty { tell(of: results, waiting.count, scene) }
            for index in waiting { results[index] = await alone(index, scene) }
        }
        return TransferListOutcome(
            lines: lines, results: results, isAtomic: isAtomic, isDryRun: isDryRun, key: scene.client.idempotencyKey)
    }

    /// Reports the transfers made so far before it asks for codes, because the user may cancel there.
    private func tell(of results: [LedgerSignal.TransferResult], _ waiting: Int, _ scene: CommandScene) {
        let made = results.count { if case .transfer = $0 { true } else { false } }
        let (count, key) = (results.count, scene.client.idempotencyKey)
        scene.console.tell(
            """
            \(Text(
            """
            Made \(made) of \(count); \(waiting, "needs", "need") a code. If this is interrupted, continue with the \
            same command and --idempotency-key \(key)
            """,
            """
            Сделано \(made) из \(count); кода ждут: \(waiting). Если прервётся, продолжит та же команда с \
            --idempotency-key \(key)
            """))
            """
        )
    }

    /// True when a transfer was refused only because a list takes no code, and no other transfer depends on it.
    private func isWaitingForCode(_ result: LedgerSignal.TransferResult, at index: Int) -> Bool {
        guard case .fault(let fault) = result, fault.code == .confirmationRequired else { return false }
        return lines[index].item.linked != true && (index == 0 || lines[index - 1].item.linked != true)
    }

    /// Sends one transfer on its own, as `gateway transfer` does. Its idempotency key is its own or derived from the
    /// command's, so that a repetition of the command with its key uses the same.
    private func alone(_ index: Int, _ scene: CommandScene) async -> LedgerSignal.TransferResult {
        let item = lines[index].item
        let signal = LedgerSignal.MakeTransfer(
            from: item.from, to: item.to, amount: item.amount, description: item.description, upTo: item.upTo,
            closes: item.closes)
        do {
            let bytes: [UInt8]
            do {
                bytes = try await scene.client.ask(
                    LedgerSignal.MakeTransfer.self, parameters: try JSONEncoding.encode(signal), part: index + 1,
                    key: item.idempotencyKey)
            } catch let fault as Fault where fault.code == .confirmationRequired {
                bytes = try await OneTimeCode.confirm(
                    LedgerSignal.MakeTransfer.self, ParsedArguments(), after: fault, scene)
            }
            return .transfer(try scene.client.decode(LedgerSignal.TransferAnswer.self, from: bytes).transfer)
        } catch let fault as Fault {
            return .fault(fault)
        } catch {
            // An error here must not prevent the table about the transfers already made.
            return .fault(Fault(.internalFault, "\(error)"))
        }
    }
}

/// The results of a file's transfers, as `--json` prints them.
struct TransferListOutcome: Sendable {
    let lines: [TransferListFile.Line]
    /// One result per line.
    let results: [LedgerSignal.TransferResult]
    let isAtomic: Bool
    let isDryRun: Bool
    /// The idempotency key to repeat the command with, so that no transfer is made twice.
    let key: String

    /// The number of transfers made, or that would be made.
    var made: Int { results.count { if case .transfer = $0 { true } else { false } } }
    /// The number of transfers without an answer, which may have been made.
    var unknown: Int {
        results.count { if case .fault(let fault) = $0 { Self.unanswered.contains(fault.code) } else { false } }
    }
    var refused: Int { results.count - made - unknown }
    /// The exit code of the gateway.
    var exitCode: GatewayExitCode { unknown > 0 ? .noAnswer : refused == 0 ? .done : .refused }

    private static let unanswered: Set<FaultCode> = [.deadlineExceeded, .unavailable, .overloaded, .internalFault]

    /// The result as `{"results":[{"line","transfer"?,"fault"?}],"made","refused","unknown","atomic","dryRun"}`.
    var json: [UInt8] {
        get throws {
            var writer = JSONWriter()
            writer.beginObject()
            writer.key("results")
            writer.beginArray()
            for (line, result) in zip(lines, results) {
                writer.beginObject()
                writer.member("line", line.number)
                switch result {
                case .transfer(let transfer): writer.member("transfer", transfer)
                case .fault(let fault):
                    writer.key("fault")
                    writer.raw(try JSONEncoding.encode(fault))
                }
                writer.endObject()
            }
            writer.endArray()
            writer.member("made", made)
            writer.member("refused", refused)
            writer.member("unknown", unknown)
            writer.member("atomic", isAtomic)
            writer.member("dryRun", isDryRun)
            writer.endObject()
            return writer.finish()
        }
    }

    /// The page with each line and the sums.
    var page: Page {
        var page = Page()
        if isDryRun {
            page.say(
                "nothing was done; this is what would happen:", "ничего не сделано; вот что случилось бы:", .yellow)
        }
        var table = Table([
            .numbers(Text("line", "строка")), .words(Text("transfer", "перевод")), .numbers(Text("amount", "сумма")),
            .words(Text("from", "откуда")), .words(Text("to", "куда")), .text(Text("for", "за что")),
            .text(Text("why not", "почему нет")),
        ])
        for (index, line) in lines.enumerated() {
            let item = line.item
            var (id, amount, why) = ("", item.amount, Text.blank)
            switch results[index] {
            case .transfer(let transfer):
                // A dry run makes no transfer that could be looked up by its id.
                if !isDryRun { id = transfer.id }
                amount = transfer.amount
            case .fault(let fault):
                // For an atomic list, only the transfer that was the reason is shown.
                if isAtomic, fault.code == .rolledBack { continue }
                why = self.why(fault, index)
            }
            table.add([
                StyledText("\(line.number)", .dim), StyledText(id), StyledText(ValueText.money(amount), .bold),
                StyledText(AccountName.of(item.from)), StyledText(AccountName.of(item.to)),
                StyledText(item.description ?? ""), StyledText(why, .red),
            ])
        }
        page.table(table)
        summary(&page)
        return page
    }

    private func summary(_ page: inout Page) {
        let count = results.count
        if unknown > 0 {
            page.say(
                """
                the outcome of \(unknown) is unknown: the same command with --idempotency-key \(key) finds out and \
                makes nothing twice
                """,
                """
                о \(unknown) неизвестно, сделаны ли: та же команда с --idempotency-key \(key) узнает и ничего не \
                сделает дважды
                """,
                .red)
        }
        switch (isDryRun, made == count) {
        case (false, true):
            page.say("made all \(count)", "сделаны все: \(count)", .green)
        case (true, true):
            page.say("all \(count) would be made", "были бы сделаны все: \(count)", .green)
        case (_, false) where isAtomic:
            page.say(
                "none of \(count) is made, because one was refused", "не делается ни один из \(count): один отвергнут",
                .yellow)
        case (false, false):
            page.say(
                "made \(made) of \(count); \(refused) refused", "сделано \(made) из \(count); отвергнуто \(refused)",
                .yellow)
        case (true, false):
            page.say(
                "\(made) of \(count) would be made; \(refused) refused",
                "было бы сделано \(made) из \(count); отвергнуто \(refused)", .yellow)
        }
        var sums: [Currency: Int64] = [:]
        for case .transfer(let transfer) in results {
            sums[transfer.amount.currency, default: 0] &+= transfer.amount.minorUnits
        }
        page.facts(
            sums.sorted { $0.key.code < $1.key.code }.map { currency, units in
                (
                    Text("in all", "всего"),
                    StyledText(ValueText.money(Money(minorUnits: units, currency: currency)), .bold)
                )
            })
    }

    /// Returns the reason for a refusal; in a chain, also the line of the transfer that broke it.
    private func why(_ fault: Fault, _ index: Int) -> Text {
        guard fault.code == .rolledBack else { return FaultSentence.of(fault) }
        var first = index
        while first > 0, lines[first - 1].item.linked == true { first -= 1 }
        var last = index
        while last < lines.count - 1, lines[last].item.linked == true { last += 1 }
        let broken = (first...last).first { place in
            if case .fault(let other) = results[place] { other.code != .rolledBack } else { false }
        }
        guard let broken else { return FaultSentence.of(fault) }
        let line = lines[broken].number
        return Text(
            "not done, because line \(line) of the chain was refused",
            "не сделано: отвергнута строка \(line) этой цепочки")
    }
}
