import Coordination
import Domain
import GatewayWords

/// Lists and searches actions and their keys, and performs the selected one. It is both the help and the command
/// palette.
enum HelpScene {
    /// The results of the scene.
    enum Output {
        case chosen(ActionName)
        case closed
    }

    /// Creates the scene about a screen.
    @MainActor static func make(
        about screen: Screen, also global: [SceneAction], output: @escaping @MainActor (Output) -> Void
    ) -> Scene {
        let presenter = HelpPresenter(
            HelpState(
                title: screen.title, actions: (screen.question?.actions(in: .current) ?? []) + screen.everything,
                global: global, isTyping: screen.isTyping))
        presenter.output = output
        return Scene(presenter, HelpView())
    }
}

/// The state of the help.
struct HelpState: Sendable {
    let title: Text
    let actions: [SceneAction]
    let global: [SceneAction]
    /// True when letters go into a field of the screen, so that none is a command.
    let isTyping: Bool
    var search = Form([FormField("search", HelpTexts.search)])
    var selected = 0

    /// The actions that match the search: those of the scene, then the global ones.
    var shown: [SceneAction] {
        let words = search["search"].lowercased().split(separator: " ")
        let own = Set(actions.map(\.name))
        return (actions + global.filter { !own.contains($0.name) }).filter { action in
            let texts = Language.allCases.map { action.title.spoken(in: $0).lowercased() } + [action.name.name]
            return words.allSatisfy { word in texts.contains { $0.contains(word) } }
        }
    }
}

/// Searches, and passes on the selected action.
@MainActor final class HelpPresenter: ScenePresenter {
    var state: HelpState { didSet { onChange?() } }
    var onChange: (@MainActor () -> Void)?
    var output: (@MainActor (HelpScene.Output) -> Void)?

    init(_ state: HelpState) { self.state = state }

    func open() {}
    func comeBack() {}
    func close() {}
    func goBack() -> Bool { false }
    var isAsking: Bool { false }
    var pane: PaneName?

    func receive(_ input: SceneInput) {
        switch input {
        case .step(let step) where step != .left && step != .right:
            state.selected = step.row(from: state.selected, count: state.shown.count)
        case .choose(let row): state.selected = row
        case .enter:
            let shown = state.shown
            guard shown.indices.contains(state.selected), shown[state.selected].obstacle == nil else { return }
            output?(.chosen(shown[state.selected].name))
        default:
            if state.search.receive(input) != nil { state.selected = 0 }
        }
    }
}

struct HelpView: SceneView {
    func screen(_ state: HelpState) -> Screen {
        var screen = Screen(HelpTexts.title)
        let rows = state.shown.map { action in
            [
                Span(action.key.map(KeyText.name) ?? Text(verbatim: ""), .strong), Span(action.title),
                Span(action.obstacle ?? Text(verbatim: ""), .faint),
            ]
        }
        let columns: [ListBlock.Column] = [
            .words(HelpTexts.key), .words(HelpTexts.action), .text(Text(verbatim: "")),
        ]
        screen.blocks = [
            .form(state.search), .gap,
            rows.isEmpty
                ? .text(HelpTexts.nothing, .faint) : .list(ListBlock(columns, rows: rows, selected: state.selected)),
            .gap, .paragraph(state.isTyping ? HelpTexts.typingKeys : HelpTexts.usualKeys, .faint),
        ]
        screen.actions = [SceneAction(.enter, .enter, HelpTexts.doIt)]
        return screen
    }
}
