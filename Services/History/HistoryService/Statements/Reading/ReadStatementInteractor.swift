import Coordination
import Domain

/// Reads a file that a bank or another program made, into rows that can be booked.
struct ReadStatementInteractor: Interactor {
    struct Request: Sendable {
        let content: [UInt8]
        /// Found by the content when absent.
        let kind: StatementKind?
        let encoding: FileText.Encoding?
        let hints: StatementHints
        /// Whether lines that cannot be read are left out; otherwise the whole file is refused.
        let skipsBadLines: Bool
        /// How many rows to pass over.
        let offset: Int
        /// How many rows at most; nil for ``mostRowsAtOnce``.
        let limit: Int?
    }

    /// What was read.
    struct Response: Sendable {
        /// The zone of the user, by whose clocks times of day are meant.
        let zone: TimeZone
        let kind: StatementKind
        /// All of it but the rows.
        let file: StatementFile
        /// How many rows were passed over.
        let offset: Int
        /// How many rows the file has.
        let count: Int
        /// The days of the first and the last row.
        let days: ClosedRange<CalendarDay>?
        /// The rows that were asked for, with their references.
        let rows: [(row: StatementFileRow, reference: String)]
    }

    /// Bytes of a file: as base64 they fit a message.
    static let mostBytes = 3_000_000
    static let mostRowsAtOnce = 8_192
    /// Bytes of rows in one answer, so that it fits a message.
    private static let mostPageBytes = 3_900_000
    private static let bytesOfARow = 160

