import Coordination
import Domain
import Reasons
import Signals

/// Reads a file from a bank or another program into rows that can be booked.
struct ReadStatement: UseCase {
    static let mostRowsAtOnce = 8_192
    /// The most bytes of rows in one answer, so that it fits a message.
    private static let mostPageBytes = 3_900_000
    private static let bytesOfARow = 160

    let store: any HistoryStore
    let files = ReadFiles()

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`: for
    ///   `content` with the line and its problem, unless bad lines are to be left out.
    func answer(
        _ signal: HistorySignal.ReadStatement, context: SignalContext
    ) async throws -> HistorySignal.StatementRows {
        let user = try context.caller.requireUser().userID
        let content = try FileContent.bytes(signal.content, signal.base64)
        let (offset, limit) = (signal.offset ?? 0, signal.limit ?? Self.mostRowsAtOnce)
        guard offset >= 0 else { throw Fault.invalidArgument("offset", .mustNotBeNegative) }
        guard (1...Self.mostRowsAtOnce).contains(limit) else {
            throw Fault.invalidArgument(
                "limit", .mustBeBetween, ["least": 1, "most": .number(Self.mostRowsAtOnce)])
        }
        var hints = StatementHints(signal)
        let (zone, layouts) = try await store.read { (try $0.zone(of: user), try $0.layouts(of: user)) }
        if let tried = signal.layout {
            (hints.layouts, hints.requiresLayout) = ([try StatementLayoutRules.checked(tried, at: "layout.")], true)
        } else {
            hints.layouts = layouts
        }
        let key = ReadFiles.Key(
            user: user, content: content, kind: signal.format ?? (signal.layout == nil ? nil : .csv),
            encoding: signal.encoding, hints: hints, skipsBadLines: signal.skipBad ?? false)
        let file = try files.take(key) ?? ReadFile(key)
        let rows = Self.page(of: file, from: offset, limit: limit, in: zone)
        let reached = offset + rows.count
        let next = reached < file.statement.rows.count ? reached : nil
        if next != nil { files.keep(file, as: key) }
        return HistorySignal.StatementRows(file, in: zone, rows: rows, nextOffset: next)
    }

    /// Returns as many rows as fit a message, at most `limit`.
    private static func page(
        of file: ReadFile, from offset: Int, limit: Int, in zone: TimeZone
    ) -> [HistorySignal.StatementRow] {
        var page: [HistorySignal.StatementRow] = []
        var bytes = 0
        for (row, reference) in zip(file.statement.rows, file.references).dropFirst(offset).prefix(limit) {
            bytes += bytesOfARow + size(row.description) + size(reference) + size(row.category ?? "")
            guard bytes <= mostPageBytes || page.isEmpty else { break }
            page.append(
                HistorySignal.StatementRow(
                    amount: row.change, date: row.hasTime ? row.moment(in: zone).description : row.day.description,
                    description: row.description, category: row.category, reference: reference, line: row.line))
        }
        return page
    }

    /// Returns the size of a text in JSON. It contains no control characters.
    private static func size(_ text: String) -> Int {
        text.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "\"") || $1 == UInt8(ascii: "\\") ? 2 : 1) }
    }
}

extension StatementHints {
    fileprivate init(_ signal: HistorySignal.ReadStatement) {
        self.init(
            currency: signal.currency, dateOrder: signal.dateOrder,
            decimal: signal.decimal.map { $0 == .point ? "." : "," }, account: signal.fileAccount,
            invertsSigns: signal.invertSigns ?? false)
    }
}

extension HistorySignal.StatementRows {
    /// Creates the answer with rows of a file in a time zone and the summary of the whole file.
    fileprivate init(_ file: ReadFile, in zone: TimeZone, rows: [HistorySignal.StatementRow], nextOffset: Int?) {
        let statement = file.statement
        let (first, last) = (statement.rows.first?.day(in: zone), statement.rows.last?.day(in: zone))
        self.init(
            format: file.kind, account: statement.account, currency: statement.currency,
            openingBalance: statement.opening, closingBalance: statement.closing, count: statement.rows.count,
            from: first, to: first.flatMap { first in last.map { max(first, $0) } }, rows: rows,
            skipped: statement.leftOutCounts.values.reduce(0, +),
            problems: (statement.problems + statement.leftOut).sorted { $0.line < $1.line }
                .prefix(StatementFile.mostProblems).map(\.shown),
            nextOffset: nextOffset,
            leftOut: HistorySignal.LeftOutReason.allCases.compactMap { reason in
                statement.leftOutCounts[reason].map { HistorySignal.LeftOut(reason: reason, count: $0) }
            }, layout: statement.layout)
    }
}
