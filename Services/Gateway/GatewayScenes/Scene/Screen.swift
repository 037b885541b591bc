import Domain
import Drawing
import GatewayWords
import Reasons

/// The content of a scene, independent of cells and lines: the same screen is drawn on the grid of a terminal
/// (``GridRenderer``) and read out as lines (``PlainRenderer``).
package struct Screen: Sendable {
    /// The title of the scene.
    package var title: Text
    /// The panes, the most important first; at least one.
    package var panes: [Pane]
    /// The pane with the focus; nil for the first.
    var focus: PaneName?
    /// True while a request is under way, so that the screen is read out only afterwards.
    package var isWaiting: Bool
    /// True for a receipt: the next visit begins a new scene.
    package var isFinished = false
    /// True when it shows something only once: no copy of it is kept.
    package var isSecret = false
    /// The action of Esc; nil where it leaves the scene.
    package var back: Text?

    init(_ title: Text, panes: [Pane], isWaiting: Bool = false) {
        precondition(!panes.isEmpty, "a screen has a pane")
        self.title = title
        self.panes = panes
        self.isWaiting = isWaiting
    }

    /// Creates a screen of one pane.
    package init(_ title: Text, blocks: [Block] = [], actions: [SceneAction] = [], isWaiting: Bool = false) {
        self.init(title, panes: [Pane(.main, .blank, blocks: blocks, actions: actions)], isWaiting: isWaiting)
    }

    /// The blocks of the first pane.
    var blocks: [Block] {
        get { panes[0].blocks }
        set { panes[0].blocks = newValue }
    }

    /// The actions of the first pane.
    var actions: [SceneAction] {
        get { panes[0].actions }
        set { panes[0].actions = newValue }
    }

    /// The pane with the focus.
    package var focused: Pane { panes.first { $0.name == focus } ?? panes[0] }

    /// The panes with a number, 1 for the first.
    package var numbered: [Pane] { panes.filter(\.takesKeys) }

    /// Returns the number of a pane; nil for one that takes no keys.
    package func number(of pane: PaneName) -> Int? { numbered.firstIndex { $0.name == pane }.map { $0 + 1 } }

    /// The actions of the keys: those of the pane with the focus, and the first pane's links to other scenes.
    package var offered: [SceneAction] {
        let own = focused.actions
        guard focused.name != panes[0].name else { return own }
        let names = Set(own.map(\.name))
        let keys = Set(own.compactMap(\.key))
        return own
            + actions.filter { action in
                action.group == .view && !names.contains(action.name) && !(action.key.map(keys.contains) ?? false)
            }
    }

    /// The actions of all panes, those of the pane with the focus first; Enter belongs to that pane only.
    var everything: [SceneAction] {
        var names: Set<ActionName> = []
        let others = panes.flatMap(\.actions).filter { $0.name != .enter }
        return (offered + others).filter { names.insert($0.name).inserted }
    }

    /// The form, if there is one.
    package var form: Form? { panes.lazy.compactMap(\.form).first }

    /// The question, if there is one.
    package var question: Question? {
        for case .question(let question) in panes.lazy.flatMap(\.blocks) { return question }
        return nil
    }

    /// Returns the available actions: the answers of a question, then the actions of the pane with the focus.
    package func offered(in language: Language) -> [SceneAction] { (question?.actions(in: language) ?? []) + offered }

    /// True when printable keys go into a field.
    package var isTyping: Bool { form?.focused?.isTyped ?? false }

    /// The list that keys select from, if there is one.
    package var list: ListBlock? { focused.list ?? (focused.role == .companion ? panes[0].list : nil) }
}

