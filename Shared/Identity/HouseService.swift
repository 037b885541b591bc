/// The services of the house: only their keys are trusted.
public enum HouseService: String, CaseIterable, Sendable {
    /// Signs users in; only auth may vouch for users.
    case auth
    /// Keeps accounts and transfers.
    case ledger
    /// Tells people what happened to their money.
    case history
    /// Watches securities for chart patterns.
    case patterns
    /// Keeps market data and finds earlier occurrences of a shape.
    case scanner
    /// Calculates what bonds pay, cost and yield.
    case bonds
    /// Pays for subscriptions and reminds of them.
    case subscriptions
    /// Notifies people.
    case notifications
}
