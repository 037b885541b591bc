import GatewayWords

/// Wraps texts.
enum Wrapping {
    /// Wraps a text. No line is wider than `width`, except for a single long word.
    static func lines(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = ""
            for word in paragraph.split(separator: " ") {
                let needed = DisplayText.width(of: line) + (line.isEmpty ? 0 : 1) + DisplayText.width(of: String(word))
                if needed > width, !line.isEmpty {
                    lines.append(line)
                    line = ""
                }
                line += (line.isEmpty ? "" : " ") + word
            }
            lines.append(line)
        }
        return lines
    }
}