/// A part of a screen.
package enum Block: Sendable {
    /// A line of pieces.
    case line([Span])
    /// A line of alternatives.
    case choices(ChoiceLine)
    /// A text that is wrapped.
    case paragraph(Text, Tone)
    /// Names and values, one pair per line.
    case facts([Fact])
    /// A list to select from.
    case list(ListBlock)
    /// A form.
    case form(Form)
    /// A chart; read out in words.
    case chart(ChartBlock)
    /// A few figures side by side.
    case cards([Card])
    /// Names with values and their share of the greatest value.
    case bars([Bar])
    /// A question with its answers.
    case question(Question)
    /// The progress of something; nil when it is unknown.
    case progress(Double?, Text)
    /// A text as a QR code, for a camera; omitted where it does not fit, and when the screen is read out.
    case picture(String)
    /// A request to an authenticator; faces without one say so.
    case passkey(PasskeyBlock)
    /// An empty line.
    case gap

    /// Creates a line of one piece.
    static func text(_ text: Text, _ tone: Tone = .plain) -> Block { .line([Span(text, tone)]) }

    /// Returns the message of a fault, followed by the command that shows its trace, or by advice if no service was
    /// reached.
    static func fault(_ fault: SceneFault, _ tone: Tone = .bad) -> [Block] {
        var blocks: [Block] = [.paragraph(fault.message, tone)]
        if fault.isOurs, let trace = fault.trace { blocks.append(.text(AppTexts.details(trace), .faint)) }
        if fault.isOutOfReach { blocks.append(.paragraph(AppTexts.startServices, .faint)) }
        return blocks
    }

    /// Creates a heading.
    static func heading(_ text: Text) -> Block { .line([Span(text, .strong)]) }
}

/// A piece of a line with one tone.
package struct Span: Sendable, Hashable {
    package let text: Text
    package let tone: Tone
    /// True for a small drawing, which cannot be read out.
    package let isDrawn: Bool

    package init(_ text: Text, _ tone: Tone = .plain) { (self.text, self.tone, isDrawn) = (text, tone, false) }

    /// Creates a line chart of prices in the size of a word.
    init(spark values: [Double], _ tone: Tone = .plain) {
        (text, self.tone, isDrawn) = (Text(verbatim: Sparkline.of(values)), tone, true)
    }

    /// Creates a piece that is the same in all languages.
    package init(verbatim text: String, _ tone: Tone = .plain) { self.init(Text(verbatim: text), tone) }

    /// The empty piece.
    static let blank = Span(.blank)
}

/// A name and a value.
package struct Fact: Sendable, Hashable {
    package let name: Text
    package let value: [Span]

    init(_ name: Text, _ value: Text, _ tone: Tone = .plain) { self.init(name, [Span(value, tone)]) }

    init(_ name: Text, _ value: [Span]) { (self.name, self.value) = (name, value) }

    /// An empty line between facts; the values stay aligned.
    package static let gap = Fact(.blank, [])
}

/// A figure with its title and its details.
package struct Card: Sendable, Hashable {
    package let title: Text
    package let value: Span
    package let note: Text?
}

/// A name, a value, and the value's share of the greatest one.
package struct Bar: Sendable, Hashable {
    package let name: Text
    package let value: Text
    /// Between 0 and 1.
    package let share: Double
}

/// A chart.
package struct ChartBlock: Sendable {
    /// The number of rows of the plot; nil for all remaining rows.
    package let rows: Int?
    /// True to explain series and marks below the chart in a terminal, where rows are few. Pages always explain them.
    package let hasLegend: Bool
    /// The part of the horizontal axis whose ends the user moves.
    package let segment: ChartSegment?
    /// The segment, if keys move its ends.
    package var keySegment: ChartSegment? { segment.flatMap { $0.isMovedByKeys ? $0 : nil } }
    /// Creates the chart; it contains words, so it depends on the language.
    private let chart: @Sendable (Language) -> Chart

    package init(
        rows: Int?, hasLegend: Bool = true, segment: ChartSegment? = nil,
        chart: @escaping @Sendable (Language) -> Chart
    ) {
        self.rows = rows
        self.hasLegend = hasLegend
        self.segment = segment
        self.chart = chart
    }

    /// Returns the chart in a language.
    package func chart(in language: Language) -> Chart {
        var chart = chart(language)
        chart.language = language
        return chart
    }
}
