import Coordination
import Domain
import Signals

/// Where patterns are kept, in words of the model.
package protocol PatternsStore: ModelStore where Reading == any PatternsReading, Writing == any PatternsTransaction {}

/// What can be asked.
package protocol PatternsReading {
    /// What a person watches, by ticker.
    func watches(of userID: String) throws -> [Watch]
    /// Who watches a security.
    func watchers(of ticker: String) throws -> [String]
    /// Every security that somebody watches, or was told of and waits for what follows, each once.
    func tickers() throws -> [String]
    /// How far we are with a security; nil when it was never met.
    func state(of ticker: String) throws -> TickerState?
    /// A pattern, whether it still counts or not.
    func finding(_ id: String) throws -> Finding?
    /// The pattern of a security and kind for one last candle.
    func finding(of ticker: String, _ kind: ScannerSignal.Kind, endingOn day: String) throws -> Finding?
    /// The patterns of a security that were not closed.
    func openFindings(of ticker: String) throws -> [Finding]
    /// The nearest matches of a pattern.
    func matches(of findingID: String) throws -> [ScannerSignal.Match]
    /// What a person was told of a pattern.
    func announcement(of findingID: String, to userID: String) throws -> Announcement?
    /// All that a person was told.
    func announcements(to userID: String) throws -> [Announcement]
    /// What was told of a security and waits for what follows.
    func announcementsToJudge(of ticker: String) throws -> [Announcement]
    /// The sequence of the last of scanner's events that was handled.
    func lastSequence() throws -> Int64
}

/// What can be changed.
package protocol PatternsTransaction: PatternsReading {
    /// Puts a security on a watch-list.
    func add(_ watch: Watch) throws
    /// Takes one off.
    /// - Returns: Whether it was on it.
    func removeWatch(of ticker: String, by userID: String) throws -> Bool
    /// Keeps how far we are with a security.
    func save(_ state: TickerState) throws
    /// Keeps a pattern; nil leaves the matches as they are.
    func save(_ finding: Finding, matches: [ScannerSignal.Match]?) throws
    /// Keeps what somebody was told.
    func save(_ announcement: Announcement) throws
    /// Closes the patterns that have grown too old, and forgets those closed before `oldest` that nobody was told of.
    func tidy(at now: Instant, forgettingBefore oldest: Instant) throws
    /// Forgets a user and all that was theirs.
    func forget(userID: String) throws
    /// Notes that scanner's events up to this one are handled.
    func setLastSequence(_ sequence: Int64) throws
    /// Tells one person that a pattern was found.
    func tell(_ announcement: Announcement, of finding: Finding) throws
    /// Tells one person what became of what they were told; nothing where nobody can know.
    func tell(verdictOn announcement: Announcement) throws
    /// Tells one person that what they see of securities is other than it was.
    func tell(changeOf tickers: [String], to userID: String) throws
}
