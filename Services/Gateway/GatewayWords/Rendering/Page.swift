import Domain

/// The output of a command for people: lines and tables, in order.
package struct Page: Sendable {
    private enum Part: Sendable {
        case line([StyledText], indent: Int)
        case table(Table)
        case picture(QRPicture)
    }

    private var parts: [Part] = []

    package init() {}

    /// Adds a line of one or more pieces.
    package mutating func line(_ pieces: StyledText...) { line(of: pieces) }

    /// Adds an empty line.
    package mutating func line() { line(of: []) }

    package mutating func line(of pieces: [StyledText]) { parts.append(.line(pieces, indent: 0)) }

    /// Adds a line of one text.
    package mutating func say(_ text: Text, _ look: StyledText.Look = .plain) { line(StyledText(text, look)) }

    /// Adds a line with an English and a Russian wording.
    package mutating func say(_ english: EnglishWording, _ russian: RussianWording, _ look: StyledText.Look = .plain) {
        say(Text(english, russian), look)
    }

    package mutating func table(_ table: Table) { parts.append(.table(table)) }

    /// Adds a picture; it is left out where there is no room for it.
    package mutating func picture(_ picture: QRPicture) { parts.append(.picture(picture)) }

    /// Adds `name  value` lines with aligned values; facts without a value are left out.
    package mutating func facts(_ facts: [(name: Text, value: StyledText?)]) {
        let present = facts.compactMap { fact in fact.value.map { (fact.name.description, $0) } }
        let width = present.map { DisplayText.width(of: $0.0) }.max() ?? 0
        for (name, value) in present {
            let padding = String(repeating: " ", count: width - DisplayText.width(of: name) + 2)
            parts.append(.line([StyledText(name + padding, .dim), value], indent: width + 2))
        }
    }

    /// Renders the page; each line ends with a line break. The last line names the columns that tables had no room for.
    ///
    /// - Parameters:
    ///   - width: The columns of the terminal; nil for no limit.
    ///   - today: Days of its year may lose their year where a table has no room.
    package func rendered(width: Int?, hasColor: Bool, today: CalendarDay? = nil) -> String {
        var (lines, leftOut) = ([String](), [String]())
        for part in parts {
            switch part {
            case .line(let pieces, let indent):
                lines += LineWrapping.lines(pieces, width: width, indent: indent).map { line in
                    line.map { $0.rendered(hasColor: hasColor) }.joined()
                }
            case .picture(let picture):
                lines += picture.lines(width: width, hasColor: hasColor).map { $0.rendered(hasColor: hasColor) }
            case .table(let table):
                let layout = TableLayout(table, width: width, today: today)
                lines += layout.lines(hasColor: hasColor)
                for name in layout.leftOut.map(\.description) where !name.isEmpty && !leftOut.contains(name) {
                    leftOut.append(name)
                }
            }
        }
        if !leftOut.isEmpty {
            let names = leftOut.joined(separator: ", ")
            let said = StyledText("not shown: \(names) (--wide)", "не показано: \(names) (--wide)", .dim)
            lines += LineWrapping.lines([said], width: width, indent: 0).map {
                $0.map { $0.rendered(hasColor: hasColor) }.joined()
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }
}
