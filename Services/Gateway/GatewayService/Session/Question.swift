import Coordination
import Glibc

/// Asks a person at the terminal whether to go on.
enum Question {
    /// - Parameter mayAsk: False with `--no-input`.
    /// - Throws: ``UsageError`` when there is nobody to ask; ``Fault`` `cancelled` for any answer but yes.
    static func requireYes(_ question: String, mayAsk: Bool) throws {
        guard mayAsk else {
            throw UsageError(
                Text(
                    "This needs a yes, and --no-input forbids to ask.",
                    "Нужно согласие, а --no-input запрещает спрашивать."), hint: Text("add --yes", "добавьте --yes"),
                field: "yes")
        }
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else {
            throw UsageError(
                Text(
                    "This needs a yes, and there is no terminal to ask at.",
                    "Нужно согласие, а терминала, на котором спросить, нет."),
                hint: Text("add --yes", "добавьте --yes"), field: "yes")
        }
        defer { close(terminal) }
        Descriptor.write(Array((question + " [y/N] ").utf8), to: terminal)
        var answer = [UInt8](repeating: 0, count: 64)
        var count = -1
        repeat { count = read(terminal, &answer, answer.count) } while count < 0 && errno == EINTR
        let word = String(decoding: answer.prefix(max(0, count)), as: UTF8.self).lowercased()
            .filter { !$0.isWhitespace }
        guard ["y", "yes", "д", "да"].contains(word) else {
            throw Fault(.cancelled, "\(Text("Cancelled; nothing was done.", "Отменено; ничего не сделано."))")
        }
    }
}
