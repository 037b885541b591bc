/// A type that says itself what its JSON looks like, since it checks more than its shape.
///
/// A type that refuses empty strings or zeros needs this: its first example stands in for a value of it while the
/// schema of a type around it is made.
public protocol JSONSchemaDescribed {
    /// What the JSON looks like, with at least one example that the type decodes from.
    static var jsonSchema: JSONSchema { get }
}

/// Why no schema could be made of a type: a bug of the program.
public struct JSONSchemaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What to do about which type.
    public let description: String
}
