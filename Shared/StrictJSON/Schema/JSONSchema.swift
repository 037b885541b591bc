/// What the JSON of a type looks like, for OpenRPC documents, command-line flags and reference pages.
public struct JSONSchema: Hashable, Sendable {
    /// The kinds of values.
    public indirect enum Shape: Hashable, Sendable {
        /// An object with these fields in the order of their declaration, and no others.
        case object(fields: [Field])
        /// An object with any names, all of whose values look alike.
        case dictionary(of: JSONSchema)
        /// An array whose elements look alike.
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
        /// Its name.
        public var name: String
        /// What its value looks like.
        public var schema: JSONSchema
        /// Whether it must be there.
        public var isRequired: Bool

        /// Makes a field; required unless told otherwise.
        public init(_ name: String, _ schema: JSONSchema, isRequired: Bool = true) {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
        }
    }

    /// The kind of value.
    public var shape: Shape
    /// A format of JSON Schema's, such as `date-time`, or one of ours.
    public var format: String?
    /// A regular expression that strings match, in ECMA-262 syntax.
    public var pattern: String?
    /// One sentence for people.
    public var description: String?
    /// Values that are right, each as JSON text: `"\"2026-11-21\""`.
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

    /// A string of its own kind; the examples are the texts themselves, without quotation marks.
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

    /// The fields of an object in order, none for other shapes.
    public var fields: [Field] {
        if case .object(let fields) = shape { fields } else { [] }
    }
}
