extension JSONSchema {
    /// Writes the schema as JSON Schema.
    ///
    /// - Source: JSON Schema draft 7, which OpenRPC 1.3 uses.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let description { writer.member("description", description) }
        writeShape(to: &writer)
        if let format { writer.member("format", format) }
        if let pattern { writer.member("pattern", pattern) }
        if !examples.isEmpty {
            writer.key("examples")
            writer.beginArray()
            for example in examples { writer.raw(Array(example.utf8)) }
            writer.endArray()
        }
        writer.endObject()
    }

    private func writeShape(to writer: inout JSONWriter) {
        switch shape {
        case .object(let fields): Self.write(fields, to: &writer)
        case .dictionary(let values):
            writer.member("type", "object")
            writer.key("additionalProperties")
            values.write(to: &writer)
        case .array(let elements):
            writer.member("type", "array")
            writer.key("items")
            elements.write(to: &writer)
        case .string: writer.member("type", "string")
        case .integer: writer.member("type", "integer")
        case .number: writer.member("type", "number")
        case .boolean: writer.member("type", "boolean")
        case .enumeration(let values):
            writer.member("type", "string")
            writer.key("enum")
            writer.beginArray()
            for value in values { writer.value(value) }
            writer.endArray()
        case .oneOf(let schemas):
            writer.key("oneOf")
            writer.beginArray()
            for schema in schemas { schema.write(to: &writer) }
            writer.endArray()
        case .any: break
        }
    }

    private static func write(_ fields: [Field], to writer: inout JSONWriter) {
        writer.member("type", "object")
        writer.key("properties")
        writer.beginObject()
        for field in fields {
            writer.key(field.name)
            field.schema.write(to: &writer)
        }
        writer.endObject()
        writer.key("required")
        writer.beginArray()
        for field in fields where field.isRequired { writer.value(field.name) }
        writer.endArray()
        writer.member("additionalProperties", false)
    }
}
