import Domain
import GatewayWords
import Replication
import StrictJSON

/// What is known of the content of a service on one machine, compared with the leader's.
struct ComparedMachine {
    /// How it compares.
    enum Outcome: Equatable {
        /// It is the one that the others compare with.
        case leader
        case equal
        /// In these tables.
        case differs([String])
        /// It has not said anything on the newest comparison.
        case missing
        /// Its report was not made by this house.
        case forged

        /// For programs.
        var name: String {
            switch self {
            case .leader: "leader"
            case .equal: "equal"
            case .differs: "differs"
            case .missing: "missing"
            case .forged: "forged"
            }
        }
    }

    let service: String
    let host: String
    /// Its last report, which may be on an earlier comparison.
    let report: ContentReport?
    let outcome: Outcome

    /// Returns a line a machine of the house.
    static func of(_ service: String, _ hosts: [HouseHost], _ lines: [ContentReports.Line]) -> [ComparedMachine] {
        let own = lines.filter { $0.service == service }
        let newest = own.compactMap(\.report).filter(\.isLeaders).map(\.number).max()
        return hosts.map { host in
            let line = own.first { $0.host == host.name }
            return ComparedMachine(
                service: service, host: host.name, report: line?.report, outcome: outcome(line, newest))
        }
    }

    private static func outcome(_ line: ContentReports.Line?, _ newest: Int64?) -> Outcome {
        guard let line else { return .missing }
        guard let report = line.report else { return .forged }
        // A copy that differs takes part in no further comparison.
        if let tables = report.differing, !tables.isEmpty { return .differs(tables) }
        guard report.number == newest else { return .missing }
        return report.isLeaders ? .leader : .equal
    }

    /// Returns `{"services":[{"service","machines":[{"host","outcome","commit"?,"time"?,"tables"?}]}]}`.
    static func json(_ machines: [ComparedMachine], of services: [String]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("services")
        writer.beginArray()
        for service in services {
            writer.beginObject()
            writer.member("service", service)
            writer.key("machines")
            writer.beginArray()
            for machine in machines where machine.service == service { machine.write(to: &writer) }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.finish()
    }

    private func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("host", host)
        writer.member("outcome", outcome.name)
        if let report {
            writer.member("commit", report.number)
            writer.member("time", report.time.description)
        }
        if case .differs(let tables) = outcome {
            writer.key("tables")
            writer.beginArray()
            for table in tables { writer.value(table) }
            writer.endArray()
        }
        writer.endObject()
    }

    /// Returns the table for people.
    static func table(_ machines: [ComparedMachine]) -> Table {
        var table = Table([
            .words(Text("service", "служба")), .words(Text("machine", "машина")), .numbers(Text("commit", "запись")),
            .moments(Text("compared", "сверено")), .text(Text("content", "содержимое")),
        ])
        for machine in machines {
            table.add([
                StyledText(machine.service), StyledText(machine.host),
                StyledText(machine.report.map { String($0.number) } ?? "-"),
                StyledText(machine.report.map { ValueText.time($0.time) } ?? "-"), machine.word,
            ])
        }
        return table
    }

    private var word: StyledText {
        switch outcome {
        case .leader: StyledText("the leader's", "ведущей")
        case .equal: StyledText("equal", "сходится", .green)
        case .differs(let tables):
            StyledText(
                "differs in \(tables.joined(separator: ", "))", "отличается: \(tables.joined(separator: ", "))", .red)
        case .missing: StyledText("not yet", "ещё нет", .yellow)
        case .forged: StyledText("not by this house", "не от этого дома", .red)
        }
    }
}
