import Domain
import StrictJSON

extension LedgerSignal.TransferItem: DirectJSONDecodable {
    public init(json: JSONNode) throws(JSONDecodingError) {
        try json.requireObject()
        var from: String?
        var to: String?
        var amount: Money?
        var description: String?
        var idempotencyKey: String?
        var linked: Bool?
        var upTo: Bool?
        var closes: Bool?
        for member in json.members {
            if member.isNamed("from") {
                from = try member.node.requireString()
            } else if member.isNamed("to") {
                to = try member.node.requireString()
            } else if member.isNamed("amount") {
                amount = try member.node.requireMoney()
            } else if member.isNamed("description") {
                description = try member.node.optionalString()
            } else if member.isNamed("idempotencyKey") {
                idempotencyKey = try member.node.optionalString()
            } else if member.isNamed("linked") {
                linked = try member.node.optionalFlag()
            } else if member.isNamed("upTo") {
                upTo = try member.node.optionalFlag()
            } else if member.isNamed("closes") {
                closes = try member.node.optionalFlag()
            } else {
                throw member.node.failure(.isUnknownField)
            }
        }
        guard let from else { throw json.missing("from") }
        guard let to else { throw json.missing("to") }
        guard let amount else { throw json.missing("amount") }
        self.init(
            from: from, to: to, amount: amount, description: description, idempotencyKey: idempotencyKey,
            linked: linked, upTo: upTo, closes: closes)
    }

    public init(from decoder: any Decoder) throws { try self.init(directlyFrom: decoder) }
}

extension LedgerSignal.TransferItem: DirectJSONEncodable {
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("from", from)
        writer.member("to", to)
        writer.member("amount", amount)
        writer.member("description", ifPresent: description)
        writer.member("idempotencyKey", ifPresent: idempotencyKey)
        writer.member("linked", ifPresent: linked)
        writer.member("upTo", ifPresent: upTo)
        writer.member("closes", ifPresent: closes)
        writer.endObject()
    }

    public func encode(to encoder: any Encoder) throws { try encodeDirectly(to: encoder) }
}

extension LedgerSignal.TransferItem: JSONSchemaDescribed {
    /// The same as a schema made of the declaration.
    public static var jsonSchema: JSONSchema {
        JSONSchema(
            .object(fields: [
                JSONSchema.Field("from", JSONSchema(.string)),
                JSONSchema.Field("to", JSONSchema(.string)),
                JSONSchema.Field("amount", Money.jsonSchema),
                JSONSchema.Field("description", JSONSchema(.string), isRequired: false),
                JSONSchema.Field("idempotencyKey", JSONSchema(.string), isRequired: false),
                JSONSchema.Field("linked", JSONSchema(.boolean), isRequired: false),
                JSONSchema.Field("upTo", JSONSchema(.boolean), isRequired: false),
                JSONSchema.Field("closes", JSONSchema(.boolean), isRequired: false),
            ]),
            examples: [#"{"from":"7g2m4k9q1x3z","to":"5c8w0n6v2r4t","amount":{"amount":"12.50","currency":"RUB"}}"#])
    }
}
