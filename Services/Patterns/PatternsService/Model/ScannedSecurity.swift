import Signals

/// What a scan knows of a security, whoever watches it.
package struct ScannedSecurity: Sendable {
    package let state: TickerState
    /// The patterns that end now.
    package let findings: [Finding]

    package init(state: TickerState, findings: [Finding]) {
        self.state = state
        self.findings = findings
    }

    /// Describes it to somebody whose last refresh saw candles up to a day; nil when there was none.
    ///
    /// New is what this user has not seen. That others have must not show.
    func told(after day: String?) -> PatternsSignal.RefreshedSecurity {
        PatternsSignal.RefreshedSecurity(
            ticker: state.ticker, state: state.watchState, asOf: state.asOf, tried: state.tried,
            patterns: findings.count, new: findings.count { $0.periodEnd > day ?? "" })
    }
}
