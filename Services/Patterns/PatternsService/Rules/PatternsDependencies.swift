import Domain

/// The dependencies of the use cases of patterns.
package struct PatternsDependencies: Sendable {
    let store: any PatternsStore
    let market: Market
    let scans: ScanQueue
    let rules: WatchRules
    let clock: WallClock
    /// Wakes the watch loop, because there may be something to scan.
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
