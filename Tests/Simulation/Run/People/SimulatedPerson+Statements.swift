import Coordination
import Domain
import Signals

extension SimulatedPerson {
    /// Takes rows of the file of a bank into an account. Those that are there already add nothing.
    func importStatement(_ slot: Int, _ rows: Range<Int>, _ number: Int) async {
        guard let account = own(slot) else { return }
        guard let told = await statementRows(rows, account, number) else { return }
        let lines = told.map {
            LedgerSignal.ImportRow(
                amount: $0.amount, date: $0.date, description: $0.description, category: $0.category,
                reference: $0.reference)
        }
        let preview = await read(LedgerSignal.ImportRows(account: account.id, rows: lines, preview: true))
        let signal = LedgerSignal.ImportRows(account: account.id, rows: lines, fileName: "bank.csv")
        guard let answer = await change(signal, number: number) else {
            if let fault = books.now.refusals[number], fault.code == .conflict {
                books.note("Act \(number): rows \(rows) of the bank of person \(index) were refused: \(fault).")
            }
            return
        }
        let places = told.map { rows.lowerBound + $0.line - 2 }
        let known = books.now.importedRows.filter { $0.value.account == account.id }
        let before = Dictionary(known.map { ($0.value.row, $0.key) }) { first, _ in first }
        let isFitting = zip(places, answer.rows).allSatisfy { place, result in
            let first = before[place]
            return result.status == (first == nil ? .new : .known) && result.transfer != nil
                && (first == nil || first == result.transfer)
        }
        let statuses = answer.rows.map(\.status)
        if !isFitting || statuses.count != lines.count || preview.map({ $0.rows.map(\.status) != statuses }) ?? false {
            books.note(
                "Act \(number): person \(index) imported rows \(places) into account \(account.id), which had "
                    + "\(before.keys.sorted()), and was answered \(answer); the preview was "
                    + "\(preview.map { "\($0.rows)" } ?? "refused").")
        }
        books.write { content in
            for (place, result) in zip(places, answer.rows) where result.status == .new {
                guard let id = result.transfer else { continue }
                content.importedRows[id] = BookedRow(
                    account: account.id, row: place, importID: answer.import ?? "none")
            }
        }
        await findSimilar(told, account, number)
    }

    /// Has the house read the file of the bank; nil when that is not what was written.
    private func statementRows(
        _ rows: Range<Int>, _ account: BookedAccount, _ number: Int
    ) async -> [HistorySignal.StatementRow]? {
        let file = BankFile(rows: rows, currency: account.currency)
        let told = await read(HistorySignal.ReadStatement(content: file.content))?.rows ?? []
        // The first line is the header.
        let isRead = told.allSatisfy { row in
            let place = rows.lowerBound + row.line - 2
            return row.amount == Money(minorUnits: BankFile.change(of: place), currency: account.currency)
                && row.date == BankFile.day(of: place).description
                && row.description == BankFile.description(of: place)
        }
        if isRead, told.map(\.line).sorted() == rows.map({ $0 - rows.lowerBound + 2 }) { return told }
        books.note("Act \(number): the file \(file.content) was read as \(told).")
        return nil
    }

    /// Looks what rows may already be. Each transfer is one of them at most, and has its amount.
    private func findSimilar(_ rows: [HistorySignal.StatementRow], _ account: BookedAccount, _ number: Int) async {
        let asked = rows.map {
            HistorySignal.RowInQuestion(amount: $0.amount, date: $0.date, description: $0.description)
        }
        let signal = HistorySignal.FindSimilar(account: account.id, rows: asked)
        guard let similar = await read(signal)?.similar else { return }
        let isWrong = similar.contains { !rows.indices.contains($0.row) || $0.amount != rows[$0.row].amount }
        if isWrong || Set(similar.map(\.transfer)).count != similar.count {
            books.note("Act \(number): rows \(asked) of account \(account.id) are similar to \(similar).")
        }
    }

    /// Writes an account as a file and reads that again. Taken in, nothing of it would be new.
    func exportStatement(
        _ slot: Int, _ days: Int, _ format: HistorySignal.StatementFormat, _ number: Int
    ) async {
        guard let account = own(slot) else { return }
        let today = WallClock.system.now().dayInUTC
        let signal = HistorySignal.Statement(
            account: account.id, from: today.adding(days: -days), to: today.adding(days: 1), format: format)
        // Nothing reads JSON Lines.
        guard let content = await read(signal)?.content, format != .json else { return }
        let file = HistorySignal.ReadStatement(content: content, currency: account.currency, limit: 1000)
        guard let told = await read(file) else {
            return books.note("Act \(number): account \(account.id), written as \(format.rawValue), was not read.")
        }
        if let opening = told.openingBalance, let closing = told.closingBalance, told.nextOffset == nil,
            told.rows.reduce(opening.minorUnits, { $0 + $1.amount.minorUnits }) != closing.minorUnits
        {
            books.note("Act \(number): account \(account.id) was written as \(told), which does not add up.")
        }
        // Rows of QIF have no ids.
        guard format != .qif, !told.rows.isEmpty else { return }
        let lines = told.rows.map {
            LedgerSignal.ImportRow(
                amount: $0.amount, date: $0.date, description: $0.description, category: $0.category,
                reference: $0.reference)
        }
        let preview = await read(LedgerSignal.ImportRows(account: account.id, rows: lines, preview: true))
        guard let preview, preview.known != lines.count else { return }
        books.note(
            "Act \(number): account \(account.id), written as \(format.rawValue), has \(preview.new) new rows and "
                + "\(preview.conflict) conflicts: \(told.rows).")
    }
}
