import Glibc
import Reasons

/// What extra services may read beside the system: a directory that holds what is nobody's business is refused.
struct ExtraReach {
    /// The house's data, in which only the service's own directory may be named.
    let data: String
    /// Directories that none of theirs may hold: the house's data and sockets, and the user's home with its sessions.
    let closed: [String]

    /// - Parameter home: The user's home directory; nil when there is none.
    init(data: String, run: String, home: String?) {
        self.data = realPath(of: data) ?? data
        closed = ([data, run] + [home].compactMap { $0 }).filter { !$0.isEmpty }.map { realPath(of: $0) ?? $0 }
    }

    /// Reports each directory that opens too much, which may be that of an executable.
    func check(_ services: [ExtraService], _ rights: ExtraRights, _ reader: SettingsReader) {
        for service in services {
            if let closed = tooMuch(in: service.directory, for: service.name) {
                reader.fault(
                    ExtraServices.setting.name,
                    Refusal(.opensByExecutable, ["service": .text(service.name), "path": .text(closed)]))
            }
            for right in rights.names[service.name, default: []].sorted() where right.hasPrefix("/") {
                guard let closed = tooMuch(in: right, for: service.name) else { continue }
                reader.fault(
                    ExtraRights.setting.name,
                    Refusal(
                        .opensByRight,
                        ["service": .text(service.name), "right": .text(right), "path": .text(closed)]))
            }
        }
    }

    /// Returns what a directory would open that it must not; nil for a harmless one.
    private func tooMuch(in path: String, for service: String) -> String? {
        let path = realPath(of: path) ?? path
        if let held = closed.first(where: { Self.holds(path, $0) }) { return held }
        return Self.holds(data, path) && !Self.holds("\(data)/\(service)", path) ? path : nil
    }

    private static func holds(_ outer: String, _ inner: String) -> Bool {
        outer == inner || inner.hasPrefix(outer == "/" ? outer : outer + "/")
    }
}
