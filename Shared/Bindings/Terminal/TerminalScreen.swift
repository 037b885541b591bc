import CNcurses
import CProcess
import Glibc

/// The whole terminal as a screen of cells, over ncurses: newterm(3).
///
/// Not `Sendable`: it is created, used and closed on one thread. A process has one at a time. While it is open the
/// terminal is in raw mode, so Ctrl-C and the like arrive as keys. After a crash of the process (SIGSEGV, SIGABRT and
/// the like) the terminal is restored before the process ends.
public final class TerminalScreen {
    /// The timeout for the rest of a sequence after Esc, in milliseconds; even over slow lines a sequence arrives in
    /// one piece.
    private static let escapeDelay: Int32 = 25

    private let screen: UnsafeMutableRawPointer
    private let hasColor: Bool
    private let hasMouse: Bool
    private var isOpen = true
    /// The part of a paste that has arrived, until its end.
    private var pasted: PastedText?

    /// Takes over the terminal at standard input and output.
    ///
    /// - Parameters:
    ///   - wantsColor: True to use colours if the terminal has them.
    ///   - wantsMouse: True to receive clicks and the wheel as keys; the terminal itself cannot select text then.
    /// - Throws: ``TerminalError``; the terminal is then unchanged.
    public init(wantsColor: Bool, wantsMouse: Bool) throws(TerminalError) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw TerminalError(.notATerminal) }
        guard kopilka_ncurses_use_utf8() != 0 else { throw TerminalError(.noUTF8) }
        kopilka_terminal_remember(STDIN_FILENO)
        let kinds = TerminalKind.known(for: getenv("TERM").map { String(cString: $0) })
        var opened: UnsafeMutableRawPointer?
        for kind in kinds where opened == nil { opened = kopilka_ncurses_open(kind) }
        guard let screen = opened else { throw TerminalError(.unknownTerminal) }
        self.screen = screen
        hasColor = wantsColor && kopilka_ncurses_use_colors() != 0
        hasMouse = wantsMouse
        kopilka_ncurses_prepare(Self.escapeDelay)
        if wantsMouse { kopilka_ncurses_use_mouse() }
        Self.send(Self.pasteOn)
        let reset = Self.resetSequence
        kopilka_terminal_guard(reset, reset.count)
    }

    deinit { close() }

    /// The number of rows and columns. `getmaxyx`
    public var size: (rows: Int, columns: Int) {
        var (rows, columns): (Int32, Int32) = (0, 0)
        kopilka_ncurses_size(&rows, &columns)
        return (Int(rows), Int(columns))
    }

    /// Clears the screen, visible after the next ``refresh(cursor:)``. `werase`
    public func erase() { kopilka_ncurses_erase() }

    /// Writes a text into a row, visible after the next ``refresh(cursor:)``. `mvwaddnwstr`
    public func put(_ text: String, row: Int, column: Int, style: TerminalStyle) {
        let scalars = text.unicodeScalars.map { wchar_t($0.value) }
        var look = 0
        if style.isBold { look |= KOPILKA_NCURSES_BOLD }
        if style.isDim { look |= KOPILKA_NCURSES_DIM }
        if style.isReverse { look |= KOPILKA_NCURSES_REVERSE }
        if style.isUnderlined { look |= KOPILKA_NCURSES_UNDERLINE }
        kopilka_ncurses_put(
            Int32(row), Int32(column), scalars, Int32(scalars.count), Int32(look),
            hasColor ? style.color?.rawValue ?? 0 : 0)
    }

    /// Sends the changes since the last call to the terminal. `wrefresh`
    ///
    /// - Parameter cursor: The position of the cursor; nil hides it.
    public func refresh(cursor: (row: Int, column: Int)?) {
        kopilka_ncurses_refresh(Int32(cursor?.row ?? -1), Int32(cursor?.column ?? 0))
    }

    /// Returns the next pending key; nil when there is none. `wget_wch`
    public func nextKey() -> TerminalKey? {
        while true {
            var value: UInt32 = 0
            let kind = kopilka_ncurses_read(&value)
            if kind == 0 { return nil }
            if pasted != nil {
                if let key = paste(value, isCode: kind == 2) { return key }
            } else if kind == 2, value == UInt32(KOPILKA_KEY_PASTE) {
                pasted = PastedText()
            } else if kind == 2, value == UInt32(KOPILKA_KEY_MOUSE) {
                if let key = mouseKey() { return key }
            } else if let key = kind == 1 ? TerminalKey(character: value) : TerminalKey(code: value) {
                return key
            }
        }
    }

    /// Appends a part of a paste.
    /// - Returns: The whole paste, once it is complete.
    private func paste(_ value: UInt32, isCode: Bool) -> TerminalKey? {
        if isCode, value != UInt32(KOPILKA_KEY_PASTE_END) { return nil }
        guard isCode || value == PastedText.interrupt else {
            pasted?.append(value)
            return nil
        }
        defer { pasted = nil }
        return pasted.map { .paste($0.text) }
    }

    private func mouseKey() -> TerminalKey? {
        var (row, column): (Int32, Int32) = (0, 0)
        switch kopilka_ncurses_mouse(&row, &column) {
        case 1: return .click(row: Int(row), column: Int(column))
        case 2: return .up
        case 3: return .down
        default: return nil
        }
    }

    /// Adopts a new size of the window: ioctl(2) TIOCGWINSZ, `resizeterm`.
    public func resize() {
        var window = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_row > 0, window.ws_col > 0 else { return }
        kopilka_ncurses_resize(Int32(window.ws_row), Int32(window.ws_col))
        redraw()
    }

    /// Redraws everything with the next ``refresh(cursor:)``. `clearok`
    public func redraw() {
        Self.send(Self.pasteOn)
        kopilka_ncurses_forget()
    }

    /// Releases the terminal temporarily; ``refresh(cursor:)`` takes it again. `endwin`
    public func leave() {
        Self.send(Self.pasteOff)
        kopilka_ncurses_leave()
    }

    /// Restores the terminal. `endwin`, `delscreen`
    public func close() {
        guard isOpen else { return }
        isOpen = false
        Self.send(Self.pasteOff)
        kopilka_ncurses_close(screen)
        kopilka_terminal_release()
    }

    /// Makes the terminal mark pasted text, so that its line breaks are not taken for Return: DECSET 2004 of xterm.
    private static let pasteOn = "\u{1B}[?2004h"
    private static let pasteOff = "\u{1B}[?2004l"

    private static func send(_ sequence: String) {
        let bytes = Array(sequence.utf8)
        // A lost terminal is detected by the next read.
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }

    /// The sequence that ends colours, shows the cursor, resets the keys and leaves the screen. Available only after
    /// `newterm`, which reads the description.
    private static var resetSequence: [UInt8] {
        var bytes = Array("\u{1B}[?1000l\u{1B}[?1006l\(pasteOff)".utf8)
        for name in ["sgr0", "cnorm", "rmkx", "rmcup"] {
            guard let text = kopilka_ncurses_string(name) else { continue }
            bytes += withoutDelays(Array(String(cString: text).utf8))
        }
        return bytes
    }

    /// Returns the bytes without delays such as `$<5>`, which no modern terminal needs: terminfo(5).
    private static func withoutDelays(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        var place = 0
        while place < bytes.count {
            if bytes[place...].starts(with: Array("$<".utf8)),
                let end = bytes[place...].firstIndex(of: UInt8(ascii: ">"))
            {
                place = end + 1
            } else {
                kept.append(bytes[place])
                place += 1
            }
        }
        return kept
    }
}
