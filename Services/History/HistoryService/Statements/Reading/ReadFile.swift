import Coordination
import Domain
import Reasons
import Signals

/// A file that was read as a whole, with its rows in the order they are to be booked.
struct ReadFile: Sendable {
    let kind: HistorySignal.FileFormat
    let statement: StatementFile
    /// What each row is known by.
    let references: [String]

    /// Reads it.
    ///
    /// - Throws: ``Fault`` `invalidArgument`.
    init(_ key: ReadFiles.Key) throws(Fault) {
        var statement: StatementFile
        (kind, statement) = try Self.read(key)
        if let problem = statement.problems.first, !key.skipsBadLines {
            throw problem.fault(of: statement.problemCount)
        }
        statement.rows = StatementOrder.sorted(statement.rows)
        references = StatementReferences.make(for: statement.rows)
        self.statement = statement
    }

    private static func read(_ key: ReadFiles.Key) throws(Fault) -> (HistorySignal.FileFormat, StatementFile) {
        let ascii = String(decoding: key.content.prefix(4_096).map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self)
        guard let kind = key.kind ?? HistorySignal.FileFormat(beginning: ascii) else {
            throw .invalidArgument("content", "is neither OFX nor QIF nor CSV with a header; say the format if it is")
        }
        let said = key.encoding ?? (kind == .ofx ? FileText.encoding(ofxHeader: ascii) : nil)
        guard let text = FileText.decode(key.content, said: said, isCertain: key.encoding != nil) else {
            throw .invalidArgument("encoding", "must be that of the file: it is not UTF-8")
        }
        guard !text.utf8.contains(0) else {
            throw .invalidArgument("content", "is no text: there are zero bytes in it")
        }
        do throws(LineProblem) {
            switch kind {
            case .csv: return (kind, try CSVStatementReader(hints: key.hints).read(text))
            case .ofx: return (kind, try OFXStatementReader(hints: key.hints).read(text))
            case .qif: return (kind, try QIFStatementReader(hints: key.hints).read(text))
            }
        } catch {
            throw error.fault(of: nil)
        }
    }
}

extension LineProblem {
    /// The fault that says so.
    ///
    /// - Parameter count: How many lines of the file have a problem and could be left out; nil when it is the file that
    ///   cannot be read.
    fileprivate func fault(of count: Int?) -> Fault {
        let others = count.map { $0 > 1 ? " There are \($0) such lines." : "" } ?? ""
        var details: [String: ReasonDetail] = ["line": .number(line)]
        if let count { details["lines"] = .number(count) }
        return Fault(
            .invalidArgument, "Line \(line) of the file \(problem).\(others)", field: "content", details: details)
    }
}

extension HistorySignal.FileFormat {
    /// By the first characters of a file; nil for what is none for sure.
    fileprivate init?(beginning text: String) {
        let start = text.drop { $0.isWhitespace || $0 == "?" }
        if start.hasPrefix("OFXHEADER") || text.contains("<OFX>") || text.contains("<ofx>") || start.hasPrefix("<?") {
            self = .ofx
        } else if start.hasPrefix("!") {
            self = .qif
        } else if [",", ";", "\t"].contains(where: { text.contains($0) }) {
            self = .csv
        } else {
            return nil
        }
    }
}
