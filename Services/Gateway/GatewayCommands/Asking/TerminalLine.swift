import Coordination
import GatewayCommandLine
import GatewayWords
import Glibc

/// Asks for a visible line at the terminal: `/dev/tty`.
enum TerminalLine {
    private static let longest = 4096

    /// Returns the typed line, up to Return; nil when this process has no terminal.
    ///
    /// - Throws: ``Fault`` `cancelled` on Ctrl-D.
    static func ask(_ prompt: String) throws(Fault) -> String? {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        Descriptor.write(Array(prompt.utf8), to: terminal)
        var bytes: [UInt8] = []
        while bytes.count < longest {
            var byte: UInt8 = 0
            let count = read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else {
                throw Fault(.cancelled, "\(Text("Cancelled; nothing was done.", "Отменено; ничего не сделано."))")
            }
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        throw Fault(
            .cancelled,
            "\(Text("The line is too long; nothing was done.", "Строка слишком длинная; ничего не сделано."))")
    }
}
