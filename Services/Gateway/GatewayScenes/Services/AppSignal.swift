import Coordination

/// Signals inside the app's own tree; they never leave the process.
enum AppSignal {
    /// Reports the end of the session; coordinators then go back to signing in.
    struct SessionEnded: Signal {
        typealias Answer = Done
        static let method: SignalMethod = "app.sessionEnded"
        static let summary = "Reports that the session has ended."

        /// The reason, in the words of the service.
        let message: String
    }

    /// Selects another account in all scenes.
    struct AccountChosen: Signal {
        typealias Answer = Done
        static let method: SignalMethod = "app.accountChosen"
        static let summary = "Reports which account is shown."

        /// The id of the account.
        let account: String
    }

    /// Sets another time zone of the user.
    struct ZoneChosen: Signal {
        typealias Answer = Done
        static let method: SignalMethod = "app.zoneChosen"
        static let summary = "Reports the person's time zone."

        /// A name of the IANA database.
        let zone: String
    }

    /// Waits for events of a service, or returns the newest sequence at once.
    struct AwaitEvents: Signal {
        typealias Answer = News
        static let method: SignalMethod = "app.awaitEvents"
        static let summary = "Waits for events of a service."
        static let effect = SignalEffect.reads

        let service: String
        /// The last known sequence; nil returns the newest sequence without waiting.
        let after: Int64?
        /// How long to wait.
        let waitMilliseconds: Int
    }

    /// The result of waiting.
    struct News: Codable, Sendable {
        /// The sequence of the newest event read.
        let last: Int64
        /// The number of new events that concern the user.
        let count: Int
    }

    /// Empty answer.
    struct Done: Codable, Sendable {}
}
