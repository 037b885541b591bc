import Coordination
import Domain

/// What the scenes of a run have in common.
package struct SceneTools: Sendable {
    /// Tells what is new in services.
    let live: LiveUpdates
    /// The time of day.
    let clock: WallClock
    /// What `~` stands for in paths.
    var home: String?
    /// How long to wait before something that failed is asked for again; doubled each time, up to eight times.
    let retryPause: Duration
    /// How long after money has moved to look again at what history made of it, one after another.
    let catchUpPauses: [Duration]
    /// How long typing has to pause before a service is asked about it.
    let typingPause: Duration

    package init(
        live: LiveUpdates, clock: WallClock, home: String? = nil, retryPause: Duration = .seconds(1),
        catchUpPauses: [Duration] = [.milliseconds(200), .seconds(1), .seconds(4), .seconds(15), .seconds(40)],
        typingPause: Duration = .milliseconds(250)
    ) {
        self.live = live
        self.clock = clock
        self.home = home
        self.retryPause = retryPause
        self.catchUpPauses = catchUpPauses
        self.typingPause = typingPause
    }
}

/// The rules of a scene: it takes what a person wants and changes its state, which a view turns into a screen. It asks
/// services by signals and knows neither terminal nor keys.
@MainActor class StatePresenter<State: Sendable>: ScenePresenter {
    /// What to draw.
    var state: State { didSet { onChange?() } }
    var onChange: (@MainActor () -> Void)?
    /// The pane that keys go to; nil for the first.
    var pane: PaneName? { didSet { onChange?() } }
    /// Where signals are sent: the coordinator that routes to this scene.
    let signals: any Transmitter
    let tools: SceneTools
    private var works: [AnyKeyPath: Task<Void, Never>] = [:]
    private var asked: Set<AnyKeyPath> = []
    /// Whether something that was asked for has not come yet, also where what there was before is still shown.
    var isAsking: Bool { !asked.isEmpty }
    /// What is done on which answer to the open question.
    var answers: [ActionName: @MainActor () -> Void] = [:]
    private var others: [Task<Void, Never>] = []
    private var attempt = OpenAttempt()
    private var subscriptions: [LiveUpdates.Subscription] = []
    private var catchingUp: Task<Void, Never>?

    init(_ state: State, signals: any Transmitter, tools: SceneTools) {
        self.state = state
        self.signals = signals
        self.tools = tools
    }

    /// Has keys go to a pane.
    func show(_ pane: PaneName) { self.pane = pane }

    func silence(of services: [String]) -> Instant? { tools.live.silence(of: services) }

    func open() {}

    func receive(_ input: SceneInput) {}

    func goBack() -> Bool { false }

    func comeBack() {}

    func close() {
        for work in works.values { work.cancel() }
        for other in others { other.cancel() }
        works = [:]
        others = []
        answers = [:]
        subscriptions = []
    }

    /// Sends a signal; a session that has ended leads back to signing in, wherever that is noticed.
    ///
    /// - Parameter key: Names an attempt at a change. By default it is a new one, and while it is not known what became of a
    ///   change, the one that it was sent by before: however often it is tried, it is done once.
    func ask<S: Signal>(
        _ signal: S, key: String? = nil, progress: ProgressReporter? = nil, within limit: Duration = .seconds(10)
    ) async throws -> S.Answer {
        guard key == nil, S.effect == .changes, S.access == .session else {
            return try await send(signal, key: key, progress, limit)
        }
        let change = try OpenAttempt.Change(signal)
        do {
            let answer = try await send(signal, key: attempt.key(for: change, new: newKey), progress, limit)
            attempt.answered(change)
            return answer
        } catch {
            attempt.failed(change, error)
            throw error
        }
    }

    private func send<S: Signal>(
        _ signal: S, key: String?, _ progress: ProgressReporter?, _ limit: Duration
    ) async throws -> S.Answer {
        do {
            // Whoever asks the service is the first to give up, since it knows what became of it.
            return try await AppWork.$limit.withValue(limit) {
                try await signals.send(
                    signal, context: SignalContext(idempotencyKey: key, progress: progress),
                    within: limit + .milliseconds(500))
            }
        } catch let fault as Fault where fault.code == .unauthenticated && S.access == .session {
            _ = try? await signals.broadcast(
                AppSignal.SessionEnded(message: fault.message), context: SignalContext(), within: nil)
            throw fault
        }
    }

