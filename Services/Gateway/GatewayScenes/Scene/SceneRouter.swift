import GatewayWords

/// The scenes on top of each other; the uppermost is seen. Coordinators push and pop, faces draw and hand in keys.
@MainActor package final class SceneRouter {
    private struct Entry {
        let scene: Scene
        let onPop: (() -> Void)?
    }

    private var entries: [Entry] = []
    /// Called when something has to be drawn anew.
    package var onChange: (() -> Void)?
    /// What can be done from every scene, by name.
    package var globalActions: [SceneAction] = []
    /// Does one of them.
    var onGlobalAction: ((ActionName) -> Void)?
    /// Makes the scene that lists and searches keys and actions of the screen below it.
    var makeHelp: ((Screen) -> Scene)?
    /// What stands in the upper right corner.
    package var corner = WindowCorner() { didSet { onChange?() } }
    /// Whether the app is to end.
    package private(set) var isFinished = false

    package init() {}

    /// The uppermost scene.
    package var top: Scene? { entries.last?.scene }
    /// How many there are.
    var depth: Int { entries.count }

    /// What the titles say, from the first scene to the uppermost.
    package var path: [Text] { entries.map(\.scene.title) }

    /// Puts a scene on top.
    ///
    /// - Parameter onPop: Called when it is gone.
    func push(_ scene: Scene, onPop: (() -> Void)? = nil) {
        entries.append(Entry(scene: scene, onPop: onPop))
        scene.onChange = { [weak self] in self?.onChange?() }
        scene.open()
        onChange?()
    }

    /// Takes the uppermost scene away.
    func pop() {
        guard takeAway() else { return }
        comeBack()
    }

    /// Takes scenes away until `depth` are left.
    package func pop(to depth: Int) {
        guard entries.count > max(0, depth) else { return }
        while entries.count > max(0, depth), takeAway() {}
        comeBack()
    }

    private func comeBack() {
        AppWork.$isItsOwn.withValue(true) { top?.comeBack() }
        onChange?()
    }

    /// - Returns: Whether there was one.
    private func takeAway() -> Bool {
        guard let entry = entries.popLast() else { return false }
        entry.scene.close()
        entry.scene.onChange = nil
        entry.onPop?()
        return true
    }

    /// Takes a scene away, with all above it.
    func remove(_ scene: Scene) {
        guard let index = entries.firstIndex(where: { $0.scene === scene }) else { return }
        pop(to: index)
    }

    /// Ends the app.
    func finish() {
        isFinished = true
        onChange?()
    }

    /// Takes what a person wants.
    package func receive(_ input: RouterInput) {
        switch input {
        case .scene(let input): perform(input)
        case .back:
            guard let top, !top.goBack() else { return }
            if entries.count > 1 { pop() }
        case .help:
            guard let screen = top?.screen(), let makeHelp else { return }
            push(makeHelp(screen))
        case .quit: finish()
        }
    }

    private func perform(_ input: SceneInput) {
        // What the scene itself does under a name goes first: it knows what is chosen in it.
        if case .perform(let name) = input, globalActions.contains(where: { $0.name == name }),
            top?.screen().everything.contains(where: { $0.name == name }) != true
        {
            onGlobalAction?(name)
            return
        }
        // The palette lists Enter as an action like the others.
        top?.receive(input == .perform(.enter) ? .enter : input)
    }
}

/// What a person wants of the app.
package enum RouterInput: Hashable, Sendable {
    /// Something of the uppermost scene.
    case scene(SceneInput)
    /// To go back.
    case back
    /// To see and search what can be done.
    case help
    /// To leave.
    case quit
}
