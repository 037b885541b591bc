/// The JSON schema of a type, for OpenRPC documents, command-line flags and reference pages.
public struct JSONSchema: Hashable, Sendable {
    /// The kind of value.
    public indirect enum Shape: Hashable, Sendable {
        /// An object with exactly these fields, in the order of their declaration.
        case object(fields: [Field])
        /// An object with any names, whose values have the same schema.
        case dictionary(of: JSONSchema)
        /// An array whose elements have the same schema.
        case array(of: JSONSchema)
        /// A string.
        case string
        /// A whole number within the range of its type.
        case integer
        /// Any number.
        case number
        /// `true` or `false`.
        case boolean
        /// One of these strings.
        case enumeration([String])
        /// One of these shapes.
        case oneOf([JSONSchema])
        /// Any value.
        case any
    }

    /// A member of an object.
    public struct Field: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The schema of the value.
        public var schema: JSONSchema
        /// True when the member is required.
        public var isRequired: Bool

        /// Creates a field, required by default.
        public init(_ name: String, _ schema: JSONSchema, isRequired: Bool = true) {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
        }
    }

    /// The kind of value.
    public var shape: Shape
    /// A format of JSON Schema, such as `date-time`, or one of our own.
    public var format: String?
    /// A regular expression that strings match, in ECMA-262 syntax.
    public var pattern: String?
    /// A sentence for people.
    public var description: String?
    /// Valid values, each as JSON text: `"\"2026-11-21\""`.
    public var examples: [String]

    public init(
        _ shape: Shape, format: String? = nil, pattern: String? = nil, description: String? = nil,
        examples: [String] = []
    ) {
        self.shape = shape
        self.format = format
        self.pattern = pattern
        self.description = description
        self.examples = examples
    }

    /// Creates the schema of a special kind of string; the examples are the texts without quotation marks.
    public static func string(
        format: String? = nil, pattern: String? = nil, description: String? = nil, examples: [String] = []
    ) -> JSONSchema {
        JSONSchema(
            .string, format: format, pattern: pattern, description: description,
            examples: examples.map { example in
                var writer = JSONWriter()
                writer.value(example)
                return String(decoding: writer.finish(), as: UTF8.self)
            })
    }

    /// The fields of an object in order; empty for other shapes.
    public var fields: [Field] {
        if case .object(let fields) = shape { fields } else { [] }
    }
}
