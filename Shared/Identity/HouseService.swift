/// A service of the house: only the keys of such services are trusted.
public struct HouseService: RawRepresentable, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The name of its socket, its directory and its key, and the first word of its methods.
    public let rawValue: String

    /// Signs users in; only auth may vouch for users.
    public static let auth = HouseService("auth")
    /// Keeps accounts and transfers.
    public static let ledger = HouseService("ledger")
    /// Tells people what happened to their money.
    public static let history = HouseService("history")
    /// Watches securities for chart patterns.
    public static let patterns = HouseService("patterns")
    /// Keeps market data and finds earlier occurrences of a shape.
    public static let scanner = HouseService("scanner")
    /// Calculates what bonds pay, cost and yield.
    public static let bonds = HouseService("bonds")
    /// Pays for subscriptions and reminds of them.
    public static let subscriptions = HouseService("subscriptions")
    /// Notifies people.
    public static let notifications = HouseService("notifications")

    /// The services of Kopilka.
    public static let allCases: [HouseService] = [
        .auth, .ledger, .history, .patterns, .scanner, .bonds, .subscriptions, .notifications,
    ]

    /// Returns a service of Kopilka; nil for any other name.
    public init?(rawValue: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = known
    }

    /// Creates an extra service: a program from elsewhere that the operator has made a service of the house.
    public init(extra name: String) { self.init(name) }

    private init(_ name: String) { rawValue = name }

    public var description: String { rawValue }
}
