import Coordination
import Domain

extension AuthSignal {
    /// Tells auth when sessions were last used. Services check tokens without auth, so auth needs these reports to list
    /// when each session was used. A service sends it every minute in which a session was used; only services may. A
    /// report never moves a last use back or into the future, so it is safe to repeat. Ended and unknown sessions are
    /// skipped.
    ///
    /// - Answer: ``NotedUses``.
    /// - Faults, first match wins: `permissionDenied`, `invalidArgument` (too many).
    public struct NoteUses: Signal {
        public typealias Answer = NotedUses
        public static let method: SignalMethod = "auth.noteUses"
        public static let summary = "Reports to auth when sessions were last used; for services."
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

    /// The result of reported uses.
    public struct NotedUses: Codable, Hashable, Sendable {
        /// The sessions whose last use moved.
        public let noted: Int

        public init(noted: Int) {
            self.noted = noted
        }
    }
}
