import Domain
import GatewayWords
import Replication
import StrictJSON

/// How far the log of a service is.
struct FollowedService {
    let service: String
    let status: LogStatus
    /// The last commit of the database; nil when it does not follow yet.
    let local: Int64?

    static func json(_ all: [FollowedService]) throws -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("following", true)
        writer.key("services")
        writer.beginArray()
        for line in all {
            writer.beginObject()
            writer.member("service", line.service)
            if let local = line.local { writer.member("commit", local) }
            if let newest = line.status.newest {
                writer.member("logged", newest.number)
                writer.member("loggedAt", newest.time.description)
            }
            writer.member("snapshots", line.status.snapshots.count)
            writer.member("restorableFrom", ifPresent: line.status.snapshots.first?.time.description)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.finish()
    }

    static func page(_ all: [FollowedService]) -> Page {
        var page = Page()
        var table = Table([
            .words(Text("service", "служба")), .numbers(Text("commit", "запись")),
            .numbers(Text("in the log", "в журнале")), .moments(Text("newest", "последняя")),
            .moments(Text("restorable from", "восстановимо с")),
        ])
        for line in all {
            table.add([
                StyledText(line.service), StyledText(line.local.map(String.init) ?? "-"),
                StyledText(line.status.newest.map { String($0.number) } ?? "-"),
                StyledText(line.status.newest.map { ValueText.time($0.time) } ?? "-"),
                line.status.snapshots.first.map { StyledText(ValueText.time($0.time)) }
                    ?? StyledText(Text("no snapshot yet", "снимка ещё нет"), .yellow),
            ])
        }
        page.table(table)
        return page
    }
}
