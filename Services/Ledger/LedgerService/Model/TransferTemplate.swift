import Domain

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
