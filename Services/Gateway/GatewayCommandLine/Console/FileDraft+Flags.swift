import GatewaySession
import GatewayWords

// The common flags of commands that write a file.
extension FileDraft {
    /// The file to write to instead of standard output, and whether to replace an existing file.
    package static let flags = [
        FlagShape(
            "output", .text, placeholder: "FILE",
            Text("Write to this file instead of standard output.", "Писать в этот файл, а не на стандартный вывод.")),
        replacing,
    ]

    /// The flag that replaces an existing file.
    package static let replacing = FlagShape(
        "replace", .toggle,
        Text(
            "Replace an existing file; by default it stays.",
            "Заменить файл, если он уже есть; иначе он останется прежним."))
}

extension CommandScene {
    /// True when existing files are replaced.
    package var replacesFiles: Bool { arguments.isOn(FileDraft.replacing.field) }
}
