import Coordination
import Domain
import Signals

extension Invariants {
    /// A user has so many sessions at most, and an unused one ends after so long.
    private static let mostSessions = 50
    /// How often a link sends a request at most: `Reconnection.sendsPerRequest`.
    private static let sendsOfLink = 10
    private static let longestIdle = Duration.seconds(13 * 86_400)

    /// The list of sessions has those that were begun and not ended.
    static func sessions(_ town: TownFacts) -> [String] { town.people.flatMap { sessions(of: $0, town) } }

    private static func sessions(of person: PersonFacts, _ town: TownFacts) -> [String] {
        let listed = Set(person.sessionList.map(\.id))
        let known = person.sessions.known
        var problems = known.filter { $0.hasEnded && listed.contains($0.session.id) }.map {
            "Session \($0.session.id) of person \(person.index) has ended and is listed."
        }
        // An answer that was lost leaves a session whose secrets nobody has: signing in begins one each time, and a
        // link sends a request again that lost its connection.
        let strange = listed.subtracting(known.map(\.session.id))
        let lost = person.sessions.attempts * sendsOfLink - known.count
        if strange.count > lost {
            problems.append(
                "Person \(person.index) has the sessions \(strange.sorted()) that they did not begin; at most "
                    + "\(lost) answers were lost.")
        }
        if person.sessions.attempts <= mostSessions {
            problems += known.filter { session in
                !session.mayHaveEnded && !session.hasEnded && town.now - session.beganAt < longestIdle
                    && !listed.contains(session.session.id)
            }.map { "Session \($0.session.id) of person \(person.index) has not ended and is not listed." }
        }
        if person.sessionList.filter(\.isCurrent).map(\.id) != [person.sessions.inUse?.id] {
            problems.append(
                "Person \(person.index) uses session \(person.sessions.inUse?.id ?? "none"), and the list marks "
                    + "\(person.sessionList.filter(\.isCurrent).map(\.id)).")
        }
        return problems
    }

    /// Uses secrets of sessions that have ended. Every service refuses them.
    static func endedSessions(_ people: [SimulatedPerson]) async -> [String] {
        var problems: [String] = []
        for asker in people {
            for session in await asker.sessions.known.filter(\.hasEnded).suffix(3).map(\.session) {
                problems += await denied(LedgerSignal.Accounts(), session, asker)
                problems += await denied(HistorySignal.Transactions(limit: 1), session, asker)
                problems += await denied(SubscriptionsSignal.List(limit: 1), session, asker)
                problems += await denied(NotificationsSignal.List(limit: 1), session, asker)
                problems += await denied(BondsSignal.Holdings(), session, asker)
                problems += await denied(AuthSignal.Me(), session, asker)
                problems += await denied(AuthSignal.Refresh(refreshToken: session.refreshToken), session, asker)
            }
        }
        return problems
    }

    private static func denied<S: Signal>(
        _ signal: S, _ session: AuthSignal.Session, _ person: SimulatedPerson
    ) async -> [String] {
        do {
            let context = SignalContext(session: session.token)
            _ = try await person.links.send(signal, context, within: SimulatedPerson.patience)
            return ["\(S.method) answered to session \(session.id) of person \(person.index), which has ended."]
        } catch let fault as Fault where fault.code == .unauthenticated {
            return []
        } catch {
            return ["\(S.method) refused ended session \(session.id) of person \(person.index) as \(error)."]
        }
    }
}
