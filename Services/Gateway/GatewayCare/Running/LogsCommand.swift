import Coordination
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Glibc
import Hosting
import StrictJSON

/// `gateway logs`: the logs of the services.
struct LogsCommand: Command {
    private static let mostLines = 10_000
    /// The programs that write a log.
    private static func writers(_ house: House) -> [String] { house.allServices + House.companions + ["supervisor"] }

    let words = ["logs"]
    let part = CommandPart.house
    let summary = Text("Shows what the services have logged.", "Показывает журналы служб.")
    let positional = ["service"]
    var flags: [FlagShape] {
        [
            FlagShape(
                "service", .text, placeholder: "SERVICE",
                Text("Which services; all by default.", "Чьи; по умолчанию всех.")),
            FlagShape(
                "lines", .number, short: "n",
                Text(
                    "How many of the last lines of each; 20 by default.",
                    "Сколько последних строк каждой; по умолчанию 20.")),
            FlagShape(
                "follow", .toggle, short: "f",
                Text("Show new lines until Ctrl-C.", "Показывать новые строки до Ctrl-C.")),
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample(
                "logs ledger -n 50", Text("the last fifty lines of ledger", "последние пятьдесят строк ledger")),
            CommandExample("logs --follow", Text("all services, live", "все службы, по мере событий")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "--json prints the lines as they were written: one JSON object each.",
                "--json печатает строки как есть: каждая — объект JSON.")
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let count = scene.arguments.number("lines") ?? 20
        guard (0...Self.mostLines).contains(count) else {
            throw UsageError(
                Text("--lines must be 0 to \(Self.mostLines).", "--lines — от 0 до \(Self.mostLines)."), field: "lines")
        }
        let writers = Self.writers(scene.house)
        let services = scene.arguments.text("service").map { [$0] } ?? writers
        if let unknown = services.first(where: { !writers.contains($0) }) {
            try ServiceList.check(unknown, of: scene.house)
        }
        var tails = services.compactMap { scene.house.logPath(of: $0) }.map { LogTail(path: $0) }
        if let path = scene.house.logPath(of: House.wholeName) {
            // Services in one process share one log file.
            tails.append(LogTail(path: path, of: scene.arguments.text("service")))
        }
        var lines: [[UInt8]] = []
        for index in tails.indices { lines += tails[index].last(count) }
        // Each line begins with its time in RFC 3339, so that sorting the bytes sorts by time.
        for line in lines.sorted(by: { $0.lexicographicallyPrecedes($1) }) { show(line, scene) }
        if SystemdHouse.runs(scene.house) {
            let journal = "sudo journalctl --unit='kopilka@*'"
            scene.console.tell("\(Text("systemd keeps the logs: \(journal)", "журналы — у systemd: \(journal)"))")
            return .done
        }
        guard scene.arguments.isOn("follow") else {
            if lines.isEmpty {
                scene.console.tell("\(Text("nothing has been logged yet", "в журналах ещё ничего нет"))")
            }
            return .done
        }
        while true {
            try await Task.sleep(for: .milliseconds(100))
            for index in tails.indices { for line in tails[index].news() { show(line, scene) } }
        }
    }

    private func show(_ line: [UInt8], _ scene: CommandScene) {
        if scene.isJSON {
            scene.console.output.write(json: line)
        } else {
            scene.console.print(LogLine.text(of: line, hasColor: scene.console.output.hasColor))
        }
    }
}

/// Reads the end of a log file, and the lines added later.
struct LogTail {
    private static let window = 1 << 20

    private let path: String
    /// The text that identifies the lines of one service; nil for all lines.
    private let mark: String?
    private var offset: off_t = 0
    private var unfinished: [UInt8] = []

    /// Creates a reader of a log file.
    ///
    /// - Parameter service: The service whose lines to read; nil for all.
    init(path: String, of service: String? = nil) {
        self.path = path
        mark = service.map { "\"service\":\"\($0)\"" }
    }

    /// Returns the last `count` lines; none without a file.
    mutating func last(_ count: Int) -> [[UInt8]] {
        var information = stat()
        guard stat(path, &information) == 0 else { return [] }
        offset = max(0, information.st_size - off_t(Self.window))
        let isCut = offset > 0
        let lines = news()
        return Array((isCut ? lines.dropFirst() : lines[...]).suffix(count))
    }

    /// Returns the complete lines added since the last read. A file that has become shorter was rotated and is read
    /// from its start.
    mutating func news() -> [[UInt8]] {
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard number >= 0 else { return [] }
        let file = OwnedDescriptor(owning: number)
        var information = stat()
        guard fstat(file.rawValue, &information) == 0 else { return [] }
        if information.st_size < offset { (offset, unfinished) = (0, []) }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = pread(file.rawValue, &chunk, chunk.count, offset)
            guard count > 0 else { break }
            unfinished += chunk[..<count]
            offset += off_t(count)
        }
        var lines = unfinished.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
        unfinished = lines.popLast() ?? []
        return lines.filter { line in
            !line.isEmpty && mark.map { String(decoding: line, as: UTF8.self).contains($0) } ?? true
        }
    }
}

/// A log line for people.
enum LogLine {
    /// Formats a line as `2026-11-21 08:51:48 notice ledger service ready  key=value`; a line that is no JSON object
    /// stays as it is.
    static func text(of line: [UInt8], hasColor: Bool) -> String {
        guard let root = try? JSONDocument(line).root, root.kind == .object,
            let time = root.member("time")?.string, let level = root.member("level")?.string
        else { return StyledText(String(decoding: line, as: UTF8.self)).rendered(hasColor: hasColor) }
        let look: StyledText.Look =
            switch level {
            case "warning": .yellow
            case "error", "critical": .red
            default: .plain
            }
        let parts = [
            StyledText(time.prefix(10) + " " + time.dropFirst(11).prefix(12), .dim),
            StyledText(level.padded(to: 8), look),
            StyledText((root.member("service")?.string ?? "").padded(to: 10)),
            StyledText(root.member("message")?.string ?? "", look),
        ]
        let own = ["time", "level", "service", "message"]
        let facts = root.members.filter { member in !own.contains(member.name) }.map { member in
            StyledText(
                "\(member.name)=\(member.node.string ?? String(decoding: member.node.rawBytes, as: UTF8.self))", .dim)
        }
        return (parts + facts).map { $0.rendered(hasColor: hasColor) }.joined(separator: " ")
    }
}

extension String {
    /// Returns the text padded with spaces to `width` characters.
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
