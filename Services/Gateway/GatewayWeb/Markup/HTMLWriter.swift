/// Writes markup. It is the only place that writes to a page, and it escapes every text.
struct HTMLWriter {
    private(set) var bytes: [UInt8] = []

    /// Creates a writer.
    ///
    /// - Parameter capacity: The expected number of bytes.
    init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    /// Writes a piece.
    mutating func write(_ piece: HTML) {
        switch piece {
        case .text(let text): escape(text)
        case .group(let pieces): for piece in pieces { write(piece) }
        case .element(let tag, let attributes, let content):
            bytes.append(UInt8(ascii: "<"))
            write(name: tag.rawValue)
            for number in attributes.indices {
                // A repeated attribute is a parse error, and browsers take the first.
                if number > 0, attributes[..<number].contains(where: { $0.name == attributes[number].name }) {
                    continue
                }
                write(attributes[number])
            }
            if tag.isShape, content.isEmpty {
                bytes += "/>".utf8
                return
            }
            bytes.append(UInt8(ascii: ">"))
            guard !tag.isVoid else { return }
            if tag.dropsFirstLineBreak { bytes.append(UInt8(ascii: "\n")) }
            for piece in content { write(piece) }
            write(fixed: "</")
            write(name: tag.rawValue)
            bytes.append(UInt8(ascii: ">"))
        }
    }

    /// Writes the name of an element or an attribute, which is a word of the program.
    private mutating func write(name: String) {
        var name = name
        name.withUTF8 { bytes.append(contentsOf: $0) }
    }

    private mutating func write(_ attribute: HTMLAttribute) {
        bytes.append(UInt8(ascii: " "))
        write(name: attribute.name)
        guard let value = attribute.value else { return }
        write(fixed: "=\"")
        escape(value)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a fixed piece of markup that has no way in from outside.
    mutating func write(fixed markup: StaticString) {
        markup.withUTF8Buffer { bytes += $0 }
    }

    /// Writes a text for an element's content or for a value in double quotes: the five characters that mean something
    /// in one of them are named. Control characters become U+FFFD, because pages must not contain them.
    /// - Source: HTML Standard, section 13.1.4.
    ///
    /// Runs of other bytes are copied at once. The controls U+0080 to U+009F are C2 80 to C2 9F in UTF-8.
    mutating func escape(_ text: String) {
        var text = text
        text.withUTF8 { source in
            // The first byte that is not written yet.
            var start = 0
            for index in source.indices where Self.mayNeedSubstitute(source[index]) {
                guard let substitute = Self.substitute(for: source, at: index) else { continue }
                bytes += UnsafeBufferPointer(rebasing: source[start..<index])
                bytes += substitute.text.utf8
                start = index + substitute.length
            }
            if start < source.count { bytes += UnsafeBufferPointer(rebasing: source[start...]) }
        }
    }

    /// True for the bytes with which a character begins that is not written as it is.
    private static func mayNeedSubstitute(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x1F, 0x7F, 0xC2: true
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        default: false
        }
    }

    /// Returns what is written for the character that begins at a byte, and its length; nil when it is written as it
    /// is.
    private static func substitute(
        for source: UnsafeBufferPointer<UInt8>, at index: Int
    ) -> (text: String, length: Int)? {
        switch source[index] {
        case UInt8(ascii: "&"): ("&amp;", 1)
        case UInt8(ascii: "<"): ("&lt;", 1)
        case UInt8(ascii: ">"): ("&gt;", 1)
        case UInt8(ascii: "\""): ("&quot;", 1)
        case UInt8(ascii: "'"): ("&#39;", 1)
        case UInt8(ascii: "\n"), UInt8(ascii: "\t"): nil
        case 0...0x1F, 0x7F: ("\u{FFFD}", 1)
        case 0xC2 where index + 1 < source.count && (0x80...0x9F).contains(source[index + 1]): ("\u{FFFD}", 2)
        default: nil
        }
    }
}
