import Coordination
import Domain
import Drawing
import GatewayCommandLine
import GatewaySession
import GatewayWords
import StrictJSON

/// The flags for charts, common to all commands with something to draw, and their effect.
///
/// A command needs three lines: it adds ``flags`` to its own, makes a `Chart` from its answer, and ends with ``show``:
///
///     var flags: [FlagShape] { ... + ChartOutput.flags }
///
///     func run(_ scene: CommandScene) async throws -> GatewayExitCode {
///         let answer = try await scene.client.ask(BondsSignal.Chart.self, parameters: ...)
///         return try ChartOutput.show(answer, scene) {
///             let chart = try scene.client.decode(BondsSignal.ChartAnswer.self, from: answer)
///             return Chart(title: chart.isin, series: [Series("price", .line(...))], horizontal: .time, unit: "%")
///         }
///     }
enum ChartOutput {
    /// The flags for the files and the look of pictures.
    static let flags =
        PictureFormat.allCases.map { format in
            FlagShape(
                format.rawValue, .text, placeholder: "FILE",
                Text(
                    "Draw it as \(format.rawValue.uppercased()) into this file; - for standard output.",
                    "Нарисовать как \(format.rawValue.uppercased()) в этот файл; - на стандартный вывод."))
        } + [
            FileDraft.replacing,
            FlagShape("dark", .toggle, Text("Light on dark, for pictures.", "Светлым по тёмному, для картинок.")),
        ] + PictureArguments.flags + [
            FlagShape(
                "plain", .toggle,
                Text(
                    "Say it in words only: first, last, lowest, highest, change.",
                    "Только словами: первое, последнее, наименьшее, наибольшее, изменение.")),
            FlagShape("ascii", .toggle, Text("Draw with ASCII characters only.", "Рисовать только знаками ASCII.")),
        ]

    /// The help notes of all these commands.
    static let notes: [Text] = [
        Text(
            """
            A picture is written whole or not at all; with --replace one that is there is replaced when the new one is \
            complete.
            """,
            "Картинка пишется целиком или никак; с --replace прежняя заменяется, когда новая готова."),
        Text(
            "Without a terminal, charts are 80 columns wide and have no colours.",
            "Без терминала графики шириной 80 знаков и без цветов."),
    ]

    /// The text for a chart without values.
    static let nothing = Text("there is nothing to draw", "рисовать нечего")

    /// True when a file is requested.
    static func isPicture(_ arguments: ParsedArguments) -> Bool {
        PictureFormat.allCases.contains { arguments.text($0.rawValue) != nil }
    }

    /// True when any of the flags is given.
    static func isAsked(_ arguments: ParsedArguments) -> Bool {
        flags.contains { arguments[$0.field] != nil }
    }

    /// Ends a command with its chart: in files if they are requested; or else as the raw answer for a program; or else
    /// in the terminal, with the summary in words and the lines of `below`.
    ///
    /// - Parameter whenEmpty: The text for a chart without values.
    /// - Throws: ``UsageError``; ``Fault`` `notFound` when a file is requested and there is nothing to draw.
    static func show(
        _ answer: [UInt8], _ scene: CommandScene, whenEmpty: Text? = nothing,
        below: (inout Page) throws -> Void = { _ in },
        chart: () throws -> Chart
    ) throws -> GatewayExitCode {
        if isPicture(scene.arguments) {
            try PictureFiles.write(try chart(), scene)
            return .done
        }
        try PictureArguments.check(scene.arguments)
        try scene.show(answer) {
            var page = Page()
            try draw(try chart(), scene, whenEmpty: whenEmpty, &page)
            try below(&page)
            return page
        }
        return .done
    }

