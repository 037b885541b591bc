/// A type of the standard library with a fixed schema.
protocol SchemaKnown {
    /// Returns the schema and a sample value.
    static func knownSchema(depth: Int) throws(JSONSchemaError) -> (JSONSchema, Self)
}

extension String: SchemaKnown {
    static func knownSchema(depth: Int) -> (JSONSchema, String) { (JSONSchema(.string), "") }
}

extension Bool: SchemaKnown {
    static func knownSchema(depth: Int) -> (JSONSchema, Bool) { (JSONSchema(.boolean), false) }
}

extension Double: SchemaKnown {
    static func knownSchema(depth: Int) -> (JSONSchema, Double) { (JSONSchema(.number), 0) }
}

extension Float: SchemaKnown {
    static func knownSchema(depth: Int) -> (JSONSchema, Float) { (JSONSchema(.number), 0) }
}

extension SchemaKnown where Self: FixedWidthInteger {
    static func knownSchema(depth: Int) -> (JSONSchema, Self) { (JSONSchema(.integer), 0) }
}

extension Int: SchemaKnown {}
extension Int8: SchemaKnown {}
extension Int16: SchemaKnown {}
extension Int32: SchemaKnown {}
extension Int64: SchemaKnown {}
extension UInt: SchemaKnown {}
extension UInt8: SchemaKnown {}
extension UInt16: SchemaKnown {}
extension UInt32: SchemaKnown {}
extension UInt64: SchemaKnown {}

extension Array: SchemaKnown where Element: Decodable {
    static func knownSchema(depth: Int) throws(JSONSchemaError) -> (JSONSchema, [Element]) {
        (JSONSchema(.array(of: try SchemaNotes.sample(of: Element.self, depth: depth).schema)), [])
    }
}

extension Set: SchemaKnown where Element: Decodable {
    static func knownSchema(depth: Int) throws(JSONSchemaError) -> (JSONSchema, Set<Element>) {
        (JSONSchema(.array(of: try SchemaNotes.sample(of: Element.self, depth: depth).schema)), [])
    }
}

extension Dictionary: SchemaKnown where Key == String, Value: Decodable {
    static func knownSchema(depth: Int) throws(JSONSchemaError) -> (JSONSchema, [String: Value]) {
        (JSONSchema(.dictionary(of: try SchemaNotes.sample(of: Value.self, depth: depth).schema)), [:])
    }
}

extension Optional: SchemaKnown where Wrapped: Decodable {
    static func knownSchema(depth: Int) throws(JSONSchemaError) -> (JSONSchema, Wrapped?) {
        (try SchemaNotes.sample(of: Wrapped.self, depth: depth).schema, nil)
    }
}
