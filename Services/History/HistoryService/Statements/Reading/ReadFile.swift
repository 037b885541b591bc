import Coordination
import Domain
import Reasons
import Signals

/// A file that was read as a whole, with its rows in booking order.
package struct ReadFile: Sendable {
    package let kind: HistorySignal.FileFormat
    package let statement: StatementFile
    /// The reference of each row, by which it is recognized.
    package let references: [String]

    /// Reads the file.
    ///
    /// - Throws: ``Fault`` `invalidArgument`.
    package init(_ key: ReadFiles.Key) throws(Fault) {
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
            throw .invalidArgument("content", .unknownFileFormat)
        }
        let isDeclared = kind == .ofx || kind == .camt
        let text = try text(
            of: key.content, encoding: key.encoding, declared: isDeclared ? FileText.encoding(header: ascii) : nil)
        do throws(LineProblem) {
            switch kind {
            case .camt: return (kind, try CamtStatementReader(hints: key.hints).read(text))
            case .csv: return (kind, try CSVStatementReader(hints: key.hints).read(text))
            case .ofx: return (kind, try OFXStatementReader(hints: key.hints).read(text))
            case .mt940: return (kind, try MT940StatementReader(hints: key.hints).read(text))
            case .qif: return (kind, try QIFStatementReader(hints: key.hints).read(text))
            }
        } catch {
            throw error.fault()
        }
    }

    /// Returns the characters of a file.
    ///
    /// - Parameters:
    ///   - encoding: The encoding that the user named.
    ///   - declared: The encoding that the file names.
    static func text(
        of content: [UInt8], encoding: HistorySignal.FileEncoding?, declared: HistorySignal.FileEncoding? = nil
    ) throws(Fault) -> String {
        guard let text = FileText.decode(content, said: encoding ?? declared, isCertain: encoding != nil) else {
            throw .invalidArgument("encoding", .encodingNeeded)
        }
        let hasZeros = text.utf8.withContiguousStorageIfAvailable { $0.contains(0) } ?? text.utf8.contains(0)
        guard !hasZeros else { throw .invalidArgument("content", .hasZeroBytes) }
        return text
    }
}

extension HistorySignal.FileFormat {
    /// Detects the format by the first characters of a file; nil for none of them.
    fileprivate init?(beginning text: String) {
        let start = text.drop { $0.isWhitespace || $0 == "?" }
        if start.hasPrefix("<"), CamtElements.messages.contains(where: { text.contains($0) }) {
            self = .camt
        } else if MT940Fields.areThere(in: text) {
            self = .mt940
        } else if start.hasPrefix("OFXHEADER") || text.contains("<OFX>") || text.contains("<ofx>")
            || start.hasPrefix("<?")
        {
            self = .ofx
        } else if start.hasPrefix("!") {
            self = .qif
        } else if [",", ";", "\t", "|"].contains(where: { text.contains($0) }) {
            self = .csv
        } else {
            return nil
        }
    }
}
