import Coordination
import Domain
import Signals

/// The store of patterns, in terms of the model.
package protocol PatternsStore: ModelStore where Reading == any PatternsReading, Writing == any PatternsTransaction {}

/// The queries.
package protocol PatternsReading {
    /// Returns the watch-list of a user, by ticker.
    func watches(of userID: String) throws -> [Watch]
    /// Returns the users who watch a security.
    func watchers(of ticker: String) throws -> [String]
    /// Returns those of them for whom nobody has looked at it yet.
    func newWatchers(of ticker: String) throws -> [String]
    /// Returns every security that is watched, or that has an announcement without an outcome, each once.
    func tickers() throws -> [String]
    /// Returns the scan state of a security; nil when there is none.
    func state(of ticker: String) throws -> TickerState?
    /// Returns a pattern, active or closed.
    func finding(_ id: String) throws -> Finding?
    /// Returns the pattern of a security and kind with this last candle.
    func finding(of ticker: String, _ kind: ScannerSignal.Kind, endingOn day: String) throws -> Finding?
    /// Returns the patterns of a security that are not closed.
    func openFindings(of ticker: String) throws -> [Finding]
    /// Returns the nearest matches of a pattern.
    func matches(of findingID: String) throws -> [ScannerSignal.Match]
    /// Returns the announcement of a pattern to a user.
    func announcement(of findingID: String, to userID: String) throws -> Announcement?
    /// Returns all announcements to a user.
    func announcements(to userID: String) throws -> [Announcement]
    /// Returns the announcements about a security that have no outcome yet.
    func announcementsToJudge(of ticker: String) throws -> [Announcement]
    /// Returns the sequence of the last handled event of scanner.
    func lastSequence() throws -> Int64
}

/// The changes.
package protocol PatternsTransaction: PatternsReading {
    /// Stores a security of a watch-list.
    func save(_ watch: Watch) throws
    /// Notes that a security was looked at for all who watch it.
    func noteLook(at ticker: String) throws
    /// Removes a security from a watch-list.
    /// - Returns: True when it was on the list.
    func removeWatch(of ticker: String, by userID: String) throws -> Bool
    /// Stores the scan state of a security.
    func save(_ state: TickerState) throws
    /// Stores a pattern; nil leaves its matches unchanged.
    func save(_ finding: Finding, matches: [ScannerSignal.Match]?) throws
    /// Stores an announcement.
    func save(_ announcement: Announcement) throws
    /// Closes expired patterns, and deletes those closed before `oldest` that were never announced.
    func tidy(at now: Instant, forgettingBefore oldest: Instant) throws
    /// Deletes all data of a user.
    func forget(userID: String) throws
    /// Stores the sequence of the last handled event of scanner.
    func setLastSequence(_ sequence: Int64) throws
    /// Appends the event of a found pattern, for one user.
    func tell(_ announcement: Announcement, of finding: Finding) throws
    /// Appends the event of an announcement's outcome, for one user; does nothing when the outcome is unknown.
    func tell(verdictOn announcement: Announcement) throws
    /// Appends the event of changed securities, for one user.
    func tell(changeOf tickers: [String], to userID: String) throws
}
