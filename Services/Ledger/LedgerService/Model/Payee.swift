/// The account of somebody else, saved under a name.
package struct Payee: Codable, Hashable, Sendable {
    /// The name that the user chose.
    let name: String
    /// The id of the account.
    let account: String

    /// The key for comparing names: case does not count.
    static func key(of name: String) -> String { name.lowercased() }
}
