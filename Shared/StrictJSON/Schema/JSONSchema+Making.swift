extension JSONSchema {
    /// Creates the schema of a type by letting it decode from a recording decoder.
    ///
    /// Fields have the order in which the type decodes them, which for synthesised types is the order of declaration. A
    /// field decoded by `decodeIfPresent` is not required.
    /// - Throws: ``JSONSchemaError`` for a type that validates its values without being ``JSONSchemaDescribed``, and
    ///   for a recursive type.
    @inline(never)
    public static func of(_ type: any Decodable.Type) throws(JSONSchemaError) -> JSONSchema {
        // Neither generic nor inlined: a copy for each of a hundred signals would take long to compile.
        try SchemaNotes.schema(of: type)
    }
}

/// A schema and a sample value.
struct SchemaSample<Value> {
    let schema: JSONSchema
    let value: Value
}

/// The recorded reads of a type.
final class SchemaNotes {
    var fields: [JSONSchema.Field] = []
    /// The schema when the type does not decode an object.
    var schema: JSONSchema?
    let depth: Int

    private static let deepest = 32

    private init(depth: Int) { self.depth = depth }

    /// Returns the schema of a type.
    static func schema<Value: Decodable>(of type: Value.Type) throws(JSONSchemaError) -> JSONSchema {
        try sample(of: type, depth: 0).schema
    }

    /// Returns the schema and a sample value of a type.
    static func sample<Value: Decodable>(of type: Value.Type, depth: Int) throws(JSONSchemaError) -> SchemaSample<Value>
    {
        guard depth < deepest else {
            throw JSONSchemaError(description: "\(type) is nested too deep for a schema: does it hold itself?")
        }
        if let type = type as? any JSONSchemaDescribed.Type {
            return SchemaSample(schema: type.jsonSchema, value: try example(Value.self, type.jsonSchema))
        }
        if let type = type as? any SchemaKnown.Type {
            let (schema, value) = try type.knownSchema(depth: depth + 1)
            if let value = value as? Value { return SchemaSample(schema: schema, value: value) }
        }
        if let values = enumerationValues(of: type), let type = type as? any CaseIterable.Type,
            let value = firstCase(of: type) as? Value
        {
            return SchemaSample(schema: JSONSchema(.enumeration(values)), value: value)
        }
        let notes = SchemaNotes(depth: depth + 1)
        do {
            let value = try Value(from: NotingDecoder(notes: notes))
            return SchemaSample(schema: notes.schema ?? JSONSchema(.object(fields: notes.fields)), value: value)
        } catch let error as JSONSchemaError {
            throw error
        } catch {
            throw JSONSchemaError(
                description: "\(type) must be JSONSchemaDescribed, since it does not take any value: \(error)")
        }
    }

    func note<Key: CodingKey>(_ key: Key, _ schema: JSONSchema, isRequired: Bool) {
        guard !fields.contains(where: { $0.name == key.stringValue }) else { return }
        fields.append(JSONSchema.Field(key.stringValue, schema, isRequired: isRequired))
    }

    private static func example<Value: Decodable>(_ type: Value.Type, _ schema: JSONSchema) throws(JSONSchemaError)
        -> Value
    {
        guard let example = schema.examples.first else {
            throw JSONSchemaError(description: "the schema of \(type) has no example")
        }
        do {
            return try JSONDocument(text: example).root.decode(type)
        } catch {
            throw JSONSchemaError(description: "the first example of \(type) can not be decoded: \(error)")
        }
    }

    private static func firstCase<Enumeration: CaseIterable>(of type: Enumeration.Type) -> Enumeration? {
        type.allCases.first
    }
}
