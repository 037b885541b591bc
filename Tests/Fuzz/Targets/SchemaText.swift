import StrictJSON

/// Texts of JSON that fit a schema, as seeds.
enum SchemaText {
    /// Returns a value.
    ///
    /// - Parameter hasOptional: True for one with all members, false for one with the required members only.
    static func value(of schema: JSONSchema, hasOptional: Bool) -> String {
        if let example = schema.examples.first { return example }
        switch schema.shape {
        case .object(let fields):
            let members = fields.filter { hasOptional || $0.isRequired }.map { field in
                "\"\(field.name)\":\(value(of: field.schema, hasOptional: hasOptional))"
            }
            return "{\(members.joined(separator: ","))}"
        case .dictionary(let values): return "{\"a\":\(value(of: values, hasOptional: hasOptional))}"
        case .array(let elements): return "[\(value(of: elements, hasOptional: hasOptional))]"
        case .string: return "\"a\""
        case .integer: return "1"
        case .number: return "1.5"
        case .boolean: return "true"
        case .enumeration(let values): return "\"\(values.first ?? "")\""
        case .oneOf(let schemas): return schemas.first.map { value(of: $0, hasOptional: hasOptional) } ?? "null"
        case .any: return "null"
        }
    }
}
