import Domain
import Glibc
import Hosting
import StrictJSON

/// The processes and directories of one installation.
package struct House: Sendable {
    /// The services of Kopilka, in the order of their start.
    package static let services = [
        "auth", "ledger", "history", "scanner", "patterns", "bonds", "subscriptions", "notifications",
    ]

    /// The executable that runs all services in one process, and the name of its log file.
    package static let wholeName = "house"

    /// The page, which the supervisor runs beside the services: its command, its directory and its log file.
    package static let webName = "web"

    /// The exporter of traces and logs, which the supervisor runs beside the services if a collector is named.
    package static let telemetryName = "telemetry"

    /// The programs beside the services. They answer no requests.
    package static let companions = [webName, telemetryName]

    /// The directory of the sockets, the locks and `supervisor.json`.
    package let runDirectory: AbsolutePath
    /// The directory of the databases and logs; nil with neither `KOPILKA_DATA` nor a home directory.
    package let dataDirectory: AbsolutePath?
    /// The environment of the gateway.
    package let variables: [String: String]
    package let clock: WallClock
    /// The services from elsewhere.
    package let extraServices: [ExtraService]
    /// The sockets of a house on another machine; nil for one on this.
    package let forwarded: ForwardedSockets?

    /// The names of all services, in the order of their start.
    package var allServices: [String] { Self.services + extraNames }

    /// The names of the extra services: those of the settings, or else those that the supervisor runs.
    package var extraNames: [String] {
        guard extraServices.isEmpty else { return extraServices.map(\.name) }
        return state()?.services.map(\.name).filter(ExtraService.mayBeNamed) ?? []
    }

    package init(
        runDirectory: AbsolutePath, dataDirectory: AbsolutePath?, variables: [String: String], clock: WallClock,
        extraServices: [ExtraService] = [], forwarded: ForwardedSockets? = nil
    ) {
        self.runDirectory = runDirectory
        self.dataDirectory = dataDirectory
        self.variables = variables
        self.clock = clock
        self.extraServices = extraServices
        self.forwarded = forwarded
    }

    /// Returns what the supervisor wrote about its services; nil when no supervisor runs.
    package func state() -> SupervisorState? {
        guard let pid = supervisorPID,
            let bytes = try? readFile(SupervisorState.path(runDirectory: runDirectory.description), limit: 1 << 20),
            let state = try? JSONDocument.read(SupervisorState.self, from: bytes), state.pid == Int(pid)
        else { return nil }
        return state
    }

    /// The process that holds the supervisor's lock; nil without one.
    ///
    /// A pid in a file proves nothing: the process may have ended and the number may belong to another. Only the
    /// supervisor keeps the lock file open, as `/proc/PID/fd` shows (proc(5)). Unlike an attempt to take the lock, this
    /// check has no side effects. A run directory that others may write to is refused, because its file could name any
    /// process.
    package var supervisorPID: pid_t? {
        let path = "\(runDirectory)/supervisor.lock"
        var lock = stat()
        guard (try? PrivateDirectory.check(runDirectory.description)) != nil, stat(path, &lock) == 0,
            let pid = FileLock.holder(of: path), let list = opendir("/proc/\(pid)/fd")
        else { return nil }
        defer { closedir(list) }
        while let entry = readdir(list) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            var file = stat()
            guard stat("/proc/\(pid)/fd/\(name)", &file) == 0 else { continue }
            if file.st_ino == lock.st_ino, file.st_dev == lock.st_dev { return pid_t(pid) }
        }
        return nil
    }

    /// The variables with which the supervisor was started, which its services keep: proc(5). Empty without one.
    package var supervisorVariables: [String: String] {
        guard let pid = supervisorPID, let bytes = try? readFile("/proc/\(pid)/environ", limit: 1 << 20) else {
            return [:]
        }
        var variables: [String: String] = [:]
        for line in bytes.split(separator: 0) {
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
            variables[String(decoding: line[..<equals], as: UTF8.self)] = String(
                decoding: line[line.index(after: equals)...], as: UTF8.self)
        }
        return variables
    }

    /// True when the process exists and has not ended; false for a zombie: proc(5).
    package static func isRunning(_ pid: pid_t) -> Bool {
        guard let line = try? readFile("/proc/\(pid)/stat", limit: 4096) else { return false }
        let text = String(decoding: line, as: UTF8.self)
        guard let end = text.lastIndex(of: ")") else { return false }
        return !["Z", "X"].contains(text[end...].dropFirst(2).prefix(1))
    }

    /// The directory of the gateway's own executable, which also has those of the services: readlink(2).
    package static var executableDirectory: String {
        ownExecutable.lastIndex(of: "/").map { String(ownExecutable[..<$0]) } ?? "."
    }

    /// The path of the gateway's own executable.
    package static var ownExecutable: String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        return String(decoding: buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns the log file of a service, or of the supervisor.
    package func logPath(of service: String) -> String? { dataDirectory.map { "\($0)/logs/\(service).log" } }
}
