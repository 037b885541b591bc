import Glibc
import Hosting

/// Shows what does not fit a terminal page by page: `PAGER`, else less, which leaves short texts alone by itself.
package struct Pager: Sendable {
    /// What is run by the shell.
    let command: String
    /// How many lines the terminal has.
    let rows: Int

    /// Nil where nothing is to be paged: off a terminal, with `--no-pager`, with an empty `PAGER` or one that is `cat`.
    init?(isTerminal: Bool, rows: Int, variables: [String: String]) {
        guard isTerminal, variables["TERM"] != "dumb" else { return nil }
        let said = variables["PAGER"] ?? "less"
        guard !said.isEmpty, said != "cat" else { return nil }
        // F: end at once where all fits; R: colours; X: leave the text on the screen.
        command = said == "less" && variables["LESS"] == nil ? "less -FRX" : said
        self.rows = rows
    }

    /// Whether a text is longer than the terminal.
    func isNeeded(for text: String) -> Bool { text.utf8.lazy.filter { $0 == UInt8(ascii: "\n") }.count >= rows }

    /// Hands the text to the pager and waits until the person has read: popen(3), pclose(3).
    /// - Returns: Whether the pager could be started.
    func show(_ text: String) -> Bool {
        // Whoever leaves before the end has seen enough.
        UnixSignals.ignoreBrokenPipes()
        guard let pipe = popen(command, "w") else { return false }
        let bytes = Array(text.utf8)
        fwrite(bytes, 1, bytes.count, pipe)
        let status = pclose(pipe)
        // The shell's word for a command that is not there.
        return status >> 8 & 0xFF != 127
    }
}
