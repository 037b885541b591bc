import Coordination
import Domain
import GatewaySession

/// The tools shared by the scenes of a run.
package struct SceneTools: Sendable {
    /// Reports changes in services.
    let live: LiveUpdates
    let clock: WallClock
    /// The directory that `~` stands for in paths.
    var home: String?
    /// True for faces whose user is the user of this process: only then may a path name a file of this machine.
    let readsFiles: Bool
    /// True for faces that can reach an authenticator for passkeys.
    let usesPasskeys: Bool
    /// The name of the sessions that begin here, for the list of sessions.
    let deviceName: String
    /// The pause before the first retry; it doubles with each retry, up to eight times the first.
    let retryPause: Duration
    /// The pauses between refreshes after money has moved, until history has caught up.
    let catchUpPauses: [Duration]
    /// The pause in typing after which a service is called.
    let typingPause: Duration

    package init(
        live: LiveUpdates, clock: WallClock, home: String? = nil, retryPause: Duration = .seconds(1),
        catchUpPauses: [Duration] = [.milliseconds(200), .seconds(1), .seconds(4), .seconds(15), .seconds(40)],
        typingPause: Duration = .milliseconds(250), readsFiles: Bool = true,
        usesPasskeys: Bool = false, deviceName: String = DeviceName.ofThisHost()
    ) {
        self.readsFiles = readsFiles
        self.usesPasskeys = usesPasskeys
        self.deviceName = deviceName
        self.live = live
        self.clock = clock
        self.home = home
        self.retryPause = retryPause
        self.catchUpPauses = catchUpPauses
        self.typingPause = typingPause
    }
}

/// The rules of a scene: handles input and changes the state, which a view converts into a screen. It sends signals to
/// services and knows neither terminal nor keys.
@MainActor class StatePresenter<State: Sendable>: ScenePresenter {
    /// The state to draw.
    var state: State { didSet { onChange?() } }
    var onChange: (@MainActor () -> Void)?
    /// The pane with the focus; nil for the first.
    var pane: PaneName? { didSet { onChange?() } }
    /// The transmitter of signals: the coordinator that routes to this scene.
    let signals: any Transmitter
    let tools: SceneTools
    private var works: [AnyKeyPath: Task<Void, Never>] = [:]
    private var asked: Set<AnyKeyPath> = []
    /// True while a request is under way, even when older content is shown.
    var isAsking: Bool { !asked.isEmpty }
    /// The actions for the answers to the open question.
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

    /// Moves the focus to a pane.
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

    /// Sends a signal. The end of the session, wherever it is noticed, leads back to signing in.
    ///
    /// - Parameter key: The idempotency key of a change. By default it is new; while the outcome of the same change is
    ///   unknown, it is the key of the previous attempt, so that repeated attempts take effect once.
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
            // The link gives up first, because it knows what became of the request.
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

    /// Loads a value into the state. A failed request is retried until it succeeds or the scene ends.
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

    /// Runs work that ends with the scene.
    @discardableResult
    func run(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        let task = Task { await work() }
        others.append(task)
        return task
    }

    /// Creates an idempotency key.
    func newKey() -> String { Identifier.timeOrdered(at: tools.clock.now()) }

    /// Calls `body` when a service has changes, and when it is reachable again.
    func follow(_ services: String..., then body: @escaping @MainActor () -> Void) {
        subscriptions.append(tools.live.subscribe(to: services, body))
    }

    /// Calls `body` when history has changes, and several more times at growing intervals after the scene was opened
    /// and after money has moved. History does not announce transfers: it reads the events of ledger at the same time
    /// as this app, or later under load.
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
                // A pending request is new enough, and another one would cancel it.
                if !isAsking { AppWork.$isItsOwn.withValue(true) { body() } }
            }
        }
    }
}

/// The interface of every scene's presenter.
@MainActor protocol ScenePresenter: AnyObject {
    /// The state to show.
    associatedtype State: Sendable

    var state: State { get }
    /// Called after each change of the state.
    var onChange: (@MainActor () -> Void)? { get set }
    /// The pane with the focus; nil for the first, also where there is no other.
    var pane: PaneName? { get set }
    /// Moves the focus to a pane.
    func show(_ pane: PaneName)
    /// Called before the scene appears.
    func open()
    /// Called when the scene is visible again after the scenes above it were removed.
    func comeBack()
    /// Called after the scene was removed.
    func close()
    /// Handles an input.
    func receive(_ input: SceneInput)
    /// Goes back a step inside the scene.
    /// - Returns: False without such a step; the scene is then left.
    func goBack() -> Bool
    /// True while a request is under way that the state does not show.
    var isAsking: Bool { get }
    /// Returns the time since which one of these services has not answered; nil while all do.
    func silence(of services: [String]) -> Instant?
}

extension ScenePresenter {
    /// Moves the focus to the pane.
    func show(_ pane: PaneName) { self.pane = pane }

    /// Returns nil: most presenters other than ``StatePresenter`` call no service.
    func silence(of services: [String]) -> Instant? { nil }
}
