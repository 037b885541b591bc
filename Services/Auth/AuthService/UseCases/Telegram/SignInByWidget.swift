import Coordination
import Domain
import Signals
import Sodium

/// Begins a session for the one to whom Telegram's Login Widget gave a proof, once.
struct SignInByWidget: UseCase {
    /// So long a proof counts.
    static let life = Duration.seconds(300)
    /// So far in the future Telegram's clock may be.
    static let clockTolerance = Duration.seconds(60)
    /// So long a proof that was used is remembered.
    static let memory = Duration.seconds(3600)

    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `telegramUnavailable`, `invalidCredentials` (one text for every way to
    ///   fail), `notFound` (a right proof of somebody whose account is not linked).
    func answer(_ signal: AuthSignal.TelegramWidget, context: SignalContext) async throws -> AuthSignal.SignedIn {
        let (setup, sessions) = (dependencies.telegram.setup, dependencies.sessions)
        guard let proofKey = setup.proofKey else { throw Fault.telegramUnavailable(setup.bot.standing.refusal) }
        let now = sessions.clock.now()
        let refused = Fault(.invalidCredentials, .telegramProofInvalid)
        guard proofKey.proves(signal.fields, hash: signal.hash), Self.isFresh(signal.authDate, at: now) else {
            throw refused
        }
        let digest = Digest.blake2b256(Array(signal.hash.lowercased().utf8))
        let ended = EndedSessions()
        let answer = try await dependencies.store.write(deadline: context.deadline) { transaction in
            guard try !transaction.isUsed(telegramProof: digest) else { throw refused }
            guard let link = try transaction.telegramLink(telegramID: signal.id),
                let user = try transaction.user(id: link.userID)
            else {
                throw Fault(.notFound, .telegramOfNobody)
            }
            context.note?.concerns(user.id)
            try transaction.noteUsed(telegramProof: digest, at: now)
            let issued = sessions.begin(for: user.id, device: DeviceName.telegramWidget)
            try sessions.keep(issued.session, in: transaction, noting: ended)
            return AuthSignal.SignedIn(user, issued)
        }
        sessions.revoke(ended)
        return answer
    }

    private static func isFresh(_ seconds: Int64, at now: Instant) -> Bool {
        // Later than any time that there can be: no need to reckon with it.
        guard (0...253_402_300_799).contains(seconds) else { return false }
        let writtenAt = Instant(milliseconds: seconds * 1000)
        return now < writtenAt + life && writtenAt < now + clockTolerance
    }
}

extension AuthSignal.TelegramWidget {
    /// All that the hash is about: what was sent, under the names that it was sent by.
    fileprivate var fields: [String: String] {
        let texts: [(CodingKeys, String?)] = [
            (.id, String(id)), (.firstName, firstName), (.lastName, lastName), (.username, username),
            (.photoURL, photoURL), (.authDate, String(authDate)),
        ]
        return texts.reduce(into: [:]) { fields, text in fields[text.0.rawValue] = text.1 }
    }
}
