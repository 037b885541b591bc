import Coordination
import Domain
import Reasons
import Signals

extension WatchRules {
    /// Adds tickers to the watch-list of a user. Their patterns are announced by the next look, also those that are
    /// known already: what is known shows that somebody else watches the security.
    ///
    /// - Throws: ``Fault`` `limitExceeded`.
    func watch(_ tickers: [String], by user: String, in transaction: any PatternsTransaction, at now: Instant) throws {
        let watched = Set(try transaction.watches(of: user).map(\.ticker))
        let new = tickers.filter { !watched.contains($0) }
        guard watched.count + new.count <= mostWatched else {
            throw Fault(.limitExceeded, .watchListFull, ["limit": .number(mostWatched)], field: "tickers")
        }
        for ticker in new {
            if try transaction.watchers(of: ticker).isEmpty, var state = try transaction.state(of: ticker) {
                // The security had no watchers: its scans only judged earlier announcements.
                (state.seen, state.market) = (nil, nil)
                try transaction.save(state)
            }
            try transaction.save(Watch(userID: user, ticker: ticker, since: now))
        }
        if !new.isEmpty { try transaction.tell(changeOf: new, to: user) }
    }
}
