/// A type that declares its schema, because it validates more than the shape.
///
/// A type that rejects empty strings or zeros needs this. Its first example is the sample value while the schema of an
/// enclosing type is created.
public protocol JSONSchemaDescribed {
    /// The schema, with at least one example that the type can decode.
    static var jsonSchema: JSONSchema { get }
}

/// The reason why a type has no schema: a bug in the program.
public struct JSONSchemaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The type and the remedy.
    public let description: String
}
