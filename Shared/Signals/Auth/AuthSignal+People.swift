import Coordination

extension AuthSignal {
    /// A user as other people may see them.
    public struct Person: Codable, Hashable, Sendable {
        /// Never changes.
        public let userId: String
        /// The name with its last word shortened to the first letter, as banks show it: `Anna P.`
        public let shownName: String
        /// The user name, where there is one.
        public let username: String?

        public init(userId: String, shownName: String, username: String? = nil) {
            self.userId = userId
            self.shownName = shownName
            self.username = username
        }
    }

    /// Finds users by their ids and user names. Only ledger may send it, to say who a payee is, and
    /// notifications, to say who sent money.
    ///
    /// - Answer: ``PeopleFound``.
    /// - Faults, first match wins: `permissionDenied`, `invalidArgument`.
    public struct FindPeople: Signal {
        public typealias Answer = PeopleFound
        public static let method: SignalMethod = "auth.findPeople"
        public static let summary = "Finds users by id and user name; for ledger and notifications only."
        public static let effect = SignalEffect.reads

        /// Ids of users, at most 1,000.
        public let userIds: [String]
        /// User names, at most 1,000; capitals do not count.
        public let usernames: [String]?

        public init(userIds: [String] = [], usernames: [String]? = nil) {
            self.userIds = userIds
            self.usernames = usernames
        }
    }

    /// Users that were found; ids and names of nobody are left out.
    public struct PeopleFound: Codable, Hashable, Sendable {
        /// Each once, by id.
        public let people: [Person]

        public init(people: [Person]) {
            self.people = people
        }
    }

    /// Gives a user name to a user who has none. It stays: others may pay by it.
    ///
    /// - Answer: ``SetUsernameAnswer``.
    /// - Faults, first match wins: `emptyField`, `invalidArgument`, `conflict` (the user has another one),
    ///   `usernameTaken`.
    public struct SetUsername: Signal {
        public typealias Answer = SetUsernameAnswer
        public static let method: SignalMethod = "auth.setUsername"
        public static let summary = "Sets the user name of a user who has none."

        /// 3 to 32 of a-z, 0-9, point, hyphen, underscore.
        public let username: String

        public init(username: String) {
            self.username = username
        }
    }

    /// The user with the user name.
    public struct SetUsernameAnswer: Codable, Hashable, Sendable {
        /// The user as it is now.
        public let user: User

        public init(user: User) {
            self.user = user
        }
    }
}
