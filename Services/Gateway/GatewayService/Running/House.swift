import Domain
import Glibc
import Hosting
import StrictJSON

/// The processes of one installation, and where they live.
struct House: Sendable {
    /// The services, in the order of their start.
    static let services = ["auth", "ledger", "history"]

    /// Sockets, locks and `supervisor.json`.
    let runDirectory: AbsolutePath
    /// Databases and logs; nil when there is neither `KOPILKA_DATA` nor a home.
    let dataDirectory: AbsolutePath?
    /// The variables the gateway was started with.
    let variables: [String: String]
    /// The time of day.
    let clock: WallClock

    /// What the supervisor wrote about its services; nil when no supervisor runs.
    func state() -> SupervisorState? {
        guard let pid = supervisorPID,
            let bytes = try? readFile(SupervisorState.path(runDirectory: runDirectory.description), limit: 1 << 20),
            let state = try? JSONDocument.read(SupervisorState.self, from: bytes), state.pid == Int(pid)
        else { return nil }
        return state
    }

    /// The process that holds the supervisor's lock, nil when nobody does.
    ///
    /// A pid in a file proves nothing: the process may be gone and its number be somebody else's. So the kernel is asked
    /// who holds the lock, in `/proc/locks` (proc_locks(5)), which disturbs nobody, unlike trying to take it.
    var supervisorPID: pid_t? {
        let path = "\(runDirectory)/supervisor.lock"
        var information = stat()
        guard stat(path, &information) == 0, let claimed = FileLock.holder(of: path),
            let locks = try? readFile("/proc/locks", limit: 1 << 20)
        else { return nil }
        for line in String(decoding: locks, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count >= 6, fields[1] == "FLOCK", fields[4] == "\(claimed)",
                fields[5].split(separator: ":").last.flatMap({ UInt64($0) }) == UInt64(information.st_ino)
            else { continue }
            return pid_t(claimed)
        }
        return nil
    }

    /// The directory in which the gateway's own executable stands, and with it those of the services: readlink(2).
    static var executableDirectory: String {
        ownExecutable.lastIndex(of: "/").map { String(ownExecutable[..<$0]) } ?? "."
    }

    /// The gateway's own executable.
    static var ownExecutable: String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        return String(decoding: buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The log file of a service, or of the supervisor.
    func logPath(of service: String) -> String? { dataDirectory.map { "\($0)/logs/\(service).log" } }
}