    let store: any HistoryStore
    let files = ReadFiles()

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`: of
    ///   `content` with the line and what is wrong with it, unless bad lines are to be left out.
    func execute(_ request: Request, context: SignalContext) async throws -> Response {
        let user = try context.caller.requireUser().userID
        guard !request.content.isEmpty else { throw Fault.invalidArgument("content", "is empty") }
        guard request.content.count <= Self.mostBytes else {
            throw Fault.invalidArgument("content", "must be at most \(Self.mostBytes) bytes: split the file")
        }
        guard request.offset >= 0 else { throw Fault.invalidArgument("offset", "must not be negative") }
        let limit = request.limit ?? Self.mostRowsAtOnce
        guard (1...Self.mostRowsAtOnce).contains(limit) else {
            throw Fault.invalidArgument("limit", "must be 1 to \(Self.mostRowsAtOnce)")
        }
        let key = ReadFiles.Key(
            user: user, content: request.content, kind: request.kind, encoding: request.encoding, hints: request.hints,
            skipsBadLines: request.skipsBadLines)
        let whole = try files.take(key) ?? Self.readWhole(request)
        var file = whole.file
        let shown = Self.page(file.rows, whole.references, from: request.offset, limit: limit)
        let zone = try await store.read { try $0.zone(of: user) }
        let (first, last) = (file.rows.first?.day(in: zone), file.rows.last?.day(in: zone))
        let days = first.flatMap { first in last.map { first...max(first, $0) } }
        let count = file.rows.count
        if !shown.isEmpty, request.offset + shown.count < count { files.keep(whole, as: key) }
        file.rows = []
        return Response(
            zone: zone, kind: whole.kind, file: file, offset: request.offset, count: count, days: days, rows: shown)
    }

    private static func readWhole(_ request: Request) throws(Fault) -> ReadFile {
        var (kind, file) = try read(request)
        if let problem = file.problems.first, !request.skipsBadLines { throw problem.fault(of: file.problemCount) }
        file.rows = StatementOrder.sorted(file.rows)
        return ReadFile(kind: kind, file: file, references: StatementReferences.make(for: file.rows))
    }

    /// As many rows as a message takes, and no more than were asked for.
    private static func page(
        _ rows: [StatementFileRow], _ references: [String], from offset: Int, limit: Int
    ) -> [(row: StatementFileRow, reference: String)] {
        var page: [(row: StatementFileRow, reference: String)] = []
        var bytes = 0
        for (row, reference) in zip(rows, references).dropFirst(offset).prefix(limit) {
            bytes += bytesOfARow + size(row.description) + size(reference) + size(row.category ?? "")
            guard bytes <= mostPageBytes || page.isEmpty else { break }
            page.append((row, reference))
        }
        return page
    }

    /// Bytes of a text in JSON; there are no control characters in it.
    private static func size(_ text: String) -> Int {
        text.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "\"") || $1 == UInt8(ascii: "\\") ? 2 : 1) }
    }

    private static func read(_ request: Request) throws(Fault) -> (StatementKind, StatementFile) {
        let ascii = String(decoding: request.content.prefix(4_096).map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self)
        guard let kind = request.kind ?? StatementKind(beginning: ascii) else {
            throw .invalidArgument("content", "is neither OFX nor QIF nor CSV with a header; say the format if it is")
        }
        let said = request.encoding ?? (kind == .ofx ? FileText.encoding(ofxHeader: ascii) : nil)
        guard let text = FileText.decode(request.content, said: said, isCertain: request.encoding != nil) else {
            throw .invalidArgument("encoding", "must be that of the file: it is not UTF-8")
        }
        guard !text.utf8.contains(0) else {
            throw .invalidArgument("content", "is no text: there are zero bytes in it")
        }
        do throws(LineProblem) {
            switch kind {
            case .csv: return (kind, try CSVStatementReader(hints: request.hints).read(text))
            case .ofx: return (kind, try OFXStatementReader(hints: request.hints).read(text))
            case .qif: return (kind, try QIFStatementReader(hints: request.hints).read(text))
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
        var details: [String: FaultDetail] = ["line": .number(line)]
        if let count { details["lines"] = .number(count) }
        return Fault(
            .invalidArgument, "Line \(line) of the file \(problem).\(others)", field: "content", details: details)
    }
}

/// What a file may be.
enum StatementKind: String, CaseIterable, Sendable {
    case csv, ofx, qif

    /// By the first characters of a file; nil for what is none for sure.
    init?(beginning text: String) {
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

extension FileText {
    /// What the header of an OFX file says of its characters.
    static func encoding(ofxHeader text: String) -> Encoding? {
        let upper = text.uppercased()
        if upper.contains("CHARSET:1251") || upper.contains("WINDOWS-1251") || upper.contains("CP1251") {
            return .windows1251
        }
        if upper.contains("CHARSET:1252") || upper.contains("WINDOWS-1252") || upper.contains("ISO-8859-1") {
            return .windows1252
        }
        return nil
    }
}

/// In which order rows of a file are to be booked: by day; within a day as the file has it, when it has an order.
enum StatementOrder {
    static func sorted(_ rows: [StatementFileRow]) -> [StatementFileRow] {
        let moments = rows.map(\.time)
        let rises = zip(moments, moments.dropFirst()).contains { $0 < $1 }
        let falls = zip(moments, moments.dropFirst()).contains { $0 > $1 }
        // The newest first, as most banks have it.
        let ordered = falls && !rises ? Array(rows.reversed()) : rows
        let hasOrder = rises != falls
        return ordered.enumerated().sorted { left, right in
            if left.element.time != right.element.time { return left.element.time < right.element.time }
            if !hasOrder, (left.element.change.minorUnits > 0) != (right.element.change.minorUnits > 0) {
                // Nothing is known of the order: what came can then have paid for what went.
                return left.element.change.minorUnits > 0
            }
            return left.offset < right.offset
        }.map(\.element)
    }
}

/// What rows are known by, so that reading a file twice, or another of the same days, finds them again.
enum StatementReferences {
    private struct Twin: Hashable {
        let day: CalendarDay
        let change: Money
        let text: String
    }

    /// One for each row: what the bank knows it by; else day, amount, text and, of equal rows of one day, the how-manieth
    /// it is. Two equal rows of a day stay two, and the same two in another file are the same.
    static func make(for rows: [StatementFileRow]) -> [String] {
        var counts: [Twin: Int] = [:]
        return rows.map { row in
            if let id = row.bankID {
                return row.house.map { "kopilka:\($0):\(id)" } ?? "id:\(CleanText.line(id, limit: 255))"
            }
            let twin = Twin(day: row.day, change: row.change, text: row.description)
            counts[twin, default: 0] += 1
            return "row:\(row.day):\(row.change.decimalText):\(counts[twin, default: 1]):\(row.description)"
        }
    }
}
