import Coordination
import Domain
import Signals
import Synchronization

/// The names of people who sent money or got it, remembered for a while.
///
/// Names are best effort: a notice is told without one rather than late. They are asked for before the transaction that writes
/// notices and read within it, so that a user whose departure was handled before is named in none.
package final class PartyNames: Sendable {
    /// Names in one question.
    package static let mostAtOnce = 1_000
    /// Names that are remembered at a time.
    static let most = 10_000
    /// How long a name is believed.
    static let age = Duration.seconds(600)
    /// How long news waits for names.
    private static let limit = Duration.seconds(1)
    /// How long auth is left alone after it did not answer.
    static let pause = Duration.seconds(10)

    private struct Known {
        /// Nil for somebody without a name: gone.
        let name: String?
        let since: Instant
        /// The question in whose time it was noted.
        let question: Int
    }

    private struct State {
        var known: [String: Known] = [:]
        var failedAt: Instant?
        /// The number of the newest question.
        var question = 0
    }

    /// Leads to auth.
    private let tree: any Transmitter
    private let state = Mutex(State())

    package init(tree: any Transmitter) { self.tree = tree }

    /// Asks for the names that are not known, or were for too long. Those that cannot be had now stay unknown.
    ///
    /// - Parameter userIDs: At most ``most``, as a page of events has.
    func learn(_ userIDs: Set<String>, at now: Instant) async {
        let (unknown, question) = state.withLock { state in
            state.question += 1
            if let failed = state.failedAt, Self.isRecent(failed, within: Self.pause, at: now) {
                return ([String](), state.question)
            }
            let unknown = userIDs.filter { id in
                state.known[id].map { !Self.isRecent($0.since, within: Self.age, at: now) } ?? true
            }
            // The others are asked for again when they are needed again.
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
                    // Those who left while auth answered stay forgotten.
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

    /// Names by the ids of users; those who are gone are left out.
    private func shownNames(of userIDs: [String]) async throws -> [String: String] {
        let answer = try await tree.send(
            AuthSignal.FindPeople(userIds: userIDs), context: SignalContext(), within: Self.limit)
        return Dictionary(answer.people.map { ($0.userId, PlainText.clean($0.shownName)) }) { first, _ in first }
    }

    /// The name of a user, as far as it is known.
    func name(of userID: String) -> String? { state.withLock { $0.known[userID]?.name } }

    /// Forgets the name of a user who is gone, also where an answer with it is on its way.
    func forget(_ userID: String, at now: Instant) {
        state.withLock { $0.known[userID] = Known(name: nil, since: now, question: $0.question) }
    }

    /// A moment ahead of the clock, which was set back, is not recent.
    private static func isRecent(_ moment: Instant, within span: Duration, at now: Instant) -> Bool {
        moment <= now && now - moment < span
    }
}
