import Coordination
import Domain
import GatewaySession
import GatewayWords
import StrictJSON

/// The trace of one request, combined from the spans of all services.
struct TraceReport: Sendable {
    /// A span.
    struct Step: Sendable {
        let service: String
        /// `command`, `request` or `event`.
        let kind: String
        /// The command, the method, or the type of the event.
        let name: String
        /// The id of the span.
        let span: String
        /// The id of the parent; nil for the command itself.
        let parent: String?
        /// The start, by the machine's clock.
        let start: Instant
        /// The duration.
        let microseconds: Int
        /// The code of the fault that ended it.
        let fault: String?

        fileprivate var end: Int64 { start.microseconds + Int64(microseconds) }
    }

    /// A span in the tree, with the lines that connect it.
    struct Row: Sendable {
        let step: Step
        /// For each level from the outermost: true when more spans follow on that level.
        let branches: [Bool]

        /// The connecting lines: `│ └ `.
        var prefix: String {
            branches.enumerated().map { level, hasMore in
                level + 1 == branches.count ? (hasMore ? "├ " : "└ ") : (hasMore ? "│ " : "  ")
            }.joined()
        }
    }

    let id: TraceID
    /// The spans from cause to effect; siblings in the order of their start.
    let rows: [Row]
    /// The services that did not answer, and their faults.
    let silent: [(service: String, fault: Fault)]
    /// The start of the first span.
    let start: Instant
    /// The time from the first start to the last end.
    let microseconds: Int

    /// Combines spans.
    ///
    /// - Parameters:
    ///   - run: The gateway's own record of the run.
    ///   - steps: The spans of the services, in any order.
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

    /// Returns the tree as rows. Spans with an unknown parent are attached to the root.
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

    /// The report as `{"trace","start","microseconds","spans":[…],"silent":[…]}`.
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

    /// Returns the tree, with bars that show which spans overlap in time.
    ///
    /// - Parameter width: The columns of the terminal; nil for no limit.
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

    /// Returns the bar of a span on the time axis; even the shortest span is visible.
    private func bar(of step: Step, cells: Int) -> String {
        guard microseconds > 0 else { return "▏" }
        let first = min(offset(of: step) * cells / microseconds, cells - 1)
        let length = step.microseconds * cells / microseconds
        return String(repeating: " ", count: first)
            + (length == 0 ? "▏" : String(repeating: "█", count: min(length, cells - first)))
    }
}

/// Formats a short duration: `850 µs`, `12.3 ms`, `1.25 s`.
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

    /// Formats three significant digits: `1.25`, `12.3`, `123`.
    private static func decimal(hundredths: Int) -> String {
        let (whole, rest) = (hundredths / 100, hundredths % 100)
        if whole >= 100 { return "\(whole)" }
        if whole >= 10 { return "\(whole).\(rest / 10)" }
        return "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}
