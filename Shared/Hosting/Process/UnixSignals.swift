import CProcess
import Glibc
import Synchronization

/// A signal of the operating system. (`Signal` always means one of ours.)
public enum UnixSignal: Int32, Sendable, CaseIterable {
    /// SIGHUP: restart gracefully.
    case hangup = 1
    /// SIGINT: Ctrl-C.
    case interrupt = 2
    /// SIGTERM: stop cleanly.
    case terminate = 15
    /// SIGCHLD: a child changed its state.
    case child = 17
    /// SIGCONT: continue.
    case go = 18
    /// SIGTSTP: pause, and release the terminal meanwhile.
    case pause = 20
    /// SIGWINCH: the size of the terminal changed.
    case resize = 28
}

/// Signals of the operating system as elements of a stream, signal(7).
///
/// A handler writes the number into a pipe, and a thread reads it. Unlike signalfd(2), this works whatever masks the
/// threads of libraries have. Masking the signals as well (``block(_:)``) only saves those threads from `EINTR`.
public enum UnixSignals {
    /// Blocks signals in this thread and in all threads that it starts from now on. Call it first in `main`.
    public static func block(_ signals: Set<UnixSignal> = [.hangup, .interrupt, .terminate]) {
        changeMask(SIG_BLOCK, signals)
    }

    /// Turns a write to a closed connection into an error instead of the end of the process.
    public static func ignoreBrokenPipes() {
        let result = kopilka_signal_ignore(SIGPIPE)
        precondition(result == 0, "SIGPIPE can always be ignored")
    }

    /// Turns a write beyond RLIMIT_FSIZE into an error, as on a full disk, instead of the end of the process.
    public static func ignoreFileSizeLimit() {
        let result = kopilka_signal_ignore(SIGXFSZ)
        precondition(result == 0, "SIGXFSZ can always be ignored")
    }

    /// Writes each signal as one byte, its number, into a non-blocking pipe, which must stay open as long as the
    /// process.
    ///
    /// The calling thread receives the signals, so choose a thread that tolerates interruptions.
    public static func deliver(_ signals: Set<UnixSignal>, to descriptor: Int32) {
        handle(signals, descriptor)
        changeMask(SIG_UNBLOCK, signals)
    }

    private static func handle(_ signals: Set<UnixSignal>, _ descriptor: Int32) {
        for signal in signals {
            let result = kopilka_signal_deliver(signal.rawValue, descriptor)
            precondition(result == 0, "signal \(signal) can be handled")
        }
    }

    /// Returns the stream of signals that arrive from now on; one stream per process.
    ///
    /// The second SIGTERM or SIGINT ends the process at once, with 130 or 143, even when everything else hangs.
    /// - Throws: ``HostingError`` `system` when no pipe can be created.
    /// - Precondition: Called once per process.
    public static func stream(of signals: Set<UnixSignal>) throws(HostingError) -> AsyncStream<UnixSignal> {
        precondition(!isStreaming.exchange(true, ordering: .relaxed), "signals go to one stream a process")
        // Both ends stay open as long as the process: the handler may run at any time.
        let pipe = try Pipe()
        let writeEnd = pipe.writeEnd.rawValue
        let flags = fcntl(writeEnd, F_GETFL)
        _ = fcntl(writeEnd, F_SETFL, flags | O_NONBLOCK)
        let (stream, continuation) = AsyncStream.makeStream(of: UnixSignal.self, bufferingPolicy: .bufferingNewest(64))
        let holder = PipeHolder(pipe)
        handle(signals, writeEnd)
        BackgroundThread.start(named: "unix-signals") {
            changeMask(SIG_UNBLOCK, signals)
            read(from: holder, into: continuation)
        }
        return stream
    }

    private static let isStreaming = Atomic<Bool>(false)

    private static func read(from holder: PipeHolder, into continuation: AsyncStream<UnixSignal>.Continuation) {
        var endings = 0
        while true {
            var byte: UInt8 = 0
            let count = Glibc.read(holder.pipe.readEnd.rawValue, &byte, 1)
            guard count == 1 else {
                precondition(count < 0 && errno == EINTR, "the pipe of signals never closes")
                continue
            }
            guard let signal = UnixSignal(rawValue: Int32(byte)) else { continue }
            if signal == .terminate || signal == .interrupt {
                endings += 1
                if endings > 1 { _exit(128 + signal.rawValue) }
            }
            continuation.yield(signal)
        }
    }

    private static func changeMask(_ how: Int32, _ signals: Set<UnixSignal>) {
        var mask = sigset_t()
        sigemptyset(&mask)
        for signal in signals { sigaddset(&mask, signal.rawValue) }
        let failure = pthread_sigmask(how, &mask, nil)
        precondition(failure == 0, "a signal mask can always be changed")
    }

    private final class PipeHolder: Sendable {
        let pipe: Pipe
        init(_ pipe: consuming Pipe) { self.pipe = pipe }
    }
}
