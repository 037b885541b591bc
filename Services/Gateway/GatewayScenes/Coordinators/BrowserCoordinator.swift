import Coordination
import Domain
import GatewaySession
import GatewayWords
import Signals

/// The root of the tree of one browser: a face with several windows, each at an address of its own. All windows share
/// the account, the services and their events.
@MainActor package final class BrowserCoordinator: Coordinator {
    package nonisolated let node = CoordinatorNode()
    private let tools: SceneTools
    private let account: any AppAccount
    private var windows: [SceneAddress: SceneWindow] = [:]
    /// The address that was asked for last.
    private var shown: SceneAddress?
    private var corner: Corner?
    /// The most windows that stay open. The one that was idle longest makes room.
    private let mostWindows: Int
    /// Called after a change of a window, with its address, or of ``shared``, with nil.
    package var onChange: ((SceneAddress?) -> Void)?
    /// The content of every page beside its scene.
    package private(set) var shared = WindowCorner() {
        didSet { if shared != oldValue { onChange?(nil) } }
    }

    /// Creates the root.
    ///
    /// - Parameters:
    ///   - services: The receivers of the services' signals.
    ///   - account: The session of the person at the browser.
    package init(
        tools: SceneTools, services: [any Coordinator], account: any AppAccount, mostWindows: Int = 24
    ) {
        self.tools = tools
        self.account = account
        self.mostWindows = mostWindows
        for service in services { startFlow(service) }
        tools.live.transmitter = self
        tools.live.onChange = { [weak self] in self?.showCorner() }
        if account.userName() != nil { watchCorner() }
    }

    /// Handles the end of the session, and the choice of a time zone.
    package nonisolated func handler<S: Signal>(for type: S.Type) -> SignalHandler<S>? {
        guard
            type == AppSignal.SessionEnded.self || type == AppSignal.ZoneChosen.self
                || type == AppSignal.AccountChosen.self
        else { return nil }
        return { [weak self] signal, _ in
            if signal is AppSignal.SessionEnded { await self?.signOut() }
            if let chosen = signal as? AppSignal.ZoneChosen { try await self?.note(zone: chosen.zone) }
            guard let done = AppSignal.Done() as? S.Answer else { throw Fault.methodNotFound(S.method) }
            return done
        }
    }

    private func note(zone: String) async throws { try await account.note(zone: zone) }

    // MARK: Windows

    /// Returns the window at an address; opens it if necessary.
    ///
    /// - Parameter replacingFinished: True to replace a finished scene by a new one. It is also replaced when the
    ///   person has visited another address since.
    /// - Throws: ``Fault`` of a service that was asked for what the address names, or ``AddressFault``.
    package func window(at address: SceneAddress, replacingFinished: Bool = false) async throws -> SceneWindow {
        if replacingFinished || shown != address, windows[address]?.screen?.isFinished == true { close(address) }
        defer { shown = address }
        if let open = windows[address], !open.isOver {
            open.usedAt = .now
            if shown != address { open.comeBack() }
            return open
        }
        let flow = WindowCoordinator(tools: tools, account: account)
        startFlow(flow)
        let window = SceneWindow(address, router: flow.router) { flow.finishFlow() }
        do {
            try await flow.open(address) { [weak self] in self?.signedIn() }
        } catch {
            window.close()
            throw error
        }
        // Another request for the same address may have opened it meanwhile.
        if let other = windows[address], !other.isOver {
            window.close()
            return other
        }
        window.onChange = { [weak self] in self?.onChange?(address) }
        windows[address] = window
        makeRoom(for: address)
        return window
    }

    private func makeRoom(for address: SceneAddress) {
        for (other, window) in windows where window.isOver { windows[other] = nil }
        while windows.count > mostWindows,
            let oldest = windows.filter({ $0.key != address }).min(by: { $0.value.usedAt < $1.value.usedAt })
        {
            close(oldest.key)
        }
    }

    /// Evicts idle windows.
    package func closeWindows(unusedFor time: Duration) {
        for (address, window) in windows where window.isOver || window.usedAt.duration(to: .now) > time {
            close(address)
        }
    }

    private func close(_ address: SceneAddress) { windows.removeValue(forKey: address)?.close() }

    private func closeAll() { for address in windows.keys { close(address) } }

    // MARK: Signing in and out

    private func signedIn() {
        guard account.userName() != nil else { return }
        closeAll()
        tools.live.stop()
        watchCorner()
    }

    /// Signs out: ends the session at auth, best effort, and what belonged to the person here.
    package func logOut() async {
        _ = try? await send(AuthSignal.Logout(), context: SignalContext(), within: .seconds(5))
        signOut()
    }

    /// Ends what belonged to a person: the session is over.
    package func signOut() {
        guard account.userName() != nil || corner != nil else { return }
        account.forget()
        closeAll()
        corner = nil
        tools.live.stop()
        shared = WindowCorner()
    }

    /// Ends everything.
    package func close() {
        closeAll()
        corner = nil
        tools.live.stop()
        for child in node.children { child.finishFlow() }
    }

    private func watchCorner() {
        corner = Corner(self, live: tools.live) { [weak self] unread in self?.shared.unread = unread }
        showCorner()
    }

    private func showCorner() {
        shared.lost = tools.live.lost.keys.sorted()
        shared.services = tools.live.areHeard(House.services) ? House.services.count : nil
        shared.user = account.userName()
        if shared.user == nil { shared.unread = nil }
    }
}
