import Domain

/// An account with its owner.
package struct OwnedAccount: Hashable, Sendable {
    let id: String
    let userID: String
    let currency: Currency
    /// The name that the user chose.
    var name = ""

    package init(id: String, userID: String, currency: Currency, name: String = "") {
        self.id = id
        self.userID = userID
        self.currency = currency
        self.name = name
    }
}
