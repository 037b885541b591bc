import GatewaySession
import GatewayWords

// The flags of commands that write a file, alike in all of them.
extension FileDraft {
    /// Where to, for commands that write to standard output otherwise, and whether a file that is there gives way.
    package static let flags = [
        FlagShape(
            "output", .text, placeholder: "FILE",
            Text("Write into this file, not to standard output.", "Писать в этот файл, а не на стандартный вывод.")),
        replacing,
    ]

    /// Whether a file that is there gives way.
    package static let replacing = FlagShape(
        "replace", .toggle,
        Text(
            "Replace a file that is there already; it stays otherwise.",
            "Заменить файл, если он уже есть; иначе он останется прежним."))
}

extension CommandScene {
    /// Whether files that are there give way.
    package var replacesFiles: Bool { arguments.isOn(FileDraft.replacing.field) }
}