    /// Draws a chart onto a page, and sums it up in words.
    static func draw(
        _ chart: Chart, _ scene: CommandScene, rows: Int = ChartFrame.usualRows, isSummed: Bool = true,
        whenEmpty: Text? = nothing, _ page: inout Page
    ) throws {
        var chart = chart
        chart.language = .current
        let checked: CheckedChart
        do throws(ChartError) {
            checked = try CheckedChart(chart)
        } catch  where error.code == .empty {
            if let whenEmpty { page.say(Text(verbatim: chart.title.isEmpty ? "" : chart.title + ": ") + whenEmpty) }
            return
        } catch {
            throw fault(error)
        }
        if !scene.arguments.isOn("plain") {
            let lines = TerminalChart.lines(
                checked, width: max(30, scene.console.output.width ?? 80), rows: rows,
                isASCII: scene.isASCII)
            for line in lines { page.line(of: line) }
        }
        if isSummed { for summary in checked.summaries { page.line(StyledText(summary.sentence)) } }
    }

    /// Returns the fault for a chart that cannot be drawn.
    static func fault(_ error: ChartError) -> Fault {
        switch error.code {
        case .empty: Fault(.notFound, "\(Text("There is nothing to draw.", "Рисовать нечего."))")
        case .unavailable: Fault(.internalFault, error.message)
        default: Fault(.invalidArgument, error.message)
        }
    }
}

/// Writes pictures to files.
private enum PictureFiles {
    static func write(_ chart: Chart, _ scene: CommandScene) throws {
        var chart = chart
        chart.language = .current
        let arguments = scene.arguments
        let wanted = PictureFormat.allCases.compactMap { format in
            arguments.text(format.rawValue).map { (format: format, path: $0) }
        }
        for (format, path) in wanted {
            try FileDraft.check(path, field: format.rawValue, replaces: scene.replacesFiles)
        }
        let streams = wanted.filter { $0.path == "-" }
        try check(streams.map(\.format), scene)
        let size = try PictureArguments.size(arguments)
        // Draws all pictures before it writes the first: when one fails, no file has changed.
        var drawn: [(format: PictureFormat, path: String, bytes: [UInt8])] = []
        do throws(ChartError) {
            for (format, path) in wanted {
                let bytes = try ChartPicture.bytes(
                    of: chart, as: format, size: size, theme: arguments.isOn("dark") ? .dark : .light)
                drawn.append((format, path, bytes))
            }
        } catch {
            throw ChartOutput.fault(error)
        }
        let files = drawn.filter { $0.path != "-" }
        for file in files {
            try FileDraft.write(
                file.bytes, to: file.path, field: file.format.rawValue, name: Text("picture", "картинку"),
                replaces: scene.replacesFiles)
        }
        if let stream = drawn.first(where: { $0.path == "-" }) {
            scene.console.output.write(stream.bytes)
            return
        }
        try tell(files, scene)
    }

    private static func check(_ streams: [PictureFormat], _ scene: CommandScene) throws(UsageError) {
        guard let format = streams.first else { return }
        guard streams.count == 1, !scene.isJSON else {
            throw UsageError(
                Text("Only one thing can go to standard output.", "На стандартный вывод идёт только что-то одно."),
                field: format.rawValue)
        }
        guard !scene.console.output.isTerminal || format == .svg else {
            throw UsageError(
                Text(
                    "A terminal cannot show a \(format.rawValue.uppercased()).",
                    "Терминал не покажет \(format.rawValue.uppercased())."),
                hint: Text(
                    "name a file, or lead the output into one: > chart.\(format.rawValue)",
                    "назовите файл или направьте вывод: > chart.\(format.rawValue)"), field: format.rawValue)
        }
    }

    private static func tell(
        _ files: [(format: PictureFormat, path: String, bytes: [UInt8])], _ scene: CommandScene
    ) throws {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("files")
        writer.beginArray()
        for file in files {
            writer.beginObject()
            writer.member("file", file.path)
            writer.member("mediaType", file.format.mediaType)
            writer.member("bytes", file.bytes.count)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        scene.show(writer.finish()) {
            var page = Page()
            for file in files {
                let count = file.bytes.count
                page.line(
                    StyledText("wrote ", "записано "), StyledText(file.path, .bold),
                    StyledText("  \(count, "byte", "bytes")", "  \(count, "байт", "байта", "байт")", .dim))
            }
            return page
        }
    }
}
