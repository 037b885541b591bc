import Domain
import GatewayWords
import Reasons
import Signals

/// The page about an import.
package enum ImportPage {
    private static let mostRows = 50

    package static func page(of outcome: ImportOutcome, _ account: LedgerSignal.Account, showsAll: Bool) -> Page {
        var page = Page()
        let ordered = inOrder(outcome, showsAll: showsAll)
        let shown = ordered.prefix(showsAll ? .max : mostRows)
        var table = Table([
            .words(Text("line", "строка")), .words(Text("date", "дата")), .numbers(Text("amount", "сумма")),
            .words(Text("is", "какая")),
            .text(Text("description", "за что")),
            .text(Text("in the books", "в книгах")),
        ])
        for row in shown {
            table.add([
                StyledText(String(row.line)), StyledText(.day(row.date)),
                StyledText(
                    ValueText.money(row.amount, isSigned: true), row.amount.minorUnits > 0 ? .green : .plain),
                StyledText(StatusText.of(row.status), look(of: row.status)), StyledText(row.description),
                StyledText(row.existing.map(text) ?? Text(verbatim: row.transfer ?? "")),
            ])
        }
        page.table(table)
        if ordered.count > shown.count {
            page.line(
                StyledText(
                    "and \(ordered.count - shown.count) more: --all shows every row",
                    "и ещё \(ordered.count - shown.count): --all покажет все строки", .dim))
        }
        for problem in outcome.problems.prefix(mostRows) {
            page.line(StyledText(ReasonText.of(problem.problemReason, else: problem.problem), .yellow))
        }
        page.line(
            StyledText(
                outcome.imported
                    ? Text("imported  ", "принято  ")
                    : outcome.hasNews
                        ? Text("would import  ", "было бы принято  ")
                        : Text("nothing to import  ", "принимать нечего  "), .dim),
            StyledText("\(outcome.new) new", "новых \(outcome.new)", .bold),
            StyledText(
                ", \(outcome.known) known", ", известных \(outcome.known)"),
            outcome.similar > 0
                ? StyledText(
                    ", \(outcome.similar) perhaps known", ", возможно, известных \(outcome.similar)", .yellow)
                : .blank,
            StyledText(", \(outcome.conflict) in conflict", ", противоречащих \(outcome.conflict)"),
            outcome.skipped > 0
                ? StyledText(
                    ", \(outcome.skipped, "line", "lines") of the file left out\(leftOut(outcome))",
                    ", пропущено строк файла: \(outcome.skipped)\(leftOut(outcome))", .yellow)
                : .blank)
        if looksTurned(outcome) {
            page.say(
                "every row brings money; if these are charges of a card, add --invert-signs",
                "все строки приносят деньги; если это траты по карте, добавьте --invert-signs", .yellow)
        }
        if outcome.imported, let id = outcome.importID {
            page.line(
                StyledText("to take it back: gateway import undo \(id)", "отменить: gateway import undo \(id)", .dim))
        }
        if outcome.similar > 0, outcome.undecided {
            page.say(
                """
                perhaps known: a stored record has the same day and amount; --skip-similar leaves such rows out, \
                --keep-similar adds them
                """,
                """
                возможно, известна: в книгах есть строка того же дня на ту же сумму; --skip-similar пропустит такие \
                строки, --keep-similar добавит их
                """,
                .yellow)
        }
        page.facts([
            (
                Text("income", "приход"),
                outcome.income.minorUnits == 0 ? nil : StyledText(ValueText.money(outcome.income), .green)
            ),
            (
                Text("expense", "расход"),
                outcome.expense.minorUnits == 0 ? nil : StyledText(ValueText.money(outcome.expense))
            ),
            (Text("balance", "остаток"), StyledText(ValueText.money(outcome.balance), .bold)),
            (
                Text("in the file at the end", "в файле в конце"),
                outcome.fileClosingBalance.map { StyledText(ValueText.money($0)) }
            ),
            (
                Text("in the file before it", "в файле до него"),
                outcome.fileOpeningBalance.map { StyledText(ValueText.money($0)) }
            ),
        ])
        if let shortfall = outcome.shortfall {
            let line = outcome.rows[shortfall.row].line
            let needed = shortfall.openingBalance
            page.say(
                """
                line \(line) cannot be paid: \(shortfall.missing) missing; --opening-balance \(needed) or more is \
                enough
                """,
                "на строку \(line) не хватает \(shortfall.missing); подойдёт --opening-balance \(needed) или больше",
                .red)
        }
        return page
    }

    /// Returns the rows to show: conflicts first, then those that need a decision, since they are few and matter most.
    ///
    /// - Parameter showsAll: True for every row in the order of the file, known ones too.
    package static func inOrder(_ outcome: ImportOutcome, showsAll: Bool) -> [ImportOutcome.Row] {
        guard !showsAll else { return outcome.rows }
        return [ImportOutcome.Status.conflict, .similar, .new].flatMap { status in
            outcome.rows.filter { $0.status == status }
        }
    }

    /// True when every row is income, as in files of card payments without a sign.
    package static func looksTurned(_ outcome: ImportOutcome) -> Bool {
        outcome.expense.minorUnits == 0 && outcome.income.minorUnits > 0 && outcome.new >= 3
    }

    /// Returns the reasons for leaving out lines of the file: ": 2 failed, 1 pending".
    package static func leftOut(_ outcome: ImportOutcome) -> Text {
        let parts = outcome.leftOut.map { line in
            switch line.reason {
            case .failed: Text("\(line.count) failed", "отклонено \(line.count)")
            case .pending: Text("\(line.count) pending", "в обработке \(line.count)")
            case .balance: Text("\(line.count) with balances", "с остатками \(line.count)")
            case .memo: Text("\(line.count) without money", "без денег \(line.count)")
            case .securities: Text("\(line.count) of securities", "о бумагах \(line.count)")
            case .unreadable: Text("\(line.count) unreadable", "не читается \(line.count)")
            }
        }
        guard let first = parts.first else { return .blank }
        return parts.dropFirst().reduce(Text(verbatim: ": ") + first) { $0 + Text(verbatim: ", ") + $1 }
    }

    /// Describes a stored record.
    private static func text(_ row: LedgerSignal.ExistingRow) -> Text {
        let (amount, day) = (Text.change(row.amount), row.date.localDay)
        return Text("\(amount) on \(day) \(row.description)", "\(amount) \(day) \(row.description)")
    }

    private static func look(of status: ImportOutcome.Status) -> StyledText.Look {
        switch status {
        case .new: .green
        case .known: .dim
        case .similar: .yellow
        case .conflict: .red
        }
    }
}
