import Coordination
import Domain
import Signals
import StrictJSON

/// Somebody who uses the house, and insists until each request is answered.
actor SimulatedPerson {
    /// How long a person waits for one answer.
    static let patience = Duration.seconds(10)
    /// How long a person goes on asking.
    static let insistence = Duration.seconds(30 * 60)
    private static let pauses = (first: Duration.milliseconds(50), longest: Duration.seconds(5))
    private static let mostBrokenAnswers = 5

    /// The index of the person.
    nonisolated let index: Int
    nonisolated let books: Books
    nonisolated let links: HouseLinks
    /// The id of the user, once there is one.
    var userID = ""
    /// The sessions of the person.
    var sessions = PersonSessions()
    var password: String
    var factor = PersonFactor()
    /// The name to sign in with, once there is one.
    var username: String?
    /// False to take the first refusal for an answer.
    var insists = true

    init(index: Int, books: Books, links: HouseLinks) {
        self.index = index
        self.books = books
        self.links = links
        password = "lantern-orbit-\(index)-velvet-quarry"
    }

    nonisolated var email: String { "person\(index)@example.org" }

    /// Returns the key of an act: the same whenever a plan is run.
    nonisolated func key(of number: Int) -> String { "person\(index)-act\(number)" }

    /// Sends a request that changes something, once, and keeps the answer.
    ///
    /// - Parameter isSame: False when the answer to a repetition may differ from the first.
    /// - Returns: The answer; nil when it was refused or never answered.
    func change<S: Signal>(_ signal: S, number: Int, isSame: Bool = true) async -> S.Answer? {
        let key = key(of: number)
        let outcome = await insist(signal, key: key)
        let again: @Sendable (SimulatedPerson) async -> Outcome<[UInt8]> = { person in
            await person.insist(signal, key: key).map { (try? JSONEncoding.encode($0)) ?? [] }
        }
        func keep(_ answer: Result<[UInt8], Fault>) {
            let request = KeptRequest(
                person: index, method: S.method.name, key: key, answer: answer, again: again)
            books.write { $0.requests[number] = request }
        }
        switch outcome {
        case .answered(let answer):
            if isSame { keep(.success((try? JSONEncoding.encode(answer)) ?? [])) }
            return answer
        case .refused(let fault):
            books.write { $0.refusals[number] = fault }
            if S.method.service == "ledger", fault.isKept { keep(.failure(fault)) }
            return nil
        case .unanswered:
            return nil
        }
    }

    /// Reads something.
    /// - Returns: The answer; nil when it was refused or never answered.
    func read<S: Signal>(_ signal: S) async -> S.Answer? { await insist(signal, key: nil).answer }

    /// Sends a request again and again, as the same, until it is answered.
    ///
    /// - Parameter key: The idempotency key; nil for what only reads.
    func insist<S: Signal>(_ signal: S, key: String?) async -> Outcome<S.Answer> {
        let begin = ContinuousClock.now
        var pause = Self.pauses.first
        var broken = 0
        var last = "no answer"
        while ContinuousClock.now - begin < Self.insistence {
            do {
                let token = try await token()
                let context = SignalContext(idempotencyKey: key, session: token)
                return .answered(try await links.send(signal, context, within: Self.patience))
            } catch let fault as Fault {
                guard insists else { return .refused(fault) }
                last = "\(fault)"
                if fault.code == .unauthenticated {
                    sessions.doubt()
                } else if fault.isBroken {
                    books.note("Person \(index) was answered \(fault) to \(S.method), key \(key ?? "none").")
                    broken += 1
                    if fault.reason == "keyReused" { return .refused(fault) }
                    if broken == Self.mostBrokenAnswers { break }
                } else if !fault.meansAgain {
                    return .refused(fault)
                }
                let wait = max(pause, .milliseconds(min(fault.retryAfterMilliseconds ?? 0, 60_000)))
                guard (try? await Task.sleep(for: wait)) != nil else { return .unanswered }
                pause = min(pause * 2, Self.pauses.longest)
            } catch {
                // The simulation ends.
                return .unanswered
            }
        }
        books.note("\(S.method) of person \(index), key \(key ?? "none"), was never answered; the last was: \(last).")
        return .unanswered
    }
}
