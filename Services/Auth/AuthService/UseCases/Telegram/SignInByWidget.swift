import Coordination
import Domain
import Signals
import Sodium

/// Begins a session with a proof of Telegram's Login Widget. A proof works once.
struct SignInByWidget: UseCase {
    /// The time for which a proof is valid.
    static let life = Duration.seconds(300)
    /// The most that Telegram's clock may be ahead.
    static let clockTolerance = Duration.seconds(60)
    /// The time for which a used proof is remembered.
    static let memory = Duration.seconds(3600)

    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `telegramUnavailable`, `invalidCredentials` (the same text for every
    ///   failure), `notFound` (a valid proof for an account that is not linked).
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
        // Seconds outside the years 1970 to 9999 are refused before they are multiplied.
        guard (0...253_402_300_799).contains(seconds) else { return false }
        let writtenAt = Instant(milliseconds: seconds * 1000)
        return now < writtenAt + life && writtenAt < now + clockTolerance
    }
}

extension AuthSignal.TelegramWidget {
    /// The hashed fields: the values that were sent, under their names on the wire.
    fileprivate var fields: [String: String] {
        let texts: [(CodingKeys, String?)] = [
            (.id, String(id)), (.firstName, firstName), (.lastName, lastName), (.username, username),
            (.photoURL, photoURL), (.authDate, String(authDate)),
        ]
        return texts.reduce(into: [:]) { fields, text in fields[text.0.rawValue] = text.1 }
    }
}
