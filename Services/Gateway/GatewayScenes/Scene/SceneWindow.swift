import Domain
import GatewayWords

/// A window of a face with several: one scene at its address, with the steps of its flow.
@MainActor package final class SceneWindow {
    /// The address.
    package let address: SceneAddress
    private let router: SceneRouter
    private let closing: () -> Void
    /// Tells windows of one address apart.
    package let serial: UInt64
    /// The name of the row with which the page of a long list begins; nil for the first.
    package var firstRow: String?
    /// The last use.
    package var usedAt = ContinuousClock.now
    /// The number of the screen: it changes with every input that was taken, and when the scene asks another question.
    /// Forms carry it, so that an old one changes nothing. Content that arrives does not change it.
    package private(set) var number: UInt64
    /// Counts the changes of what is shown.
    package private(set) var version: UInt64 = 0
    /// The address that the last input led to; nil if it stayed here.
    package private(set) var next: SceneAddress?
    /// Called after each change.
    package var onChange: (() -> Void)?
    private var asked: Question?
    private var isClosed = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var watching: [CheckedContinuation<Void, Never>] = []

    /// Creates a window.
    ///
    /// - Parameter close: Ends the flow.
    init(_ address: SceneAddress, router: SceneRouter, close: @escaping () -> Void) {
        self.address = address
        self.router = router
        closing = close
        serial = Self.freshNumber()
        number = serial
        router.opensElsewhere = { [weak self] address in self?.next = address }
        router.onChange = { [weak self] in self?.changed() }
    }

    /// Numbers grow from window to window and from run to run, so that a form of one is never taken for one of another.
    private static func freshNumber() -> UInt64 { UInt64(max(0, WallClock.system.now().microseconds)) }

    private func takeStep() { number = max(number + 1, Self.freshNumber()) }

    /// True when its scene has ended; the address then opens a new one.
    package var isOver: Bool { isClosed || router.top == nil }

    /// The screen; nil when the scene has ended.
    package var screen: Screen? { router.top?.screen() }

    /// True while the scene waits for a service.
    package var isWaiting: Bool { screen?.isWaiting ?? false }

    /// Takes inputs of a person.
    ///
    /// - Parameter countsAsStep: False for typing and selecting, which old forms survive.
    package func receive(_ inputs: [RouterInput], countsAsStep: Bool = true) {
        next = nil
        for input in inputs { router.receive(input) }
        if countsAsStep { takeStep() }
        changed()
    }

    /// Goes back a step.
    ///
    /// - Returns: False when there is none; the scene is then left.
    package func goBack() -> Bool {
        next = nil
        guard router.goBack() else { return false }
        takeStep()
        changed()
        return true
    }

    /// True while the scene shows the progress of its work, so that a page need not wait for the end.
    package var showsProgress: Bool {
        screen?.panes.contains { $0.blocks.contains { if case .progress = $0 { true } else { false } } } ?? false
    }

    private func changed() {
        version += 1
        let question = screen?.question
        // An answer is meant for the question that was read.
        if question?.text != asked?.text { takeStep() }
        asked = question
        if !isWaiting || showsProgress { resumeAll() }
        resumeWatching()
        onChange?()
    }

    /// Returns and clears ``next``.
    package func takeNext() -> SceneAddress? {
        defer { next = nil }
        return next
    }

    /// Shows the scene again after another one: it refreshes what may have changed without an event.
    package func comeBack() {
        AppWork.$isItsOwn.withValue(true) { router.top?.comeBack() }
    }

    /// Waits until the scene has its data, has ended or leads elsewhere.
    ///
    /// - Parameter time: The longest wait.
    package func settle(within time: Duration) async {
        let end = ContinuousClock.now + time
        // Work that an input has started begins with the next turn of the actor.
        await Task.yield()
        guard isUnsettled else { return }
        let alarm = Task { [weak self] in
            try await Task.sleep(until: end)
            self?.resumeAll()
        }
        defer { alarm.cancel() }
        while isUnsettled, .now < end {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private var isUnsettled: Bool { !isClosed && next == nil && isWaiting && !showsProgress }

    /// Closes the window.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        router.onChange = nil
        router.opensElsewhere = nil
        router.pop(to: 0)
        closing()
        resumeAll()
        resumeWatching()
    }

    private func resumeAll() {
        for one in waiting { one.resume() }
        waiting = []
    }

    private func resumeWatching() {
        for one in watching { one.resume() }
        watching = []
    }

    /// Waits for the next change.
    ///
    /// - Parameter time: The longest wait.
    package func nextChange(within time: Duration) async {
        let seen = version
        let alarm = Task { [weak self] in
            try await Task.sleep(for: time)
            self?.resumeWatching()
        }
        defer { alarm.cancel() }
        if version == seen, !isClosed { await withCheckedContinuation { watching.append($0) } }
    }
}