    /// Gets something and keeps it in the state; what cannot be had now is asked for again until it can, or the scene ends.
    func load<Value: Sendable>(
        _ place: WritableKeyPath<State, Loadable<Value>>,
        _ work: @escaping @MainActor () async throws -> Value
    ) {
        works[place]?.cancel()
        asked.insert(place)
        works[place] = Task { [weak self, pause = tools.retryPause] in
            await Retrying.untilDone(pausing: pause) {
                let value = try await work()
                return {
                    self?.asked.remove(place)
                    self?.state[keyPath: place] = .content(value, stale: nil)
                }
            } failed: { error in
                self?.failed(error, at: place) ?? false
            }
        }
    }

    /// Shows why something could not be had. Returns true when it may be had later.
    private func failed<Value: Sendable>(
        _ error: any Error, at place: WritableKeyPath<State, Loadable<Value>>
    ) -> Bool {
        asked.remove(place)
        var fault = SceneFault(error)
        if let before = state[keyPath: place].fault, before.code == fault.code {
            fault.trace = fault.trace ?? before.trace
        }
        if let old = state[keyPath: place].value {
            state[keyPath: place] = .content(old, stale: fault)
        } else {
            state[keyPath: place] = .failed(fault)
        }
        return fault.isRetryable
    }

    /// Does something that ends with the scene.
    @discardableResult
    func run(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        let task = Task { await work() }
        others.append(task)
        return task
    }

    /// A name for something that is to be done once.
    func newKey() -> String { Identifier.timeOrdered(at: tools.clock.now()) }

    /// Calls `body` when a service has news, or is back after it was gone.
    func follow(_ services: String..., then body: @escaping @MainActor () -> Void) {
        subscriptions.append(tools.live.subscribe(to: services, body))
    }

    /// Calls `body` when history has news, and when money has moved, then a few times more, ever later, as after the
    /// scene was opened: of money history tells nothing by itself, and reads the events of ledger at the same time as this
    /// app does, or later when it has much to do.
    func followMoney(then body: @escaping @MainActor () -> Void) {
        follow("history", then: body)
        follow("ledger") { [weak self] in
            body()
            self?.catchUp(body)
        }
        catchUp(body)
    }

    private func catchUp(_ body: @escaping @MainActor () -> Void) {
        catchingUp?.cancel()
        catchingUp = run { [weak self, pauses = tools.catchUpPauses] in
            for pause in pauses {
                guard (try? await Task.sleep(for: pause)) != nil, let self else { return }
                // What is on its way already is new enough, and asking again would take it back.
                if !isAsking { AppWork.$isItsOwn.withValue(true) { body() } }
            }
        }
    }
}

/// What every scene's presenter can do.
@MainActor protocol ScenePresenter: AnyObject {
    /// What it has to show.
    associatedtype State: Sendable

    /// What to draw now.
    var state: State { get }
    /// Called after each change of the state.
    var onChange: (@MainActor () -> Void)? { get set }
    /// The pane that keys go to; nil for the first, also where there is no other.
    var pane: PaneName? { get set }
    /// A person goes to a pane.
    func show(_ pane: PaneName)
    /// The scene is on its way to the screen.
    func open()
    /// What was above the scene is gone, and it is seen again.
    func comeBack()
    /// The scene has left it for good.
    func close()
    /// Takes what a person wants.
    func receive(_ input: SceneInput)
    /// Goes a step back inside the scene.
    /// - Returns: False when there is none, so that the scene is left.
    func goBack() -> Bool
    /// Whether something is on its way that the state does not tell of.
    var isAsking: Bool { get }
    /// Since when one of these services does not answer; nil while all do.
    func silence(of services: [String]) -> Instant?
}

extension ScenePresenter {
    /// Has keys go to the pane.
    func show(_ pane: PaneName) { self.pane = pane }

    /// Nil: most presenters that are no ``StatePresenter`` ask no service.
    func silence(of services: [String]) -> Instant? { nil }
}
