/// How much scanning there may be.
package struct ScanLimits: Sendable {
    /// Scans that run at the same time.
    package var atOnce: Int
    /// Scans that wait for their turn.
    package var mostWaiting: Int
    /// How long one may take.
    package var longest: Duration

    package init(atOnce: Int = 2, mostWaiting: Int = 64, longest: Duration = .seconds(600)) {
        self.atOnce = atOnce
        self.mostWaiting = mostWaiting
        self.longest = longest
    }
}
