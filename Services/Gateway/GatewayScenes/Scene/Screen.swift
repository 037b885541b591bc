import Domain
import Drawing
import GatewayWords
import Reasons

/// What a scene shows, in words of neither cells nor lines: the same screen is drawn on the grid of a terminal
/// (``GridRenderer``) and read out as lines (``PlainRenderer``).
package struct Screen: Sendable {
    /// What the scene is called.
    package var title: Text
    /// The most important first; at least one.
    package var panes: [Pane]
    /// The pane that keys go to; nil for the first.
    var focus: PaneName?
    /// Whether something is on its way, so that it is worth waiting before the screen is read out.
    package var isWaiting: Bool
    /// What Esc does now; nil where it leaves the scene.
    package var back: Text?

    init(_ title: Text, panes: [Pane], isWaiting: Bool = false) {
        precondition(!panes.isEmpty, "a screen has a pane")
        self.title = title
        self.panes = panes
        self.isWaiting = isWaiting
    }

    /// A screen of one pane.
    init(_ title: Text, blocks: [Block] = [], actions: [SceneAction] = [], isWaiting: Bool = false) {
        self.init(title, panes: [Pane(.main, .blank, blocks: blocks, actions: actions)], isWaiting: isWaiting)
    }

    /// The first pane's.
    var blocks: [Block] {
        get { panes[0].blocks }
        set { panes[0].blocks = newValue }
    }

    /// The first pane's.
    var actions: [SceneAction] {
        get { panes[0].actions }
        set { panes[0].actions = newValue }
    }

    /// The pane that keys go to.
    package var focused: Pane { panes.first { $0.name == focus } ?? panes[0] }

    /// The panes that have a number, 1 for the first.
    package var numbered: [Pane] { panes.filter(\.takesKeys) }

    /// The number of a pane; nil for one that takes no keys.
    package func number(of pane: PaneName) -> Int? { numbered.firstIndex { $0.name == pane }.map { $0 + 1 } }

    /// What keys do now: what the pane with the focus offers, and where the first one leads.
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

    /// What can be done in any of the panes, those of the one with the focus first; Enter is that of the focus alone.
    var everything: [SceneAction] {
        var names: Set<ActionName> = []
        let others = panes.flatMap(\.actions).filter { $0.name != .enter }
        return (offered + others).filter { names.insert($0.name).inserted }
    }

    /// The form, where there is one.
    package var form: Form? { panes.lazy.compactMap(\.form).first }

    /// The question, where there is one.
    package var question: Question? {
        for case .question(let question) in panes.lazy.flatMap(\.blocks) { return question }
        return nil
    }

    /// What can be done here: the answers of a question, then what the pane with the focus offers.
    package func offered(in language: Language) -> [SceneAction] { (question?.actions(in: language) ?? []) + offered }

    /// Whether keys that write something go into a field.
    package var isTyping: Bool { form?.focused?.isTyped ?? false }

    /// The list that keys choose from, where there is one.
    package var list: ListBlock? { focused.list ?? (focused.role == .companion ? panes[0].list : nil) }
}

/// A part of a screen.
package enum Block: Sendable {
    /// A line of pieces.
    case line([Span])
    /// A text that is broken into lines.
    case paragraph(Text, Tone)
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
    /// Names with values and their share of the greatest.
    case bars([Bar])
    /// What is asked, with the answers.
    case question(Question)
    /// How far something is; nil when nobody knows.
    case progress(Double?, Text)
    /// A text as a QR code, for a camera; nothing where it does not fit, or where it is read out.
    case picture(String)
    /// An empty line.
    case gap

    /// A line of one piece.
    static func text(_ text: Text, _ tone: Tone = .plain) -> Block { .line([Span(text, tone)]) }

    /// What went wrong, and below it how to look at what services did, or what to do where none was reached.
    static func fault(_ fault: SceneFault, _ tone: Tone = .bad) -> [Block] {
        var blocks: [Block] = [.paragraph(fault.message, tone)]
        if fault.isOurs, let trace = fault.trace { blocks.append(.text(AppTexts.details(trace), .faint)) }
        if fault.isOutOfReach { blocks.append(.paragraph(AppTexts.startServices, .faint)) }
        return blocks
    }

    /// A heading.
    static func heading(_ text: Text) -> Block { .line([Span(text, .strong)]) }
}

/// A piece of a line with one look.
package struct Span: Sendable, Hashable {
    package let text: Text
    package let tone: Tone
    /// Whether it is a small drawing, which nobody can read out.
    package let isDrawn: Bool

    package init(_ text: Text, _ tone: Tone = .plain) { (self.text, self.tone, isDrawn) = (text, tone, false) }

    /// A line of prices as small as a word.
    init(spark values: [Double], _ tone: Tone = .plain) {
        (text, self.tone, isDrawn) = (Text(verbatim: Sparkline.of(values)), tone, true)
    }

    /// A piece that is alike in all languages.
    package init(verbatim text: String, _ tone: Tone = .plain) { self.init(Text(verbatim: text), tone) }

    /// Nothing.
    static let blank = Span(.blank)
}

/// A name and a value.
package struct Fact: Sendable, Hashable {
    package let name: Text
    package let value: [Span]

    init(_ name: Text, _ value: Text, _ tone: Tone = .plain) { self.init(name, [Span(value, tone)]) }

    init(_ name: Text, _ value: [Span]) { (self.name, self.value) = (name, value) }

    /// An empty line between facts, whose values stay below each other.
    package static let gap = Fact(.blank, [])
}

/// A figure with what it is and what belongs to it.
package struct Card: Sendable, Hashable {
    package let title: Text
    package let value: Span
    package let note: Text?
}

/// A name, a value, and how much of the greatest value it is.
package struct Bar: Sendable, Hashable {
    package let name: Text
    package let value: Text
    /// 0...1.
    package let share: Double
}

/// A drawing.
package struct ChartBlock: Sendable {
    /// How many rows the plot has; nil for as many as are left.
    package let rows: Int?
    /// Whether lines below tell series and marks apart.
    package let hasLegend: Bool
    /// The part of the horizontal axis whose ends are moved.
    package let segment: ChartSegment?
    /// What is drawn; words stand in it, so it is made for a language.
    private let chart: @Sendable (Language) -> Chart

    init(
        rows: Int?, hasLegend: Bool = true, segment: ChartSegment? = nil,
        chart: @escaping @Sendable (Language) -> Chart
    ) {
        self.rows = rows
        self.hasLegend = hasLegend
        self.segment = segment
        self.chart = chart
    }

    /// What is drawn, in a language.
    package func chart(in language: Language) -> Chart {
        var chart = chart(language)
        chart.language = language
        return chart
    }
}
