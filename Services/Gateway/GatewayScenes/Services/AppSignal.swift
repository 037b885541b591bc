import Coordination

/// What travels inside the app's own tree and never leaves the process.
enum AppSignal {
    /// The session has ended: whoever routes goes back to signing in.
    struct SessionEnded: Signal {
        typealias Answer = Done
        static let method: SignalMethod = "app.sessionEnded"
        static let summary = "Tells that the session has ended."

        /// Why, in words of the service that said so.
        let message: String
    }

    /// Another account is the one that is looked at, wherever it was chosen.
    struct AccountChosen: Signal {
        typealias Answer = Done
        static let method: SignalMethod = "app.accountChosen"
        static let summary = "Tells which account is looked at."

        /// Its id.
        let account: String
    }

    /// The person lives by the clocks of another zone.
    struct ZoneChosen: Signal {
        typealias Answer = Done
        static let method: SignalMethod = "app.zoneChosen"
        static let summary = "Tells by which time zone the person lives."

        /// A name of the IANA database.
        let zone: String
    }

    /// Waits for events of a service, or tells at once what the newest one is.
    struct AwaitEvents: Signal {
        typealias Answer = News
        static let method: SignalMethod = "app.awaitEvents"
        static let summary = "Waits for events of a service."
        static let effect = SignalEffect.reads

        /// Which service.
        let service: String
        /// The newest event that is known; nil asks only which it is.
        let after: Int64?
        /// How long to wait.
        let waitMilliseconds: Int
    }

    /// What came of waiting.
    struct News: Codable, Sendable {
        /// The newest event that has been looked at.
        let last: Int64
        /// How many of those that came concern the user.
        let count: Int
    }

    /// That is all there is to say.
    struct Done: Codable, Sendable {}
}
