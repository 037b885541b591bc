import Domain
import GatewayWords
import Identity
import Replication
import Sodium
import StrictJSON

/// The state of a service in a house of several machines, and the list of hosts, for people and programs.
struct HostLine {
    let service: String
    let lease: LeaseBoard.Line?
    /// The newest commit in the log.
    let newest: (number: Int64, time: Instant)?
    /// The last commit of this machine's database.
    let local: Int64?

    /// Returns `{"host":"alpha","hosts":[{"name","address","port","publicKey"}],"services":[…]}`.
    static func json(_ hosts: [HouseHost], own: String?, services: [HostLine]? = nil) throws -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("host", ifPresent: own)
        writer.key("hosts")
        writer.beginArray()
        for host in hosts {
            writer.beginObject()
            writer.member("name", host.name)
            writer.member("address", host.endpoint.address)
            writer.member("port", host.endpoint.port)
            writer.member("publicKey", Base64URL.encode(host.publicKey))
            writer.endObject()
        }
        writer.endArray()
        if let services {
            writer.key("services")
            writer.beginArray()
            for line in services { line.write(to: &writer) }
            writer.endArray()
        }
        writer.endObject()
        return writer.finish()
    }

    /// How many commits the log has more than this machine.
    private var behind: Int64? {
        guard let local else { return nil }
        let logged = newest?.number ?? 0
        return logged > local ? logged - local : 0
    }

    private func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("service", service)
        writer.member("leader", ifPresent: lease?.leader)
        writer.member("lastLeader", ifPresent: lease?.holder)
        if let lease, lease.remaining > .zero {
            writer.member("leaseRemainingMs", lease.remaining.wholeMilliseconds)
        }
        writer.member("wanted", ifPresent: lease?.wanted)
        if let epoch = lease?.epoch { writer.member("epoch", epoch) }
        if let newest {
            writer.member("logged", newest.number)
            writer.member("loggedAt", newest.time.description)
        }
        if let local { writer.member("commit", local) }
        if let behind { writer.member("behind", behind) }
        writer.endObject()
    }

    /// Returns the table of services.
    static func table(_ lines: [HostLine]) -> Table {
        var table = Table([
            .words(Text("service", "служба")), .words(Text("leader", "ведёт")), .words(Text("lease", "аренда")),
            .words(Text("wanted", "желаемая")), .numbers(Text("epoch", "эпоха")),
            .numbers(Text("in the log", "в журнале")),
            .moments(Text("newest", "последняя")), .numbers(Text("here", "здесь")),
            .numbers(Text("behind", "отстаёт")),
        ])
        for line in lines {
            table.add([
                StyledText(line.service),
                line.lease?.leader.map { StyledText($0) } ?? StyledText(Text("nobody", "никто"), .yellow),
                StyledText(line.age), StyledText(line.lease?.wanted ?? ""),
                StyledText(line.lease?.epoch.map { String($0) } ?? "-"),
                StyledText(line.newest.map { String($0.number) } ?? "-"),
                StyledText(line.newest.map { ValueText.time($0.time) } ?? "-"),
                StyledText(line.local.map(String.init) ?? "-"), StyledText(line.behind.map { String($0) } ?? "-"),
            ])
        }
        return table
    }

    /// How long the lease is still valid, or since when it is not.
    private var age: Text {
        guard let lease, let holder = lease.holder else { return Text("never taken", "не брал никто") }
        let seconds = Int(lease.remaining.components.seconds)
        return lease.remaining > .zero
            ? Text(
                "\(lease.remaining.wholeMilliseconds) ms left", "ещё \(lease.remaining.wholeMilliseconds) мс")
            : Text(
                "\(holder)'s, ended \(ValueText.duration(seconds: -seconds)) ago",
                "\(holder), кончилась \(ValueText.duration(seconds: -seconds)) назад")
    }
}
