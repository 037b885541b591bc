import Coordination
import Domain
import GatewaySession
import GatewayWords
import StrictJSON

/// What services did for one request, put together.
struct TraceReport: Sendable {
    /// One piece of work.
    struct Step: Sendable {
        /// Who did it.
        let service: String
        /// `command`, `request` or `event`.
        let kind: String
        /// The command, the method, or the type of the event.
        let name: String
        /// Its id.
        let span: String
        /// The id of what it is a consequence of; nil for the command itself.
        let parent: String?
        /// By the machine's clock.
        let start: Instant
        /// How long it took.
        let microseconds: Int
        /// The code of the fault it ended with.
        let fault: String?

        fileprivate var end: Int64 { start.microseconds + Int64(microseconds) }
    }

    /// A step in the tree, and which of those around it are the last of their parent.
    struct Row: Sendable {
        let step: Step
        /// From the outermost: whether more follows on that level.
        let branches: [Bool]

        /// `│ └ `
        var prefix: String {
            branches.enumerated().map { level, hasMore in
                level + 1 == branches.count ? (hasMore ? "├ " : "└ ") : (hasMore ? "│ " : "  ")
            }.joined()
        }
    }

    /// The trace.
    let id: TraceID
    /// From the cause to its consequences, side by side in the order of their beginning.
    let rows: [Row]
    /// Who could not be asked, and why.
    let silent: [(service: String, fault: Fault)]
    /// When the first began.
    let start: Instant
    /// From the first beginning to the last end.
    let microseconds: Int

    /// - Parameters:
    ///   - run: What the gateway remembers of its own part.
    ///   - steps: What services told, in any order.
    init(id: TraceID, run: RecordedTrace?, steps: [Step], silent: [(service: String, fault: Fault)]) {
        self.id = id
        self.silent = silent
        let root = run.map { run in
            Step(
                service: "gateway", kind: "command", name: run.command, span: run.span, parent: nil, start: run.start,
                microseconds: run.microseconds, fault: run.exitCode == 0 ? nil : "exit \(run.exitCode)")
        }
        let all = (root.map { [$0] } ?? []) + steps
        start = all.map(\.start).min() ?? Instant(microseconds: 0)
        microseconds = Int((all.map(\.end).max() ?? start.microseconds) - start.microseconds)
        rows = Self.rows(root, steps)
    }

    /// The tree as lines. What nobody remembers the cause of stands where the cause would.
    private static func rows(_ root: Step?, _ steps: [Step]) -> [Row] {
        let known = Set(steps.map(\.span))
        var children: [String: [Step]] = [:]
        for step in steps.sorted(by: { $0.start < $1.start }) {
            children[known.contains(step.parent ?? "") ? step.parent ?? "" : "", default: []].append(step)
        }
        var rows: [Row] = root.map { [Row(step: $0, branches: [])] } ?? []
        var shown: Set<String> = []
        func add(_ steps: [Step], _ branches: [Bool]?) {
            for (index, step) in steps.enumerated() where shown.insert(step.span).inserted {
                let own = branches.map { $0 + [index + 1 < steps.count] }
                rows.append(Row(step: step, branches: own ?? []))
                add(children[step.span] ?? [], own ?? [])
            }
        }
        add(children[""] ?? [], root == nil ? nil : [])
        return rows
    }

    // MARK: Showing

    /// `{"trace","start","microseconds","spans":[…],"silent":[…]}`
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("trace", id.description)
        writer.member("start", start.description)
        writer.member("microseconds", microseconds)
        writer.key("spans")
        writer.beginArray()
        for row in rows {
            let step = row.step
            writer.beginObject()
            writer.member("service", step.service)
            writer.member("kind", step.kind)
            writer.member("name", step.name)
            writer.member("span", step.span)
            writer.member("parent", ifPresent: step.parent)
            writer.member("start", step.start.description)
            writer.member("offsetMicroseconds", offset(of: step))
            writer.member("microseconds", step.microseconds)
            writer.member("fault", ifPresent: step.fault)
            writer.endObject()
        }
        writer.endArray()
        writer.key("silent")
        writer.beginArray()
        for (service, fault) in silent {
            writer.beginObject()
            writer.member("service", service)
            writer.member("code", fault.code.name)
            writer.member("message", fault.message)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.finish()
    }

    /// The tree, with bars that show what went on at the same time.
    ///
    /// - Parameter width: The columns of the terminal, nil for as many as it takes.
    func page(width: Int?) -> Page {
        var page = Page()
        page.line(
            StyledText("trace ", "трасса ", .dim), StyledText(id.description, .bold),
            StyledText(Text(verbatim: "  ") + Text("\(start)", "\(start)"), .dim),
            StyledText(Text(verbatim: "  ") + ShortTime.text(microseconds: microseconds)))
        page.line()
        let cells = width.map { $0 < 100 ? 16 : 32 } ?? 32
        var table = Table([
            .words(Text("service", "служба")), .text(Text("did", "что")), .numbers(Text("after", "через")),
            .numbers(Text("took", "длилось")), .words(Text("time", "время")), .words(Text("outcome", "итог")),
        ])
        for row in rows {
            let step = row.step
            let name = step.kind == "event" ? Text("on \(step.name)", "по \(step.name)") : Text(verbatim: step.name)
            table.add([
                StyledText(row.prefix + step.service), StyledText(name),
                StyledText(ShortTime.text(microseconds: offset(of: step)), .dim),
                StyledText(ShortTime.text(microseconds: step.microseconds)),
                StyledText(bar(of: step, cells: cells), step.fault == nil ? .green : .red),
                StyledText(step.fault ?? "", .red),
            ])
        }
        page.table(table)
        if !silent.isEmpty { page.line() }
        for (service, fault) in silent {
            page.line(
                StyledText("\(service) was not heard: ", "\(service) не отвечает: ", .yellow),
                StyledText(FaultSentence.of(fault)), StyledText(" [\(fault.code)]", .dim))
        }
        return page
    }

    private func offset(of step: Step) -> Int { Int(step.start.microseconds - start.microseconds) }

    /// A stretch of the whole time; the shortest work is still seen.
    private func bar(of step: Step, cells: Int) -> String {
        guard microseconds > 0 else { return "▏" }
        let first = min(offset(of: step) * cells / microseconds, cells - 1)
        let length = step.microseconds * cells / microseconds
        return String(repeating: " ", count: first)
            + (length == 0 ? "▏" : String(repeating: "█", count: min(length, cells - first)))
    }
}

/// A short time as people read it: `850 µs`, `12.3 ms`, `1.25 s`.
enum ShortTime {
    static func text(microseconds: Int) -> Text {
        let (number, english, russian) =
            switch microseconds {
            case ..<1000: ("\(max(0, microseconds))", "µs", "мкс")
            case ..<1_000_000: (decimal(hundredths: microseconds / 10), "ms", "мс")
            default: (decimal(hundredths: microseconds / 10_000), "s", "с")
            }
        let space = ValueText.noBreakSpace
        return Text(
            "\(number)\(space)\(english)", "\(ValueText.decimals(number, in: .russian))\(space)\(russian)")
    }

    /// Three digits that count: `1.25`, `12.3`, `123`.
    private static func decimal(hundredths: Int) -> String {
        let (whole, rest) = (hundredths / 100, hundredths % 100)
        if whole >= 100 { return "\(whole)" }
        if whole >= 10 { return "\(whole).\(rest / 10)" }
        return "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}
