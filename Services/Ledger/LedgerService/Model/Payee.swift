import Domain

/// A saved payee: the account of another user under a name.
package struct Payee: Codable, Hashable, Sendable {
    let name: String
    /// The id of the account.
    let account: String

    /// Returns the key for comparing names, which ignores case.
    static func key(of name: String) -> String { name.lowercased() }
}

/// A transfer saved under a name.
package struct TransferTemplate: Codable, Hashable, Sendable {
    package let name: String
    /// The payer.
    package let from: String
    /// The payee.
    package let to: String
    /// The amount; nil when it is given each time.
    package let amount: Money?
    /// The purpose; may be empty.
    package let description: String
}
