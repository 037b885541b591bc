/// One stream of text.
package struct TextStream: Sendable {
    /// Whether a person reads along.
    package let isTerminal: Bool
    /// How many columns a line may have; nil for as many as it takes.
    package let width: Int?
    /// Whether colours are wanted.
    package let hasColor: Bool
    private let send: @Sendable ([UInt8]) -> Void

    /// A stream that hands each piece to `send`.
    package init(isTerminal: Bool, width: Int?, hasColor: Bool, send: @escaping @Sendable ([UInt8]) -> Void) {
        self.isTerminal = isTerminal
        self.width = width
        self.hasColor = hasColor
        self.send = send
    }

    /// Writes a text as it is: of our own making, colours included, with texts of others cleaned before.
    package func write(_ text: String) { send(Array(text.utf8)) }

    /// Writes JSON and ends the line, or a part of it; on a terminal what would steer it is escaped.
    package func write(json: [UInt8], isPart: Bool = false) {
        let safe = isTerminal ? TerminalText.json(json) : json
        send(isPart ? safe : safe + [UInt8(ascii: "\n")])
    }

    /// Writes a text that others made; on a terminal what would steer it is replaced.
    package func write(document: String) { send(Array((isTerminal ? TerminalText.lines(document) : document).utf8)) }

    /// Writes bytes as they are.
    package func write(_ bytes: [UInt8]) { send(bytes) }

    /// Writes a line.
    package func print(_ line: String) { write(line + "\n") }
}
