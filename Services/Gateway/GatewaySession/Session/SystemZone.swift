import Glibc
import Hosting

/// The time zone of the user's machine.
package enum SystemZone {
    private static let mostBytes = 256
    /// Zones of servers and of machines without a configured zone; none is a user's time zone.
    private static let universal: Set<String> = [
        "UTC", "UCT", "GMT", "Zulu", "Universal", "Greenwich", "Etc/Unknown", "Factory",
    ]

    /// Returns the name of the zone: from the variable `TZ`, or else `/etc/timezone`, or else the link
    /// `/etc/localtime`. Nil for UTC, and where none names a zone that this machine knows.
    ///
    /// - Parameter root: A prefix of the paths.
    package static func name(variables: [String: String], root: String = "") -> String? {
        if let variable = variables["TZ"], !variable.isEmpty { return known(variable) }
        let file = try? readFile(root + "/etc/timezone", limit: mostBytes)
        if let line = file.map({ String(decoding: $0, as: UTF8.self) })?.split(whereSeparator: \.isWhitespace).first {
            return known(String(line))
        }
        return link(root + "/etc/localtime").flatMap(known)
    }

    /// Returns the target of a link: readlink(2).
    private static func link(_ path: String) -> String? {
        var target = [CChar](repeating: 0, count: mostBytes)
        let count = readlink(path, &target, target.count)
        guard count > 0, count < mostBytes else { return nil }
        return String(validating: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Reads `Europe/Moscow`, `:Europe/Moscow` or a path below a directory `zoneinfo`.
    private static func known(_ text: String) -> String? {
        var name = text.first == ":" ? String(text.dropFirst()) : text
        if let place = name.ranges(of: "zoneinfo/").last { name = String(name[place.upperBound...]) }
        for prefix in ["posix/", "right/"] where name.hasPrefix(prefix) { name = String(name.dropFirst(prefix.count)) }
        let place = name.hasPrefix("Etc/") ? String(name.dropFirst(4)) : name
        guard !universal.contains(place), !universal.contains(name), TimeZoneDirectory.system.zone(named: name) != nil
        else { return nil }
        return name
    }
}
