import Coordination
import Domain
import GatewayScenes
import GatewaySession
import GatewayWords
import Signals

/// The scenes of one browser: its coordinators, account, language and clock.
@MainActor final class BrowserTree {
    /// Where the browser's session is kept.
    let place: BrowserSessionPlace
    /// The language of the pages.
    let language: Language
    /// The root of the tree.
    let root: BrowserCoordinator
    /// The last request.
    var usedAt = ContinuousClock.now
    /// The outcome of the last form by address; each is shown once.
    private var notices: [SceneAddress: Text] = [:]
    /// The most notices that wait to be told: forms can be sent to any number of addresses.
    private static let mostNotices = 32
    /// Pages as they were last written, by address.
    private var written: [WebLink: (key: PageKey, bytes: [UInt8])] = [:]
    /// The accounts as they were when a window had a version.
    private var accounts: (window: UInt64, version: UInt64, all: [LedgerSignal.Account])?
    private let clocks: WallClocks

    /// The key of a cached page: everything that its markup depends on.
    struct PageKey: Hashable {
        let window: UInt64
        let number: UInt64
        let version: UInt64
        let firstRow: String?
        let corner: WindowCorner
    }

    /// Builds the tree.
    ///
    /// - Parameter client: The client that adds the session of this browser to requests.
    init(
        place: BrowserSessionPlace, language: Language, deviceName: String, client: ServiceClient, clock: WallClock,
        watch: EventWatch?
    ) {
        self.place = place
        self.language = language
        let clocks = WallClocks()
        self.clocks = clocks
        root = WallClocks.$current.withValue(clocks) {
            Language.$current.withValue(language) {
                clocks.show(zone: (try? place.load())?.session.zone)
                let tools = SceneTools(
                    live: LiveUpdates(clock: clock), clock: clock, typingPause: .zero, readsFiles: false,
                    usesPasskeys: true, deviceName: deviceName)
                let branch = ServiceBranch(services: House.services, watch: watch) { limit, key in
                    client.with(limit: limit, idempotencyKey: key)
                }
                return BrowserCoordinator(
                    tools: tools, services: [branch], account: StoredAccount(client.sessions))
            }
        }
    }

    /// Runs `body` with the language and the clock of this browser.
    func speaking<Result>(_ body: @MainActor () async throws -> Result) async rethrows -> Result {
        try await WallClocks.$current.withValue(clocks) {
            try await Language.$current.withValue(language) { try await body() }
        }
    }

    /// Stores the outcome of the last form at an address.
    func note(_ notice: Text, at address: SceneAddress) {
        if notices.count >= Self.mostNotices, notices[address] == nil { notices.removeAll() }
        notices[address] = notice
    }

    /// Returns the notice of an address, once.
    func takeNotice(at address: SceneAddress) -> Text? { notices.removeValue(forKey: address) }

    /// Returns a page that was written before and would be written the same now.
    func page(at link: WebLink, _ key: PageKey) -> [UInt8]? {
        guard let known = written[link], known.key == key else { return nil }
        return known.bytes
    }

    /// Keeps a page; only a few, because they are large.
    func keep(_ bytes: [UInt8], at link: WebLink, _ key: PageKey) {
        if written.count >= 8, written[link] == nil { written.removeAll() }
        written[link] = (key, bytes)
    }

    /// Returns the person's accounts, which every change of the scene in a window may have changed.
    func accounts(shownIn window: SceneWindow) async throws -> [LedgerSignal.Account] {
        if let accounts, accounts.window == window.serial, accounts.version == window.version { return accounts.all }
        let (serial, version) = (window.serial, window.version)
        let all = try await root.send(LedgerSignal.Accounts(), context: SignalContext(), within: .seconds(2)).accounts
        accounts = (serial, version, all)
        return all
    }

    /// True when somebody is signed in.
    var isSignedIn: Bool { place.isSignedIn }
}
