/// What a command shows a person: lines and tables, in order.
struct Page: Sendable {
    private enum Part: Sendable {
        case line([StyledText])
        case table(Table)
        case picture(QRPicture)
    }

    private var parts: [Part] = []

    /// Adds a line of one or more pieces.
    mutating func line(_ pieces: StyledText...) { parts.append(.line(pieces)) }

    /// Adds an empty line.
    mutating func line() { parts.append(.line([])) }

    /// Adds a line of these pieces.
    mutating func line(of pieces: [StyledText]) { parts.append(.line(pieces)) }

    /// Adds a line of one text.
    mutating func say(_ text: Text, _ look: StyledText.Look = .plain) { line(StyledText(text, look)) }

    /// Adds a line that says this in English or that in Russian.
    mutating func say(_ english: EnglishWording, _ russian: RussianWording, _ look: StyledText.Look = .plain) {
        say(Text(english, russian), look)
    }

    /// Adds a table.
    mutating func table(_ table: Table) { parts.append(.table(table)) }

    /// Adds a picture; it is left out where there is no room for it.
    mutating func picture(_ picture: QRPicture) { parts.append(.picture(picture)) }

    /// Adds `name  value` lines, the values below each other; those without a value are left out.
    mutating func facts(_ facts: [(name: Text, value: StyledText?)]) {
        let present = facts.compactMap { fact in fact.value.map { (fact.name.description, $0) } }
        let width = present.map { DisplayText.width(of: $0.0) }.max() ?? 0
        for (name, value) in present {
            let padding = String(repeating: " ", count: width - DisplayText.width(of: name) + 2)
            line(StyledText(name + padding, .dim), value)
        }
    }

    /// The whole, each line ended.
    func rendered(width: Int?, hasColor: Bool) -> String {
        parts.flatMap { part -> [String] in
            switch part {
            case .line(let pieces): [pieces.map { $0.rendered(hasColor: hasColor) }.joined()]
            case .picture(let picture):
                picture.lines(width: width, hasColor: hasColor).map { $0.rendered(hasColor: hasColor) }
            case .table(let table): table.lines(width: width, hasColor: hasColor)
            }
        }.map { $0 + "\n" }.joined()
    }
}
