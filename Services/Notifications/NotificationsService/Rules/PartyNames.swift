import Coordination
import Domain
import Signals
import Synchronization

/// A cache of the names of payers and payees.
///
/// Names are best effort: a notice goes without one rather than late. They are requested before the transaction that
/// writes notices and read within it, so that no notice names a user whose departure was handled before.
package final class PartyNames: Sendable {
    /// The most names in one request.
    package static let mostAtOnce = 1_000
    /// The most names in the cache.
    static let most = 10_000
    /// The time for which a name is valid.
    static let age = Duration.seconds(600)
    /// The usual time limit of a request for names. Notices wait for it.
    package static let limit = Duration.seconds(1)
    /// The pause of requests after auth did not answer.
    static let pause = Duration.seconds(10)

    private struct Known {
        /// Nil for a user who is gone.
        let name: String?
        let since: Instant
        /// The number of the request during which it was noted.
        let question: Int
    }

    private struct State {
        var known: [String: Known] = [:]
        var failedAt: Instant?
        /// The number of the newest request.
        var question = 0
    }

    /// Leads to auth.
    private let tree: any Transmitter
    private let limit: Duration
    private let state = Mutex(State())

    package init(tree: any Transmitter, limit: Duration = PartyNames.limit) {
        self.tree = tree
        self.limit = limit
    }

    /// Requests names that are unknown or expired. Names that are not available now stay unknown.
    ///
    /// - Parameter userIDs: At most ``most``, which is enough for a page of events.
    func learn(_ userIDs: Set<String>, at now: Instant) async {
        let (unknown, question) = state.withLock { state in
            state.question += 1
            if let failed = state.failedAt, Self.isRecent(failed, within: Self.pause, at: now) {
                return ([String](), state.question)
            }
            let unknown = userIDs.filter { id in
                state.known[id].map { !Self.isRecent($0.since, within: Self.age, at: now) } ?? true
            }
            // The others are requested again when they are needed.
            if state.known.count + unknown.count > Self.most {
                state.known = state.known.filter { userIDs.contains($0.key) }
            }
            return (unknown.sorted(), state.question)
        }
        for start in stride(from: 0, to: unknown.count, by: Self.mostAtOnce) {
            let asked = unknown[start..<min(start + Self.mostAtOnce, unknown.count)]
            do {
                let names = try await shownNames(of: Array(asked))
                state.withLock { state in
                    state.failedAt = nil
                    // Users who left while auth answered stay forgotten.
                    for id in asked where state.known[id].map({ $0.question < question }) ?? true {
                        state.known[id] = Known(name: names[id], since: now, question: question)
                    }
                }
            } catch {
                state.withLock { $0.failedAt = now }
                return
            }
        }
    }

    /// Returns names by the ids of users, without those who are gone.
    private func shownNames(of userIDs: [String]) async throws -> [String: String] {
        let answer = try await tree.send(
            AuthSignal.FindPeople(userIds: userIDs), context: SignalContext(), within: limit)
        return Dictionary(answer.people.map { ($0.userId, PlainText.clean($0.shownName)) }) { first, _ in first }
    }

    /// Returns the name of a user, if it is known.
    func name(of userID: String) -> String? { state.withLock { $0.known[userID]?.name } }

    /// Forgets the name of a user who left, even when an answer with it is on its way.
    func forget(_ userID: String, at now: Instant) {
        state.withLock { $0.known[userID] = Known(name: nil, since: now, question: $0.question) }
    }

    /// True for a recent moment. A moment in the future, from before the clock was set back, is not recent.
    private static func isRecent(_ moment: Instant, within span: Duration, at now: Instant) -> Bool {
        moment <= now && now - moment < span
    }
}
