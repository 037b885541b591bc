import GatewayWords

/// A manual page in the making: roff with the macros of man(7).
package struct ManualText {
    private var lines: [String]

    /// Begins a page.
    ///
    /// - Parameters:
    ///   - title: The name of the page.
    ///   - section: The section of the manual.
    ///   - source: The program and its version.
    ///   - command: What makes the page.
    package init(_ title: String, section: Int, source: String, madeBy command: String) {
        lines = [#".\" Made by: \#(command)"#]
        macro("TH", title.uppercased(), String(section), "", source, "Kopilka")
    }

    /// The page as it is now.
    package var text: String { lines.map { $0 + "\n" }.joined() }

    /// Begins a section.
    package mutating func section(_ title: Text) { macro("SH", title.description.uppercased()) }

    /// Begins a part of a section.
    package mutating func part(_ title: String) { macro("SS", title) }

    /// Adds the word that the next text explains.
    package mutating func tag(_ text: String) {
        lines.append(".TP")
        lines.append(Self.escaped(text))
    }

    /// Adds a text to the paragraph.
    package mutating func text(_ text: Text) { lines.append(Self.escaped(text.description)) }

    /// Adds a word in bold.
    package mutating func bold(_ text: String) { lines.append(".B " + Self.escaped(text)) }

    /// Ends the line.
    package mutating func lineBreak() { lines.append(".br") }

    /// Adds an example, and what it does.
    package mutating func example(_ line: String, _ meaning: Text) {
        lines += [".RS", ".nf", Self.escaped(line), ".fi", ".RE", ".RS 8", Self.escaped(meaning.description), ".RE"]
    }

    /// Begins a paragraph.
    package mutating func paragraph() { lines.append(".PP") }

    private mutating func macro(_ name: String, _ arguments: String...) {
        let quoted = arguments.map { "\"" + Self.escaped($0).replacing("\"", with: "\\(dq") + "\"" }
        lines.append(".\(name) " + quoted.joined(separator: " "))
    }

    /// Escapes a text for roff: no line is taken for a request, and hyphens can be copied as they are.
    private static func escaped(_ text: String) -> String {
        let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
    }
}
