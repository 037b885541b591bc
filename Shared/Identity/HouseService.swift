/// The services of the house: the only ones whose keys are trusted.
public enum HouseService: String, CaseIterable, Sendable {
    /// Answers for people; the only one whose word about users counts.
    case auth
    /// Keeps the books.
    case ledger
    /// Tells what happened to money.
    case history
    /// Finds chart patterns that came before.
    case patterns
    /// Looks through candles.
    case scanner
    /// Knows bonds.
    case bonds
    /// Pays and reminds of subscriptions.
    case subscriptions
    /// Tells people what happened.
    case notifications
}
