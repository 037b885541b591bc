import Domain
import GatewayScenes
import Terminal

/// Shows the scenes of a router on the terminal, and passes input to it.
@MainActor package final class TerminalFace {
    private let router: SceneRouter
    private let thread: TerminalThread
    private let language: Language
    private let isASCII: Bool
    private var size = (rows: 24, columns: 80)
    private var isDrawing = false

    package init(_ router: SceneRouter, on thread: TerminalThread, language: Language, isASCII: Bool) {
        self.router = router
        self.thread = thread
        self.language = language
        self.isASCII = isASCII
    }

    /// Runs until the app is finished or the terminal is closed.
    ///
    /// - Returns: The Unix signal that ended it; nil when the user did.
    package func run() async -> Int32? {
        router.onChange = { [weak self] in self?.changed() }
        draw()
        var signal: Int32?
        for await happening in thread.happenings {
            switch happening {
            case .key(let key): take(key)
            case .resized(let rows, let columns):
                size = (rows, columns)
                draw()
            case .signalled(let number): signal = number
            case .closed: signal = 1
            case .nudged: break
            }
            if signal != nil || router.isFinished { break }
        }
        router.onChange = nil
        await thread.close()
        return signal
    }

    private func take(_ key: TerminalKey) {
        guard let screen = router.top?.screen() else { return }
        if key == .control("z") { return thread.pause() }
        if case .click(let row, let column) = key {
            for input in GridClick.inputs(row: row, column: column, on: renderer, screen) {
                router.receive(.scene(input))
            }
            return
        }
        if let input = KeyMap.input(for: key, on: screen, also: router.globalActions, in: language) {
            router.receive(input)
        }
    }

    /// Draws several changes of one turn once.
    private func changed() {
        if router.isFinished { thread.nudge() }
        guard !isDrawing else { return }
        isDrawing = true
        Task { [weak self] in self?.draw() }
    }

    private var renderer: GridRenderer {
        GridRenderer(rows: size.rows, columns: size.columns, language: language, isASCII: isASCII)
    }

    private func page(_ screen: Screen) -> GridRenderer.Page {
        GridRenderer.Page(path: router.path, screen: screen, corner: router.corner)
    }

    private func draw() {
        isDrawing = false
        guard let screen = router.top?.screen() else { return }
        thread.show(renderer.grid(of: page(screen)))
    }
}

/// The inputs of a mouse click.
enum GridClick {
    /// Moves the focus to the clicked pane, and selects the clicked row of its list, if there is one.
    static func inputs(row: Int, column: Int, on renderer: GridRenderer, _ screen: Screen) -> [SceneInput] {
        guard let spot = renderer.spots(of: screen).first(where: { $0.rect.contains(row: row, column: column) }) else {
            return []
        }
        let pane = PaneRenderer(page: renderer, screen: screen, spot: spot)
        let isOther = spot.pane != screen.focused.name && screen.number(of: spot.pane) != nil
        let chosen = pane.listRow(at: row).map { [SceneInput.choose($0)] } ?? []
        if isOther { return [.pane(spot.pane)] + chosen }
        return spot.pane == screen.focused.name ? chosen : []
    }
}
