/// The kind of a JSON value.
public enum JSONKind: UInt8, Hashable, Sendable {
    /// `{…}`
    case object
    /// `[…]`
    case array
    /// `"…"`
    case string
    /// A number, whole or not.
    case number
    /// `true`
    case `true`
    /// `false`
    case `false`
    /// `null`
    case null
}
