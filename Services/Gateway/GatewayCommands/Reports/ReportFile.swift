import Coordination
import GatewayCommandLine
import GatewaySession
import GatewayWords
import StrictJSON

/// The files of a report besides pictures.
enum ReportFile {
    enum Format: String, CaseIterable {
        case csv
        case html

        var mediaType: String {
            switch self {
            case .csv: "text/csv; charset=utf-8"
            case .html: "text/html; charset=utf-8"
            }
        }
    }

    /// A file to write, or `-` for standard output.
    struct Wanted {
        let format: Format
        let path: String
    }

    static let flags = [
        FlagShape(
            "csv", .text, placeholder: "FILE",
            Text(
                "Write it as CSV into this file; - for standard output.",
                "Записать как CSV в этот файл; - на стандартный вывод.")),
        FlagShape(
            "html", .text, placeholder: "FILE",
            Text(
                "Write it as one page for a browser into this file; - for standard output.",
                "Записать одной страницей для браузера в этот файл; - на стандартный вывод.")),
    ]

    /// Returns the files that arguments ask for.
    ///
    /// - Parameter isDrawn: True when they ask for a chart, too.
    /// - Throws: ``UsageError`` for a file that must stay, and for more than one thing at once.
    static func wanted(
        _ arguments: ParsedArguments, _ scene: CommandScene, besides isDrawn: Bool
    ) throws(UsageError) -> [Wanted] {
        var wanted: [Wanted] = []
        for format in Format.allCases {
            guard let path = arguments.text(format.rawValue) else { continue }
            guard !isDrawn else {
                throw UsageError(
                    Text(
                        "A chart is a command of its own: --\(format.rawValue) does not go with it.",
                        "График — отдельной командой: --\(format.rawValue) с ним не идёт."), field: format.rawValue)
            }
            try FileDraft.check(path, field: format.rawValue, replaces: scene.replacesFiles)
            wanted.append(Wanted(format: format, path: path))
        }
        if let stream = wanted.first(where: { $0.path == "-" }), wanted.count > 1 || scene.isJSON {
            throw UsageError(
                Text("Only one thing can go to standard output.", "На стандартный вывод идёт только что-то одно."),
                field: stream.format.rawValue)
        }
        return wanted
    }

    /// Writes files, each completely or not at all, and reports them.
    static func write(_ wanted: [Wanted], _ scene: CommandScene, _ content: (Format) -> [UInt8]) throws {
        // All are made before the first is written.
        let made = wanted.map { (file: $0, bytes: content($0.format)) }
        if let (file, bytes) = made.first, file.path == "-" {
            scene.console.output.write(document: String(decoding: bytes, as: UTF8.self))
            return
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("files")
        writer.beginArray()
        for (file, bytes) in made {
            try FileDraft.write(
                bytes, to: file.path, field: file.format.rawValue, name: Text("report", "отчёт"),
                replaces: scene.replacesFiles)
            writer.beginObject()
            writer.member("file", file.path)
            writer.member("mediaType", file.format.mediaType)
            writer.member("bytes", bytes.count)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        scene.show(writer.finish()) {
            var page = Page()
            for (file, bytes) in made {
                let count = bytes.count
                page.line(
                    StyledText("wrote ", "записано "), StyledText(file.path, .bold),
                    StyledText("  \(count, "byte", "bytes")", "  \(count, "байт", "байта", "байт")", .dim))
            }
            return page
        }
    }
}
