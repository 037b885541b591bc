import GatewayWords

/// The stack of scenes; the top one is visible. Coordinators push and pop scenes, faces draw them and pass input.
@MainActor package final class SceneRouter {
    private struct Entry {
        let scene: Scene
        let onPop: (() -> Void)?
    }

    private var entries: [Entry] = []
    /// Called when the screen must be redrawn.
    package var onChange: (() -> Void)?
    /// The actions available in every scene.
    package var globalActions: [SceneAction] = []
    /// Performs a global action.
    var onGlobalAction: ((ActionName) -> Void)?
    /// Shows a scene at its address instead of on top of this stack. Nil for faces that have one window.
    package var opensElsewhere: ((SceneAddress) -> Void)?
    /// Creates the scene that lists and searches the keys and actions of a screen.
    var makeHelp: ((Screen) -> Scene)?
    /// The content of the upper right corner.
    package var corner = WindowCorner() { didSet { onChange?() } }
    /// True when the app ends.
    package private(set) var isFinished = false

    package init() {}

    /// The top scene.
    package var top: Scene? { entries.last?.scene }
    /// The number of scenes.
    var depth: Int { entries.count }

    /// The titles from the first scene to the top one.
    package var path: [Text] { entries.map(\.scene.title) }

    /// Pushes a scene, or opens it elsewhere: it is then not used.
    ///
    /// - Parameter onPop: Called after the scene is removed.
    func push(_ scene: Scene, onPop: (() -> Void)? = nil) {
        if !entries.isEmpty, let opensElsewhere, let address = scene.address { return opensElsewhere(address) }
        entries.append(Entry(scene: scene, onPop: onPop))
        scene.onChange = { [weak self] in self?.onChange?() }
        scene.open()
        onChange?()
    }

    /// Removes the top scene.
    func pop() {
        guard takeAway() else { return }
        comeBack()
    }

    /// Removes scenes until `depth` are left.
    package func pop(to depth: Int) {
        guard entries.count > max(0, depth) else { return }
        while entries.count > max(0, depth), takeAway() {}
        comeBack()
    }

    private func comeBack() {
        AppWork.$isItsOwn.withValue(true) { top?.comeBack() }
        onChange?()
    }

    /// Removes the top scene without a redraw.
    ///
    /// - Returns: True if there was one.
    private func takeAway() -> Bool {
        guard let entry = entries.popLast() else { return false }
        entry.scene.close()
        entry.scene.onChange = nil
        entry.onPop?()
        return true
    }

    /// Removes a scene and all scenes above it.
    func remove(_ scene: Scene) {
        guard let index = entries.firstIndex(where: { $0.scene === scene }) else { return }
        pop(to: index)
    }

    /// Ends the app.
    func finish() {
        isFinished = true
        onChange?()
    }

    /// Handles an input.
    package func receive(_ input: RouterInput) {
        switch input {
        case .scene(let input): perform(input)
        case .back: _ = goBack()
        case .help:
            guard let screen = top?.screen(), let makeHelp else { return }
            push(makeHelp(screen))
        case .quit: finish()
        }
    }

    /// Goes back a step: inside the top scene, or to the scene below it.
    ///
    /// - Returns: False in the first scene without such a step.
    package func goBack() -> Bool {
        guard let top else { return false }
        if top.goBack() { return true }
        guard entries.count > 1 else { return false }
        pop()
        return true
    }

    private func perform(_ input: SceneInput) {
        // The scene's own action of this name takes precedence: the scene knows its selection.
        if case .perform(let name) = input, globalActions.contains(where: { $0.name == name }),
            top?.screen().everything.contains(where: { $0.name == name }) != true
        {
            onGlobalAction?(name)
            return
        }
        // The palette lists Enter like any other action.
        top?.receive(input == .perform(.enter) ? .enter : input)
    }
}

/// An input to the app.
package enum RouterInput: Hashable, Sendable {
    /// An input to the top scene.
    case scene(SceneInput)
    /// Goes back.
    case back
    /// Shows and searches the actions.
    case help
    /// Leaves the app.
    case quit
}
