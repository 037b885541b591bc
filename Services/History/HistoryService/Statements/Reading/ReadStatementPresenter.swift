import Coordination
import Domain
import Signals

/// Shows what was read of a file.
struct ReadStatementPresenter: Presenter {
    func present(_ read: ReadStatementInteractor.Response) -> HistorySignal.StatementRows {
        let reached = read.offset + read.rows.count
        return HistorySignal.StatementRows(
            format: read.kind.signal, account: read.file.account, currency: read.file.currency,
            openingBalance: read.file.opening, closingBalance: read.file.closing, count: read.count,
            from: read.days?.lowerBound, to: read.days?.upperBound,
            rows: read.rows.map { row, reference in
                HistorySignal.StatementRow(
                    amount: row.change, date: row.hasTime ? row.moment(in: read.zone).description : row.day.description,
                    description: row.description, category: row.category, reference: reference, line: row.line)
            },
            skipped: read.file.problemCount + read.file.leftOutCounts.values.reduce(0, +),
            problems: Self.problems(of: read.file), nextOffset: reached < read.count ? reached : nil,
            leftOut: Self.leftOut(of: read.file))
    }

    /// What could not be read and what is no row, in the order of the file.
    private static func problems(of file: StatementFile) -> [HistorySignal.LineProblem] {
        let unread = file.problems.map { ($0.line, $0.problem) }
        let leftOut = file.leftOut.map { ($0.line, problem(of: $0)) }
        return (unread + leftOut).sorted { $0.0 < $1.0 }.prefix(StatementFile.mostProblems).map { line, problem in
            HistorySignal.LineProblem(line: line, problem: "Line \(line) \(problem).")
        }
    }

    private static func problem(of line: LeftOutLine) -> String {
        let text = line.text.prefix(60).debugDescription
        return switch line.reason {
        case .failed: "says \(text): it did not happen"
        case .pending: "says \(text): it is not booked yet"
        case .balance: "says \(text): a balance or a sum, no row"
        case .memo: "says \(text): it moved no money"
        case .securities: "moved securities and no money: \(text)"
        }
    }

    private static func leftOut(of file: StatementFile) -> [HistorySignal.LeftOut] {
        var counts = StatementWords.LeftOut.allCases.compactMap { reason in
            file.leftOutCounts[reason].map { HistorySignal.LeftOut(reason: reason.signal, count: $0) }
        }
        if file.problemCount > 0 {
            counts.append(HistorySignal.LeftOut(reason: .unreadable, count: file.problemCount))
        }
        return counts
    }
}

extension ReadStatementInteractor.Request {
    /// - Throws: ``Fault`` `invalidArgument`.
    init(_ signal: HistorySignal.ReadStatement) throws(Fault) {
        let content: [UInt8]
        switch (signal.content, signal.base64) {
        case (let text?, nil): content = Array(text.utf8)
        case (nil, let base64?):
            guard let bytes = Base64.decode(base64) else {
                throw .invalidArgument("base64", "must be base64 with padding and without white space")
            }
            content = bytes
        default: throw .invalidArgument("content", "or base64 must be given, and not both")
        }
        var hints = StatementHints()
        hints.currency = signal.currency
        hints.account = signal.fileAccount
        hints.invertsSigns = signal.invertSigns ?? false
        switch signal.dateOrder {
        case .dmy: hints.dateOrder = .dayMonthYear
        case .mdy: hints.dateOrder = .monthDayYear
        case .ymd: hints.dateOrder = .yearMonthDay
        case nil: break
        }
        switch signal.decimal {
        case .point: hints.decimal = "."
        case .comma: hints.decimal = ","
        case nil: break
        }
        let encoding: FileText.Encoding? =
            switch signal.encoding {
            case .utf8: .utf8
            case .windows1250: .windows1250
            case .windows1251: .windows1251
            case .windows1252: .windows1252
            case nil: nil
            }
        self.init(
            content: content, kind: signal.format.map(\.kind), encoding: encoding, hints: hints,
            skipsBadLines: signal.skipBad ?? false, offset: signal.offset ?? 0, limit: signal.limit)
    }
}

extension StatementWords.LeftOut {
    fileprivate var signal: HistorySignal.LeftOutReason {
        switch self {
        case .failed: .failed
        case .pending: .pending
        case .balance: .balance
        case .memo: .memo
        case .securities: .securities
        }
    }
}

extension HistorySignal.FileFormat {
    fileprivate var kind: StatementKind {
        switch self {
        case .csv: .csv
        case .ofx: .ofx
        case .qif: .qif
        }
    }
}

extension StatementKind {
    fileprivate var signal: HistorySignal.FileFormat {
        switch self {
        case .csv: .csv
        case .ofx: .ofx
        case .qif: .qif
        }
    }
}
