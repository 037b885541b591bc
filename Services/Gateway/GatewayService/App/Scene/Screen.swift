import Domain
import Drawing
import Terminal

/// What a scene shows, in words of neither cells nor lines: the same screen is drawn on the grid of a terminal
/// (``GridRenderer``) and read out as lines (``PlainRenderer``).
struct Screen: Sendable {
    /// What the scene is called.
    var title: Text
    /// From top to bottom.
    var blocks: [Block]
    /// What can be done here, the most usual first.
    var actions: [SceneAction]
    /// Whether something is on its way, so that it is worth waiting before the screen is read out.
    var isWaiting: Bool

    init(_ title: Text, blocks: [Block] = [], actions: [SceneAction] = [], isWaiting: Bool = false) {
        self.title = title
        self.blocks = blocks
        self.actions = actions
        self.isWaiting = isWaiting
    }

    /// The form, where there is one.
    var form: Form? {
        for case .form(let form) in blocks { return form }
        return nil
    }

    /// Whether keys that write something go into a field.
    var isTyping: Bool { form?.focused?.isTyped ?? false }

    /// The list, where there is one.
    var list: ListBlock? {
        for case .list(let list) in blocks { return list }
        return nil
    }
}

/// A part of a screen.
enum Block: Sendable {
    /// A line of pieces.
    case line([Span])
    /// A text that is broken into lines.
    case paragraph(Text, TerminalStyle)
    /// Names and values below each other.
    case facts([Fact])
    /// Rows to choose from.
    case list(ListBlock)
    /// Fields to fill.
    case form(Form)
    /// A drawing, in words where nobody sees.
    case chart(ChartBlock)
    /// A few figures beside each other.
    case cards([Card])
    /// How far something is; nil when nobody knows.
    case progress(Double?, Text)
    /// An empty line.
    case gap

    /// A line of one piece.
    static func text(_ text: Text, _ style: TerminalStyle = .plain) -> Block { .line([Span(text, style)]) }

    /// What went wrong, and below it how to look at what services did, or what to do where none was reached.
    static func fault(_ fault: SceneFault, _ style: TerminalStyle = .red) -> [Block] {
        var blocks: [Block] = [.paragraph(fault.message, style)]
        if let trace = fault.trace { blocks.append(.text(AppTexts.whatWasDone(trace), .dim)) }
        if fault.isOutOfReach { blocks.append(.paragraph(AppTexts.startServices, .dim)) }
        return blocks
    }

    /// A heading.
    static func heading(_ text: Text) -> Block { .line([Span(text, TerminalStyle(.cyan, isBold: true))]) }
}

/// A piece of a line with one look.
struct Span: Sendable, Hashable {
    let text: Text
    let style: TerminalStyle
    /// Whether it is a small drawing, which nobody can read out.
    let isDrawn: Bool

    init(_ text: Text, _ style: TerminalStyle = .plain) { (self.text, self.style, isDrawn) = (text, style, false) }

    /// A line of prices as small as a word.
    init(spark values: [Double], _ style: TerminalStyle = .plain) {
        (text, self.style, isDrawn) = (Text(verbatim: PatternPage.spark(values)), style, true)
    }

    /// A piece that is alike in all languages.
    init(verbatim text: String, _ style: TerminalStyle = .plain) { self.init(Text(verbatim: text), style) }
}

/// A name and a value.
struct Fact: Sendable, Hashable {
    let name: Text
    let value: [Span]

    init(_ name: Text, _ value: Text, _ style: TerminalStyle = .plain) {
        self.name = name
        self.value = [Span(value, style)]
    }
}

/// A figure with what it is and what belongs to it.
struct Card: Sendable, Hashable {
    let title: Text
    let value: Span
    let note: Text?
}

/// A drawing.
struct ChartBlock: Sendable {
    /// How many rows the plot has; nil for as many as are left.
    let rows: Int?
    /// What is drawn; words stand in it, so it is made for a language.
    private let chart: @Sendable (Language) -> Chart

    init(rows: Int?, chart: @escaping @Sendable (Language) -> Chart) {
        self.rows = rows
        self.chart = chart
    }

    /// What is drawn, in a language.
    func chart(in language: Language) -> Chart {
        var chart = chart(language)
        chart.language = language
        return chart
    }
}

/// Something that can be done in a scene.
struct SceneAction: Sendable, Hashable {
    /// What the presenter knows it by.
    let name: ActionName
    /// What triggers it; nil where only Enter, the palette or a line does.
    let key: TerminalKey?
    /// What it does.
    let title: Text
    /// Why it cannot be done now; nil when it can.
    var obstacle: Text?
    /// Whether it stands in the bottom line, as far as there is room.
    var isHinted = true

    init(_ name: ActionName, _ key: TerminalKey?, _ title: Text, obstacle: Text? = nil, isHinted: Bool = true) {
        self.name = name
        self.key = key
        self.title = title
        self.obstacle = obstacle
        self.isHinted = isHinted
    }
}

/// The name of an action.
struct ActionName: Hashable, Sendable, ExpressibleByStringLiteral {
    let name: String

    init(_ name: String) { self.name = name }
    init(stringLiteral name: String) { self.init(name) }

    /// What Enter does, where a scene lists it.
    static let enter: ActionName = "enter"
    /// Asks again after a fault.
    static let retry: ActionName = "retry"
}
