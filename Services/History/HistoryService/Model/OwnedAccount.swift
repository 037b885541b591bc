import Domain

/// An account with its owner.
struct OwnedAccount: Hashable, Sendable {
    let id: String
    let userID: String
    let currency: Currency
    /// The name that the user chose.
    var name = ""
}
