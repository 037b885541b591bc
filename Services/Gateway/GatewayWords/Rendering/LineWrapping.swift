/// Wraps lines of styled pieces at spaces, so that the terminal does not wrap them itself.
enum LineWrapping {
    /// Wraps one line. No line is wider than `width`, except for a single long word: it may be an address to copy.
    ///
    /// - Parameters:
    ///   - width: The maximum width; nil does not wrap.
    ///   - indent: The indentation of the second and later lines.
    static func lines(_ pieces: [StyledText], width: Int?, indent: Int) -> [[StyledText]] {
        guard let width, pieces.reduce(0, { $0 + $1.width }) > width else { return [pieces] }
        let indent = indent > width / 2 ? 2 : indent
        var lines: [[StyledText]] = []
        var (line, used, hasWord) = ([StyledText](), 0, false)
        for word in words(of: pieces) {
            let length = word.text.reduce(0) { $0 + $1.width }
            if hasWord, used + word.spaces + length > width {
                lines.append(line)
                line = indent > 0 ? [StyledText(String(repeating: " ", count: indent))] : []
                used = indent
            } else if word.spaces > 0 {
                line.append(StyledText(String(repeating: " ", count: word.spaces)))
                used += word.spaces
            }
            line += word.text
            used += length
            hasWord = true
        }
        return lines + [line]
    }

    /// A word, perhaps in several looks, and the spaces before it.
    private struct Word {
        var spaces = 0
        var text: [StyledText] = []
    }

    private static func words(of pieces: [StyledText]) -> [Word] {
        var words: [Word] = []
        var word = Word()
        for piece in pieces {
            var run = ""
            func close() {
                if !run.isEmpty { word.text.append(StyledText(run, piece.look)) }
                run = ""
            }
            for character in piece.text {
                if character == " " {
                    close()
                    if !word.text.isEmpty {
                        words.append(word)
                        word = Word()
                    }
                    word.spaces += 1
                } else {
                    run.append(character)
                }
            }
            close()
        }
        return word.text.isEmpty ? words : words + [word]
    }
}
