/// A saved payee: the account of another user under a name.
package struct Payee: Codable, Hashable, Sendable {
    let name: String
    /// The id of the account.
    let account: String

    /// Returns the key for comparing names, which ignores case.
    static func key(of name: String) -> String { name.lowercased() }
}
