import CProcess
import Glibc
import Synchronization

/// A child process: fork(2), execve(2), waitpid(2).
///
/// The child inherits the standard streams and the given sockets, nothing else. Its signal handlers and mask are the
/// default ones. After its end it is a zombie until ``wait()`` or ``poll()`` has reaped it.
public final class ChildProcess: Sendable {
    /// The way in which a child ended.
    public enum Status: Sendable, Equatable, CustomStringConvertible {
        /// It called `exit` with this code (0 ... 255).
        case exited(Int32)
        /// This signal killed it.
        case signalled(Int32)

        /// Decodes the status that waitpid(2) reports for an ended child.
        init(waitStatus: Int32) {
            let signal = waitStatus & 0x7f
            self = signal == 0 ? .exited((waitStatus >> 8) & 0xff) : .signalled(signal)
        }

        /// A text for logs: `exit 70`, `signal 9`.
        public var description: String {
            switch self {
            case .exited(let code): "exit \(code)"
            case .signalled(let number): "signal \(number)"
            }
        }
    }

    /// A socket for the child: its name in `LISTEN_FDNAMES`, and our descriptor, which remains ours.
    public typealias NamedSocket = (name: String, descriptor: Int32)

    /// The child's process id.
    public let pid: pid_t
    /// Becomes readable in poll(2) once the child has ended: pidfd_open(2).
    let endDescriptor: OwnedDescriptor
    private let status = Mutex<Status?>(nil)

    private init(pid: pid_t, endDescriptor: consuming OwnedDescriptor) {
        self.pid = pid
        self.endDescriptor = endDescriptor
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - executable: The absolute path; `PATH` is not searched.
    ///   - arguments: The arguments without the program's name.
    ///   - environment: The whole environment of the child. `LISTEN_*` are set here when there are sockets.
    ///   - listeningSockets: The child finds them at descriptors 3, 4, ... (sd_listen_fds(3)); at most 64.
    ///   - standardOutput: A descriptor, or `nil` for ours. Standard input is always empty.
    ///   - standardError: A descriptor, or `nil` for ours.
    ///   - parentDeathSignal: The signal that the child gets when the calling *thread* ends (PR_SET_PDEATHSIG). Call
    /// from the main thread or a ``BackgroundThread`` that outlives the child, never from Swift's shared pool.
    ///   - ownProcessGroup: Keeps the terminal's Ctrl-C from the child.
    /// - Throws: ``HostingError`` `system`, also when the child could not execute the program.
    public static func spawn(
        executable: String, arguments: [String] = [], environment: [String: String],
        listeningSockets: [NamedSocket] = [], standardOutput: Int32? = nil, standardError: Int32? = nil,
        parentDeathSignal: UnixSignal? = nil, ownProcessGroup: Bool = false
    ) throws(HostingError) -> ChildProcess {
        let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard null >= 0 else { throw .system("open /dev/null") }
        let emptyInput = OwnedDescriptor(owning: null)

        var variables = environment.filter { !$0.key.hasPrefix("LISTEN_") }
        if !listeningSockets.isEmpty {
            variables["LISTEN_FDS"] = String(listeningSockets.count)
            variables["LISTEN_FDNAMES"] = listeningSockets.map(\.name).joined(separator: ":")
        }
        var lines = variables.map { "\($0.key)=\($0.value)" }.sorted()
        let pidPrefix = "LISTEN_PID="
        if !listeningSockets.isEmpty { lines.append(pidPrefix + String(repeating: " ", count: 20)) }

        let argumentList = CStringList([executable] + arguments)
        let environmentList = CStringList(lines)
        let digits =
            listeningSockets.isEmpty ? nil : environmentList.last?.advanced(by: pidPrefix.utf8.count)
        let descriptors = listeningSockets.map(\.descriptor)
        let result = executable.withCString { path in
            descriptors.withUnsafeBufferPointer { listening in
                var request = kopilka_spawn_request()
                request.path = path
                request.argv = UnsafePointer(argumentList.pointer)
                request.envp = UnsafePointer(environmentList.pointer)
                request.listen_pid_digits = digits
                request.listening = listening.baseAddress
                request.listening_count = listening.count
                request.standard = (emptyInput.rawValue, standardOutput ?? -1, standardError ?? -1)
                request.parent_death_signal = parentDeathSignal?.rawValue ?? 0
                request.own_process_group = ownProcessGroup ? 1 : 0
                return kopilka_spawn(&request)
            }
        }
        guard result > 0 else { throw .system("start \(executable)", errno: -result) }
        let endDescriptor = kopilka_pidfd(result)
        guard endDescriptor >= 0 else {
            Glibc.kill(result, SIGKILL)
            waitpid(result, nil, 0)
            throw .system("pidfd_open", errno: -endDescriptor)
        }
        return ChildProcess(pid: result, endDescriptor: OwnedDescriptor(owning: endDescriptor))
    }

    /// Blocks this thread until the child has ended.
    public func wait() -> Status {
        while true {
            if let status = poll() { return status }
            // WNOWAIT keeps the zombie, and so its pid, until `poll` reaps it under the lock.
            var information = siginfo_t()
            _ = waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT)
        }
    }

    /// Returns how the child ended; `nil` while it runs. Does not block.
    public func poll() -> Status? {
        status.withLock { status in
            if status == nil {
                var waitStatus: Int32 = 0
                let result = waitpid(pid, &waitStatus, WNOHANG)
                if result == pid { status = Status(waitStatus: waitStatus) }
                precondition(result >= 0 || errno != ECHILD, "nobody else waits for our child \(pid)")
            }
            return status
        }
    }

    /// Asks the child to stop cleanly: SIGTERM. Does nothing when it has ended.
    public func terminate() { send(SIGTERM) }

    /// Kills the child: SIGKILL.
    public func kill() { send(SIGKILL) }

    /// Sends any signal by number. It never reaches a process that got the same pid later.
    public func send(_ signal: Int32) {
        status.withLock { status in
            if status == nil { _ = Glibc.kill(pid, signal) }
        }
    }
}

/// A NULL-terminated `char **` for execve(2).
final class CStringList {
    let pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ strings: [String]) {
        count = strings.count
        pointer = .allocate(capacity: count + 1)
        pointer.initialize(repeating: nil, count: count + 1)
        for (index, string) in strings.enumerated() { pointer[index] = strdup(string) }
    }

    var last: UnsafeMutablePointer<CChar>? { count == 0 ? nil : pointer[count - 1] }

    deinit {
        for index in 0..<count { free(pointer[index]) }
        pointer.deallocate()
    }
}
