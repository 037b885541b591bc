/// A presenter with its view, whatever their types.
@MainActor final class Scene {
    /// What to draw now.
    let screen: () -> Screen
    /// The presenter's own methods.
    let receive: (SceneInput) -> Void
    let goBack: () -> Bool
    private let opening: () -> Void
    private let closing: () -> Void
    private let comingBack: () -> Void
    /// Called after each change.
    var onChange: (() -> Void)?

    init<Presenter: ScenePresenter, View: SceneView>(_ presenter: Presenter, _ view: View)
    where Presenter.State == View.State {
        screen = {
            var screen = view.screen(presenter.state)
            screen.isWaiting = screen.isWaiting || presenter.isAsking
            return screen
        }
        receive = { presenter.receive($0) }
        goBack = { presenter.goBack() }
        opening = { presenter.open() }
        closing = { presenter.close() }
        comingBack = { presenter.comeBack() }
        presenter.onChange = { [weak self] in self?.onChange?() }
    }

    func open() { opening() }
    func close() { closing() }
    func comeBack() { comingBack() }
}

/// Turns the state of a scene into what is seen of it.
protocol SceneView: Sendable {
    /// What there is to show.
    associatedtype State: Sendable

    /// The whole screen.
    func screen(_ state: State) -> Screen
}
