import Coordination
import GatewayWords
import Glibc
import Hosting

/// Asks for a password at the terminal without echo: tcsetattr(3) on `/dev/tty`.
///
/// While it asks, Ctrl-C, Ctrl-Z and Ctrl-\ arrive as characters, and signals from other processes are caught, so that
/// the terminal is always restored before the process ends.
package final class PasswordPrompt {
    private static let interrupt: UInt8 = 3
    private static let endOfInput: UInt8 = 4
    private static let quit: UInt8 = 28

    private let terminal: Int32

    /// Opens the terminal; nil when this process has none.
    package init?() throws {
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        terminal = descriptor
    }

    deinit { close(terminal) }

    /// Returns the typed line, up to Return.
    /// - Throws: ``Fault`` `cancelled` on Ctrl-D; Ctrl-C ends the process with 130.
    package func ask(_ prompt: String) throws(Fault) -> String {
        var usual = termios()
        guard tcgetattr(terminal, &usual) == 0 else {
            throw Fault(.cancelled, "\(Text("The terminal cannot be read.", "Терминал не прочитать."))")
        }
        var silent = usual
        silent.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL | ISIG | ICANON)
        let signals = try CaughtSignals()
        tcsetattr(terminal, TCSAFLUSH, &silent)
        Descriptor.write(Array(prompt.utf8), to: terminal)
        let typed = readLine(signals)
        Descriptor.write(Array("\n".utf8), to: terminal)
        tcsetattr(terminal, TCSAFLUSH, &usual)
        signals.release()
        switch typed {
        case .line(let bytes):
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw Fault(.invalidArgument, "\(Text("The password is not UTF-8.", "Пароль не в UTF-8."))")
            }
            return text
        case .signalled(let number): _exit(128 + number)
        case .ended: throw Fault(.cancelled, "\(Text("Cancelled; nothing was done.", "Отменено; ничего не сделано."))")
        }
    }

    private enum Typed {
        case line([UInt8])
        case signalled(Int32)
        case ended
    }

    private func readLine(_ signals: CaughtSignals) -> Typed {
        var bytes: [UInt8] = []
        while bytes.count <= PasswordSource.maximumBytes {
            var sources = [terminal, signals.readEnd].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            _ = poll(&sources, 2, -1)
            if let number = signals.next() { return .signalled(number) }
            guard sources[0].revents != 0 else { continue }
            var byte: UInt8 = 0
            let count = read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return .ended }
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return .line(bytes)
            case Self.interrupt, Self.quit: return .signalled(SIGINT)
            case Self.endOfInput: return .ended
            case 8, 127:
                // Deletes one character, which may be several bytes of UTF-8.
                while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
            case 21: bytes.removeAll()
            default: bytes.append(byte)
            }
        }
        return .ended
    }
}

/// The Unix signals that end a process, caught as readable bytes while the terminal's echo is off, so that the terminal
/// can be restored first: sigaction(2).
private struct CaughtSignals {
    private static let ending: [UnixSignal] = [.hangup, .interrupt, .terminate]

    /// Polls readable after a signal.
    let readEnd: Int32
    private let writeEnd: Int32
    private let before: [sigaction]

    init() throws(Fault) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw Fault(
                .unavailable,
                "\(Text("There are no descriptors left to ask with.", "Не осталось дескрипторов, чтобы спросить."))")
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (readEnd, writeEnd) = (ends[0], ends[1])
        before = Self.ending.map { signal in
            var action = sigaction()
            sigaction(signal.rawValue, nil, &action)
            return action
        }
        UnixSignals.deliver(Set(Self.ending), to: writeEnd)
    }

    /// Returns the caught signal; nil without one.
    func next() -> Int32? {
        var number: UInt8 = 0
        return read(readEnd, &number, 1) == 1 ? Int32(number) : nil
    }

    func release() {
        for (signal, action) in zip(Self.ending, before) {
            var action = action
            sigaction(signal.rawValue, &action, nil)
        }
        close(readEnd)
        close(writeEnd)
    }
}
