import Domain

/// A transfer that is made often, under a name.
package struct TransferTemplate: Codable, Hashable, Sendable {
    /// What its user calls it.
    package let name: String
    /// The payer.
    package let from: String
    /// The payee.
    package let to: String
    /// How much; nil when it is said each time.
    package let amount: Money?
    /// What for; may be empty.
    package let description: String
}
