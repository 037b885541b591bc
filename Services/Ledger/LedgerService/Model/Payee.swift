/// An account of somebody else, under a name of the user's own.
package struct Payee: Codable, Hashable, Sendable {
    /// What the user calls it.
    let name: String
    /// The id of the account.
    let account: String

    /// What names are told apart by: capitals are not.
    static func key(of name: String) -> String { name.lowercased() }
}
