import StrictJSON

/// A type of event that a service tells, for `rpc.discover`.
public struct EventDescription: Sendable {
    /// The type, `weather.changed`.
    public let type: String
    /// The meaning, the beginning of a sentence: `a temperature was reported`.
    public let summary: String
    /// The schema of its `data`, made on demand.
    let schema: @Sendable () throws(JSONSchemaError) -> JSONSchema

    /// Describes a type of event by the type of its data.
    public init<Data: Decodable & SendableMetatype>(_ type: String, _ summary: String, _ data: Data.Type) {
        self.init(type, summary) { () throws(JSONSchemaError) in try JSONSchema.of(data) }
    }

    /// Describes a type of event by a schema.
    public init(
        _ type: String, _ summary: String, schema: @escaping @Sendable () throws(JSONSchemaError) -> JSONSchema
    ) {
        self.type = type
        self.summary = summary
        self.schema = schema
    }

    func write(to writer: inout JSONWriter) throws(JSONSchemaError) {
        writer.beginObject()
        writer.member("name", type)
        writer.member("summary", summary)
        writer.key("schema")
        try schema().write(to: &writer)
        writer.endObject()
    }
}
