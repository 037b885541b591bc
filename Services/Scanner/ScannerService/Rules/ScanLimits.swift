/// The limits of scanning.
package struct ScanLimits: Sendable {
    /// The number of scans that run at the same time.
    package var atOnce: Int
    /// The number of scans that may queue.
    package var mostWaiting: Int
    /// The longest duration of a scan.
    package var longest: Duration

    package init(atOnce: Int = 2, mostWaiting: Int = 64, longest: Duration = .seconds(600)) {
        self.atOnce = atOnce
        self.mostWaiting = mostWaiting
        self.longest = longest
    }
}
