import Domain

/// What the use cases of patterns are made with.
package struct PatternsDependencies: Sendable {
    let store: any PatternsStore
    let market: Market
    let scans: ScanQueue
    let rules: WatchRules
    let clock: WallClock
    /// Wakes the watcher: there may be something to look at.
    let wake: @Sendable () -> Void

    package init(
        store: any PatternsStore, market: Market, scans: ScanQueue, rules: WatchRules, clock: WallClock,
        wake: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.market = market
        self.scans = scans
        self.rules = rules
        self.clock = clock
        self.wake = wake
    }
}
