import Domain
import Signals
import Tables

/// The first lines of a CSV file, and the line among them that looks like a header.
struct CSVSample {
    private static let mostLines = 40

    let separator: HistorySignal.CSVSeparator
    let lines: [CSVRow]

    /// Reads the first lines of a file, with the separator that makes the largest table of them.
    ///
    /// - Throws: ``LineProblem`` when no separator does.
    init(_ text: String, separator wanted: HistorySignal.CSVSeparator?) throws(LineProblem) {
        var best: (sample: CSVSample, cells: Int)?
        var failure: LineProblem?
        for separator in wanted.map({ [$0] }) ?? HistorySignal.CSVSeparator.allCases {
            do throws(CSVProblem) {
                let rows = try CSVReader.rows(
                    of: text, separator: separator.byte, quoting: .lenient, limit: Self.mostLines)
                let sample = CSVSample(separator: separator, lines: rows)
                let cells = sample.cells
                if cells > best?.cells ?? 0 { best = (sample, cells) }
            } catch {
                failure = failure ?? LineProblem(error.line, error.refusal)
            }
        }
        guard let best else { throw failure ?? .ofFile(.notCSV) }
        self = best.sample
    }

    private init(separator: HistorySignal.CSVSeparator, lines: [CSVRow]) {
        self.separator = separator
        self.lines = lines
    }

    /// The number of cells in the lines that make up most of the table. A few wide lines count for more than a list of
    /// names and values before them.
    private var width: Int { widest.width }

    /// The number of cells of such lines.
    private var cells: Int { widest.cells }

    private var widest: (width: Int, cells: Int) {
        let widths = lines.map(\.fields.count).filter { $0 > 1 }
        let tables = Dictionary(grouping: widths) { $0 }.map { (width: $0.key, cells: $0.key * $0.value.count) }
        return tables.max { ($0.cells, $0.width) < ($1.cells, $1.width) } ?? (0, 0)
    }

    /// The first line that has as many cells as most lines, of which none is a date or an amount and at least two say
    /// something.
    var header: CSVRow? {
        let width = width
        return lines.first { line in
            let cells = line.fields.map { CleanText.line($0) }
            return cells.count == width && cells.count(where: { !$0.isEmpty }) > 1
                && cells.allSatisfy { WrittenDate($0) == nil && WrittenAmount($0) == nil }
        }
    }
}

extension HistorySignal.CSVSeparator {
    var byte: UInt8 {
        switch self {
        case .comma: UInt8(ascii: ",")
        case .semicolon: UInt8(ascii: ";")
        case .tab: UInt8(ascii: "\t")
        case .bar: UInt8(ascii: "|")
        }
    }
}
