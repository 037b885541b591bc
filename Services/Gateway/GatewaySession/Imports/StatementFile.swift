import Coordination
import GatewayWords
import Glibc
import Hosting
import Signals
import StrictJSON

/// A bank's file: its bytes, and the rows that history finds in them.
package enum StatementFile {
    static let mostBytes = 3_000_000

    /// Reads a file.
    ///
    /// - Parameter path: The path; `-` for standard input.
    package static func content(of path: String) throws(UsageError) -> [UInt8] {
        let content: [UInt8]?
        if path == "-" {
            content = standardInput()
        } else {
            do {
                content = try readFile(path, limit: mostBytes)
            } catch {
                throw UsageError(
                    Text("The file cannot be read: \(error).", "Файл не прочитать: \(error)."), field: "file")
            }
        }
        guard let content else { throw tooLong }
        return content
    }

    /// Returns the content of a file that was handed over.
    ///
    /// - Throws: ``UsageError`` when it is too long.
    package static func checked(_ content: [UInt8]) throws(UsageError) -> [UInt8] {
        guard content.count <= mostBytes else { throw tooLong }
        return content
    }

    static var tooLong: UsageError {
        UsageError(
            Text("The file has more than \(mostBytes) bytes.", "В файле больше \(mostBytes) байт."),
            hint: Text("split it; what comes twice is known", "разделите его; повторы узнаются"), field: "file"
        )
    }

    /// Reads all of standard input with read(2); nil when it is too long.
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

    /// Reads the first lines of a CSV file as cells.
    package static func sample(
        of content: [UInt8], encoding: HistorySignal.FileEncoding?, separator: HistorySignal.CSVSeparator?,
        by client: any ImportClient
    ) async throws -> HistorySignal.StatementSample {
        try await client.ask(
            HistorySignal.SampleStatement(
                base64: Base64Text.encode(content), encoding: encoding, separator: separator))
    }

    /// Reads all rows of a file, page by page.
    ///
    /// - Parameter options: How to read the file; their content and offset are ignored.
    package static func rows(
        of content: [UInt8], as options: HistorySignal.ReadStatement, by client: any ImportClient
    ) async throws -> HistorySignal.StatementRows {
        let base64 = Base64Text.encode(content)
        var rows: [HistorySignal.StatementRow] = []
        while true {
            let page = try await client.ask(
                HistorySignal.ReadStatement(
                    base64: base64, format: options.format, currency: options.currency,
                    dateOrder: options.dateOrder, decimal: options.decimal, encoding: options.encoding,
                    fileAccount: options.fileAccount, skipBad: options.skipBad, offset: rows.count,
                    limit: options.limit, invertSigns: options.invertSigns, layout: options.layout))
            rows += page.rows
            guard page.nextOffset != nil, !page.rows.isEmpty else {
                return HistorySignal.StatementRows(
                    format: page.format, account: page.account, currency: page.currency,
                    openingBalance: page.openingBalance, closingBalance: page.closingBalance, count: rows.count,
                    from: page.from, to: page.to, rows: rows, skipped: page.skipped, problems: page.problems,
                    nextOffset: nil, leftOut: page.leftOut, layout: page.layout)
            }
        }
    }
}
