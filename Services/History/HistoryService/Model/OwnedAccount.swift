import Domain

/// An account and whose it is.
struct OwnedAccount: Hashable, Sendable {
    let id: String
    let userID: String
    let currency: Currency
    /// What its user calls it.
    var name = ""
}
