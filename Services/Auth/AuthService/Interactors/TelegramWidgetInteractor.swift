import Coordination
import Domain
import Signals
import Sodium

/// Begins a session for the one to whom Telegram's Login Widget gave a proof, once.
struct TelegramWidgetInteractor: Interactor {
    struct Request: Sendable {
        let telegramID: Int64
        /// All that the proof is about, under the names that Telegram gives.
        let fields: [String: String]
        /// Seconds since 1970.
        let writtenAt: Int64
        let hash: String
    }

    /// So long a proof counts.
    static let life = Duration.seconds(300)
    /// So far in the future Telegram's clock may be.
    static let clockTolerance = Duration.seconds(60)
    /// So long a proof that was used is remembered.
    static let memory = Duration.seconds(3600)

    let store: any AuthStore
    let sessions: SessionMaker
    let setup: TelegramSetup

    /// - Throws: ``Fault``, first match wins: `telegramUnavailable`, `invalidCredentials` (one text for every way to fail), `notFound`
    ///   (a right proof of somebody whose account is not linked).
    func execute(_ request: Request, context: SignalContext) async throws -> SignedInUser {
        guard let proofKey = setup.proofKey else { throw Fault.telegramUnavailable(setup.bot.standing.reason) }
        let now = sessions.clock.now()
        let refused = Fault(.invalidCredentials, "Telegram did not write this for us, or too long ago, or it was used.")
        guard proofKey.proves(request.fields, hash: request.hash), Self.isFresh(request.writtenAt, at: now) else {
            throw refused
        }
        let digest = Digest.blake2b256(Array(request.hash.lowercased().utf8))
        let (signedIn, ended) = try await store.write(deadline: context.deadline) { transaction in
            guard try !transaction.isUsed(telegramProof: digest) else { throw refused }
            guard let link = try transaction.telegramLink(telegramID: request.telegramID),
                let user = try transaction.user(id: link.userID)
            else {
                throw Fault(.notFound, "No user is linked to this Telegram account; sign in otherwise and link it.")
            }
            context.note?.concerns(user.id)
            try transaction.noteUsed(telegramProof: digest, at: now)
            let issued = sessions.begin(for: user.id, device: "Telegram, login widget")
            return (SignedInUser(user: user, issued: issued), try sessions.keep(issued.session, in: transaction))
        }
        sessions.revoke(ended)
        return signedIn
    }

    private static func isFresh(_ seconds: Int64, at now: Instant) -> Bool {
        // Later than any time that there can be: no need to reckon with it.
        guard (0...253_402_300_799).contains(seconds) else { return false }
        let writtenAt = Instant(milliseconds: seconds * 1000)
        return now < writtenAt + life && writtenAt < now + clockTolerance
    }
}
