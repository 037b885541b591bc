import GatewayWords

/// A presenter with its view, without their types.
@MainActor package final class Scene {
    /// Returns the screen to draw now.
    package let screen: () -> Screen
    /// The presenter's own methods.
    let receive: (SceneInput) -> Void
    let goBack: () -> Bool
    /// A cache of the last screen. Faces read the screen several times for each input, so the view runs only after a
    /// change of the state.
    private final class Memo {
        /// The title of the last screen.
        var title: Text?
        /// The last output of the view and the time zone of its moments; nil after a change.
        var drawn: (screen: Screen, zone: String)?
    }

    /// The place by which a face with links finds the scene again; nil for one that only lies on another.
    package let address: SceneAddress?
    private let memo: Memo
    private let opening: () -> Void
    private let closing: () -> Void
    private let comingBack: () -> Void
    /// Called after each change.
    var onChange: (() -> Void)?

    init<Presenter: ScenePresenter, View: SceneView>(
        _ presenter: Presenter, _ view: View, at address: SceneAddress? = nil
    ) where Presenter.State == View.State {
        self.address = address
        let memo = Memo()
        self.memo = memo
        screen = {
            let zone = WallClocks.mark
            if let drawn = memo.drawn, drawn.zone == zone { return Self.completed(drawn.screen, by: presenter, memo) }
            let drawn = view.screen(presenter.state)
            memo.drawn = (drawn, zone)
            return Self.completed(drawn, by: presenter, memo)
        }
        receive = { input in if case .pane(let pane) = input { presenter.show(pane) } else { presenter.receive(input) }
        }
        goBack = { [screen] in Self.goesBack(presenter, on: screen) }
        opening = { presenter.open() }
        closing = { presenter.close() }
        comingBack = { presenter.comeBack() }
        presenter.onChange = { [weak self] in
            memo.drawn = nil
            self?.onChange?()
        }
    }

    /// Adds to a screen what presenters know beside their state, which may change without it.
    private static func completed(_ drawn: Screen, by presenter: any ScenePresenter, _ memo: Memo) -> Screen {
        var screen = drawn
        screen.isWaiting = screen.isWaiting || presenter.isAsking
        if let pane = presenter.pane, screen.number(of: pane) != nil { screen.focus = pane }
        for index in screen.panes.indices where !screen.panes[index].sources.isEmpty {
            screen.panes[index].staleSince = presenter.silence(of: screen.panes[index].sources)
        }
        if screen.focused.name != screen.panes[0].name { screen.back = AppTexts.firstPane }
        memo.title = screen.title
        return screen
    }

    private static func goesBack(_ presenter: any ScenePresenter, on screen: () -> Screen) -> Bool {
        if presenter.goBack() { return true }
        let seen = screen()
        guard seen.focused.name != seen.panes[0].name else { return false }
        presenter.pane = nil
        return true
    }

    /// The title, which needs no drawing for a scene below another.
    var title: Text { memo.title ?? screen().title }

    func open() { opening() }
    func close() { closing() }
    func comeBack() { comingBack() }
}

/// Converts the state of a scene into a screen.
protocol SceneView: Sendable {
    /// The state to show.
    associatedtype State: Sendable

    /// Returns the whole screen.
    func screen(_ state: State) -> Screen
}
