import Coordination
import Domain
import GatewayScenes
import GatewaySession
import GatewayWords
import Hosting
import MicroHTTPD

/// The face of the scenes for browsers: a page for each address, and forms that become inputs of scenes.
@MainActor package final class WebFace {
    /// The bounds.
    package struct Limits: Sendable {
        /// The maximum number of trees with a session; the least recently used one is evicted. A request rebuilds it.
        package var trees = 256
        /// The maximum number of trees of guests.
        package var guestTrees = 64
        /// The idle time after which a window is evicted.
        package var windowIdle = Duration.seconds(1_800)
        /// The idle time after which a tree is evicted.
        package var treeIdle = Duration.seconds(3_600)
        /// The longest wait of a page for its data.
        package var patience = Duration.milliseconds(2_500)
        /// The longest wait of a form for its effect.
        package var formPatience = Duration.seconds(12)
        /// The most bytes of a form with a file.
        package var fileBytes = 4_194_304
        /// The most bytes of a statement.
        package var statementBytes = 32 << 20
        /// The most statements that are written at a time.
        package var statements = 4

        package init() {}
    }

    let sessions: BrowserSessions
    let hub: EventHub
    let limits: Limits
    let throttle: PeerThrottle
    private let clock: WallClock
    private let watch: EventWatch?
    private let makeClient: @Sendable (BrowserSessionPlace) -> ServiceClient
    private var trees: [BrowserSession.ID: BrowserTree] = [:]
    /// The statements that are being written.
    var statementsUnderWay = 0

    /// Creates the face.
    ///
    /// - Parameter makeClient: Returns the client of the services for one browser's session.
    package init(
        sessions: BrowserSessions, hub: EventHub, clock: WallClock, watch: EventWatch? = nil, limits: Limits = Limits(),
        makeClient: @escaping @Sendable (BrowserSessionPlace) -> ServiceClient
    ) {
        self.sessions = sessions
        self.hub = hub
        throttle = PeerThrottle(clock: clock)
        self.clock = clock
        self.watch = watch
        self.limits = limits
        self.makeClient = makeClient
    }

    /// The pages and the stream of events, for the ``Router``.
    package nonisolated var routes: [Router.Route] {
        let patterns = ["/", "/:a", "/:a/:b", "/:a/:b/:c"]
        return patterns.map { pattern in
            Router.Route(.get, pattern) { request in self.later { await self.page(for: request) } }
        }
            + patterns.map { pattern in
                Router.Route(.post, pattern) { request in self.later { await self.take(request) } }
            } + [
                // The only page that takes a file.
                Router.Route(.post, "/import", bodyLimit: Limits().fileBytes) { request in
                    self.later { await self.take(request) }
                },
                Router.Route(.get, "/statement") { request in self.later { await self.statement(for: request) } },
                Router.Route(.get, "/journal") { request in self.later { await self.journal(for: request) } },
                Router.Route(.get, "/events") { request in self.later { await self.stream(for: request) } },
                Router.Route(.post, "/sign-out") { request in self.later { await self.signOut(request) } },
                Router.Route(.post, "/language") { request in self.later { await self.switchLanguage(request) } },
            ]
    }

    private nonisolated func later(_ work: @escaping @Sendable @MainActor () async -> WebResponse) -> WebAnswer {
        .later { done in Task { @MainActor in done(await work()) } }
    }

    /// Evicts idle trees and windows, removes expired sessions, and writes the sessions.
    package func tidy() async {
        for id in sessions.removeDead() { drop(id) }
        for (id, tree) in trees {
            if tree.usedAt.duration(to: .now) > limits.treeIdle, !hub.hasStream(of: id) {
                letGo(id)
            } else {
                tree.root.closeWindows(unusedFor: limits.windowIdle)
            }
        }
        sessions.saveSoon()
    }

    /// Ends all trees, at the end of the process.
    package func close() {
        for id in trees.keys { drop(id) }
    }

    /// The number of trees.
    var treeCount: Int { trees.count }

    /// The day by the clocks of the browser that is served.
    var today: CalendarDay { clock.now().localDay }

    // MARK: Trees

    /// Returns the tree of a browser, as it asks for pages in a language.
    func tree(of session: BrowserSession, for request: PageRequest) -> BrowserTree {
        let language = PersonalCookies.language(of: request)
        // A form belongs to the tree that drew it: another language would rebuild the tree and lose its windows.
        if let known = trees[session.id], known.language == language || request.admitted.head.method == "POST" {
            known.usedAt = .now
            known.place.zone = PersonalCookies.zone(of: request)
            return known
        }
        letGo(session.id)
        let place = BrowserSessionPlace(session, in: sessions)
        place.zone = PersonalCookies.zone(of: request)
        let tree = BrowserTree(
            place: place, language: language, deviceName: BrowserName.of(request.admitted.head),
            client: makeClient(place), clock: clock, watch: watch)
        tree.root.onChange = { [weak self, weak place] address in
            guard let self, let place else { return }
            // All pages show what has changed beside the scenes.
            hub.publish("changed", address.map { WebAddress.link(to: $0).description } ?? "*", to: place.session)
        }
        trees[session.id] = tree
        makeRoom(isSignedIn: session.isSignedIn, besides: session.id)
        return tree
    }

    private func makeRoom(isSignedIn: Bool, besides id: BrowserSession.ID) {
        let alike = trees.filter { $0.value.isSignedIn == isSignedIn }
        guard alike.count > (isSignedIn ? limits.trees : limits.guestTrees) else { return }
        let oldest = alike.filter { $0.key != id }.min { $0.value.usedAt < $1.value.usedAt }
        if let oldest { letGo(oldest.key) }
    }

    /// Evicts a tree; its session stays.
    private func letGo(_ id: BrowserSession.ID) { trees.removeValue(forKey: id)?.root.close() }

    /// Removes the tree and the streams of an ended session.
    func drop(_ id: BrowserSession.ID) {
        letGo(id)
        hub.publish("over", "", to: id)
        hub.end(id)
    }

    /// Moves a tree to the session that its sign-in has begun.
    func move(_ tree: BrowserTree, from old: BrowserSession.ID, to new: BrowserSession.ID) {
        guard trees[old] === tree else { return }
        trees[old] = nil
        trees[new] = tree
        hub.end(old)
    }
}
