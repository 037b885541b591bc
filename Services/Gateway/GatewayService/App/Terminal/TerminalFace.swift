import Domain
import Terminal

/// Shows the scenes of a router on the terminal and hands it what is typed.
@MainActor final class TerminalFace {
    private let router: SceneRouter
    private let thread: TerminalThread
    private let language: Language
    private let isASCII: Bool
    private var size = (rows: 24, columns: 80)
    private var isDrawing = false

    init(_ router: SceneRouter, on thread: TerminalThread, language: Language, isASCII: Bool) {
        self.router = router
        self.thread = thread
        self.language = language
        self.isASCII = isASCII
    }

    /// Runs until the app is finished or the terminal is gone.
    ///
    /// - Returns: The signal that ended it, nil when a person did.
    func run() async -> Int32? {
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
        if case .click(let row, _) = key {
            if let index = GridClick.row(at: row, on: renderer, page(screen)) {
                router.receive(.scene(.choose(index)))
            }
            return
        }
        if let input = KeyMap.input(for: key, on: screen, also: router.globalActions) { router.receive(input) }
    }

    /// Several changes of one turn are drawn once.
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

/// Which row of a list a click meant.
enum GridClick {
    /// The number of the row of the list that stands in a row of the window; nil for none.
    static func row(at row: Int, on renderer: GridRenderer, _ page: GridRenderer.Page) -> Int? {
        let blocks = BlockRenderer(page: renderer, width: renderer.columns - 2)
        let heights = blocks.heights(of: page.screen.blocks, in: renderer.rows - 4)
        var top = 2
        for (block, height) in zip(page.screen.blocks, heights) {
            if case .list(let list) = block, (top..<(top + height)).contains(row) {
                let titles = list.hasTitles ? 1 : 0
                let visible = height - titles
                let first = ListRenderer.firstRow(
                    count: list.rows.count, visible: visible, selected: list.selected ?? 0)
                let index = first + row - top - titles
                return row - top >= titles && list.rows.indices.contains(index) ? index : nil
            }
            top += height
        }
        return nil
    }
}
