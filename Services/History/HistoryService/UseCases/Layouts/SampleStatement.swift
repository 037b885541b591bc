import Coordination
import Domain
import Signals
import Tables

/// Shows the first lines of a CSV file, to learn its columns.
struct SampleStatement: UseCase {
    let store: any HistoryStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`.
    func answer(
        _ signal: HistorySignal.SampleStatement, context: SignalContext
    ) async throws -> HistorySignal.StatementSample {
        let user = try context.caller.requireUser().userID
        let text = try ReadFile.text(
            of: try FileContent.bytes(signal.content, signal.base64), encoding: signal.encoding)
        let sample: CSVSample
        do throws(LineProblem) {
            sample = try CSVSample(text, separator: signal.separator)
        } catch {
            throw error.fault()
        }
        let layouts = try await store.read { try $0.layouts(of: user) }
        let lines = sample.lines.map { line in
            HistorySignal.SampleLine(line: line.lineNumber, cells: StatementLayoutRules.header(line.fields))
        }
        let learned = layouts.first { layout in lines.contains { $0.cells == layout.header } }
        let header = lines.first { $0.cells == learned?.header }?.line ?? sample.header?.lineNumber
        return HistorySignal.StatementSample(
            separator: sample.separator, lines: lines, header: header,
            columns: learned?.columns
                ?? lines.first { $0.line == header }.map { CSVColumns.suggestions(for: $0.cells) } ?? [],
            layout: learned?.name)
    }
}
