import Glibc
import Hosting
import Synchronization
import Terminal

/// The only thread that calls ncurses: it waits for keys, signals and frames, and draws the newest frame.
package final class TerminalThread: Sendable {
    /// An event at the terminal.
    enum Happening: Hashable, Sendable {
        /// A key, or a click.
        case key(TerminalKey)
        /// The window has a new size.
        case resized(rows: Int, columns: Int)
        /// A Unix signal asks the app to end.
        case signalled(Int32)
        /// The terminal is closed.
        case closed
        /// A wake-up for the listener.
        case nudged
    }

    /// The options of the terminal.
    package struct Options: Hashable, Sendable {
        let hasColor: Bool
        let hasMouse: Bool

        package init(hasColor: Bool, hasMouse: Bool) {
            self.hasColor = hasColor
            self.hasMouse = hasMouse
        }
    }

    private struct Mailbox {
        var frame: CellGrid?
        var isClosing = false
        var afterClosing: CheckedContinuation<Void, Never>?
    }

    private static let ending: Set<UnixSignal> = [.hangup, .interrupt, .terminate]

    /// The events in order; the stream ends when the terminal is closed.
    let happenings: AsyncStream<Happening>
    private let continuation: AsyncStream<Happening>.Continuation
    private let mailbox = Mutex(Mailbox())
    private let wakeEnd: Int32
    private let sleepEnd: Int32
    private let signalReadEnd: Int32
    private let signalWriteEnd: Int32

    /// Takes over the terminal.
    ///
    /// - Throws: ``TerminalError``.
    package static func open(_ options: Options) async throws -> TerminalThread {
        let thread = try TerminalThread()
        try await withCheckedThrowingContinuation { (opened: CheckedContinuation<Void, any Error>) in
            BackgroundThread.start(named: "terminal") { thread.run(options, opened) }
        }
        return thread
    }

    private init() throws {
        var (wakeUp, signals): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard pipe(&wakeUp) == 0, pipe(&signals) == 0 else { throw TerminalError(.notATerminal) }
        for end in wakeUp + signals {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (sleepEnd, wakeEnd, signalReadEnd) = (wakeUp[0], wakeUp[1], signals[0])
        signalWriteEnd = signals[1]
        (happenings, continuation) = AsyncStream.makeStream(of: Happening.self, bufferingPolicy: .unbounded)
    }

    /// Shows a frame as soon as the thread is free, in place of a frame not shown yet.
    func show(_ frame: CellGrid) {
        mailbox.withLock { $0.frame = frame }
        wake()
    }

    /// Restores the terminal.
    func close() async {
        await withCheckedContinuation { (closed: CheckedContinuation<Void, Never>) in
            let isLate = mailbox.withLock { mailbox in
                if mailbox.isClosing { return true }
                mailbox.isClosing = true
                mailbox.afterClosing = closed
                return false
            }
            if isLate { closed.resume() } else { wake() }
        }
    }

    /// Wakes the listener of the events.
    func nudge() { continuation.yield(.nudged) }

    /// Restores the terminal and pauses the process, as Ctrl-Z does elsewhere.
    func pause() { kill(getpid(), SIGTSTP) }

    private func wake() {
        var byte: UInt8 = 1
        // A full pipe already contains a wake-up.
        _ = write(wakeEnd, &byte, 1)
    }

    // MARK: On the thread

    private func run(_ options: Options, _ opened: CheckedContinuation<Void, any Error>) {
        // The app's handlers are installed first: ncurses handles only signals without a handler, and its handlers are
        // not safe with threads.
        UnixSignals.deliver(Self.ending.union([.resize, .pause, .go]), to: signalWriteEnd)
        let screen: TerminalScreen
        do throws(TerminalError) {
            screen = try TerminalScreen(wantsColor: options.hasColor, wantsMouse: options.hasMouse)
        } catch {
            opened.resume(throwing: error)
            return
        }
        tellSize(of: screen)
        opened.resume()
        loop(screen)
        screen.close()
        continuation.finish()
        let closed = mailbox.withLock { mailbox in
            mailbox.isClosing = true
            defer { mailbox.afterClosing = nil }
            return mailbox.afterClosing
        }
        closed?.resume()
    }

    private func loop(_ screen: TerminalScreen) {
        var isReading = true
        while true {
            let (frame, isClosing) = mailbox.withLock { mailbox in
                defer { mailbox.frame = nil }
                return (mailbox.frame, mailbox.isClosing)
            }
            if isClosing { return }
            if let frame { draw(frame, screen) }
            var sources = [isReading ? STDIN_FILENO : -1, sleepEnd, signalReadEnd].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            _ = poll(&sources, nfds_t(sources.count), -1)
            drain(sleepEnd) { _ in }
            drain(signalReadEnd) { take($0, screen) }
            if sources[0].revents & Int16(POLLIN) != 0 {
                var hasRead = false
                while let key = screen.nextKey() {
                    hasRead = true
                    continuation.yield(.key(key))
                }
                if !hasRead, sources[0].revents & Int16(POLLHUP | POLLERR) != 0 { isReading = false }
            } else if sources[0].revents != 0 {
                isReading = false
            }
            if !isReading, sources[0].fd >= 0 { continuation.yield(.closed) }
        }
    }

    private func drain(_ descriptor: Int32, _ body: (UInt8) -> Void) {
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1 { body(byte) }
    }

    private func take(_ number: UInt8, _ screen: TerminalScreen) {
        switch UnixSignal(rawValue: Int32(number)) {
        case .resize:
            screen.resize()
            tellSize(of: screen)
        case .pause:
            screen.leave()
            kill(getpid(), SIGSTOP)
        case .go:
            screen.redraw()
            screen.resize()
            tellSize(of: screen)
        case .hangup, .interrupt, .terminate: continuation.yield(.signalled(Int32(number)))
        case .child, nil: break
        }
    }

    private func tellSize(of screen: TerminalScreen) {
        let size = screen.size
        continuation.yield(.resized(rows: size.rows, columns: size.columns))
    }

    private func draw(_ frame: CellGrid, _ screen: TerminalScreen) {
        screen.erase()
        for row in 0..<frame.rows {
            for run in frame.runs(ofRow: row) where run.style != .plain || run.text.contains(where: { $0 != " " }) {
                screen.put(run.text, row: row, column: run.column, style: run.style)
            }
        }
        screen.refresh(cursor: frame.cursor.map { ($0.row, $0.column) })
    }
}
