import Coordination
import Domain

extension AuthSignal {
    /// Tells auth when sessions were used last. Every service checks tokens by itself, so only this lets auth say in the
    /// list of a user's sessions when each was used; services send it every minute in which somebody came. Only services
    /// may. A use never moves a session's last use back nor past now, so that telling one again is safe; sessions that
    /// have ended or are not known are passed over.
    ///
    /// - Answer: ``NotedUses``.
    /// - Faults, first match wins: `permissionDenied`, `invalidArgument` (too many).
    public struct NoteUses: Signal {
        public typealias Answer = NotedUses
        public static let method: SignalMethod = "auth.noteUses"
        public static let summary = "Tells auth, by a service, when sessions were used last."
        /// How many uses one signal tells at most.
        public static let mostUses = 1_000

        /// One for each session, at most ``mostUses``.
        public let uses: [Use]

        public init(uses: [Use]) {
            self.uses = uses
        }
    }

    /// When a session was used last.
    public struct Use: Codable, Hashable, Sendable {
        /// The session.
        public let session: String
        /// When.
        public let lastUsedAt: Instant

        public init(session: String, lastUsedAt: Instant) {
            self.session = session
            self.lastUsedAt = lastUsedAt
        }
    }

    /// What came of uses that were told.
    public struct NotedUses: Codable, Hashable, Sendable {
        /// The sessions whose last use moved.
        public let noted: Int

        public init(noted: Int) {
            self.noted = noted
        }
    }
}
