/// An output stream.
package struct TextStream: Sendable {
    /// True when the stream is a terminal.
    package let isTerminal: Bool
    /// The maximum width of a line in columns; nil for no limit.
    package let width: Int?
    /// True when colours are wanted.
    package let hasColor: Bool
    private let send: @Sendable ([UInt8]) -> Void

    /// Creates a stream that hands each piece to `send`.
    package init(isTerminal: Bool, width: Int?, hasColor: Bool, send: @escaping @Sendable ([UInt8]) -> Void) {
        self.isTerminal = isTerminal
        self.width = width
        self.hasColor = hasColor
        self.send = send
    }

    /// Writes a text as it is. The text is the gateway's own, colours included; texts of others must be cleaned before.
    package func write(_ text: String) { send(Array(text.utf8)) }

    /// Writes JSON and ends the line, or writes a part of it. On a terminal, control characters are escaped.
    package func write(json: [UInt8], isPart: Bool = false) {
        let safe = isTerminal ? TerminalText.json(json) : json
        send(isPart ? safe : safe + [UInt8(ascii: "\n")])
    }

    /// Writes a text of others. On a terminal, control characters are replaced.
    package func write(document: String) { send(Array((isTerminal ? TerminalText.lines(document) : document).utf8)) }

    package func write(_ bytes: [UInt8]) { send(bytes) }

    package func print(_ line: String) { write(line + "\n") }
}
