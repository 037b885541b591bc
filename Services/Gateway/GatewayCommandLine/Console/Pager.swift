import Glibc
import Hosting

/// Shows long output page by page with `PAGER`, or else `less`, which prints short texts without paging.
package struct Pager: Sendable {
    /// The shell command.
    let command: String
    /// The number of rows of the terminal.
    let rows: Int

    /// Creates a pager. Nil where paging is off: without a terminal, with `--no-pager`, and for a `PAGER` that is empty
    /// or `cat`.
    init?(isTerminal: Bool, rows: Int, variables: [String: String]) {
        guard isTerminal, variables["TERM"] != "dumb" else { return nil }
        let said = variables["PAGER"] ?? "less"
        guard !said.isEmpty, said != "cat" else { return nil }
        // F: quit if everything fits; R: keep colours; X: leave the text on the screen.
        command = said == "less" && variables["LESS"] == nil ? "less -FRX" : said
        self.rows = rows
    }

    /// True when a text is longer than the terminal.
    func isNeeded(for text: String) -> Bool { text.utf8.lazy.filter { $0 == UInt8(ascii: "\n") }.count >= rows }

    /// Sends the text to the pager and waits until it is closed: popen(3), pclose(3).
    /// - Returns: True if the pager could be started.
    func show(_ text: String) -> Bool {
        // A pager that is closed before the end of the text is no error.
        UnixSignals.ignoreBrokenPipes()
        guard let pipe = popen(command, "w") else { return false }
        let bytes = Array(text.utf8)
        fwrite(bytes, 1, bytes.count, pipe)
        let status = pclose(pipe)
        // The shell's exit code for an unknown command.
        return status >> 8 & 0xFF != 127
    }
}
