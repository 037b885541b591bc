import Coordination
import Domain
import Reasons
import StrictJSON

extension LedgerSignal.Transfer: DirectJSONEncodable {
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("from", from)
        writer.member("to", to)
        writer.member("amount", amount)
        writer.member("description", description)
        writer.member("category", ifPresent: category)
        writer.member("status", status.rawValue)
        writer.member("createdAt", createdAt)
        writer.member("sequence", sequence)
        writer.member("expiresAt", ifPresent: expiresAt)
        writer.member("settledAt", ifPresent: settledAt)
        writer.member("heldAmount", ifPresent: heldAmount)
        writer.member("reverses", ifPresent: reverses)
        writer.member("reversedBy", ifPresent: reversedBy)
        writer.member("reason", ifPresent: reason)
        writer.member("occurredAt", ifPresent: occurredAt)
        if let exchange {
            writer.key("exchange")
            exchange.write(to: &writer)
        }
        writer.member("import", ifPresent: `import`)
        writer.endObject()
    }

    public func encode(to encoder: any Encoder) throws { try encodeDirectly(to: encoder) }
}

extension LedgerSignal.Transfer: DirectJSONDecodable {
    public init(json: JSONNode) throws(JSONDecodingError) {
        try json.requireObject()
        for member in json.members where !Self.memberNames.contains(member.name) {
            throw member.node.failure(.isUnknownField)
        }
        let statusNode = try json.required("status")
        guard let status = LedgerSignal.TransferStatus(rawValue: try statusNode.requireString()) else {
            throw statusNode.failure(
                .mustBeOne(of: LedgerSignal.TransferStatus.allCases.map(\.rawValue)))
        }
        func text(_ name: String) throws(JSONDecodingError) -> String? {
            try json.optional(name)?.requireString()
        }
        func instant(_ name: String) throws(JSONDecodingError) -> Instant? {
            try json.optional(name)?.requireInstant()
        }
        func exchange() throws(JSONDecodingError) -> LedgerSignal.ExchangeTerms? {
            guard let node = try json.optional("exchange") else { return nil }
            return try LedgerSignal.ExchangeTerms(json: node)
        }
        self.init(
            id: try json.required("id").requireString(), from: try json.required("from").requireString(),
            to: try json.required("to").requireString(), amount: try json.required("amount").requireMoney(),
            description: try json.required("description").requireString(), category: try text("category"),
            status: status, createdAt: try json.required("createdAt").requireInstant(),
            sequence: try json.required("sequence").requireInteger(), expiresAt: try instant("expiresAt"),
            settledAt: try instant("settledAt"), heldAmount: try json.optional("heldAmount")?.requireMoney(),
            reverses: try text("reverses"), reversedBy: try text("reversedBy"), reason: try text("reason"),
            occurredAt: try instant("occurredAt"), exchange: try exchange(),
            import: try text("import"))
    }

    private static let memberNames: Set<String> = [
        "id", "from", "to", "amount", "description", "category", "status", "createdAt", "sequence", "expiresAt",
        "settledAt", "heldAmount", "reverses", "reversedBy", "reason", "occurredAt",
        "exchange", "import",
    ]

    public init(from decoder: any Decoder) throws { try self.init(directlyFrom: decoder) }
}

extension LedgerSignal.Transfer: JSONSchemaDescribed {
    /// The same as a schema made of the declaration.
    public static var jsonSchema: JSONSchema {
        JSONSchema(
            .object(fields: [
                JSONSchema.Field("id", JSONSchema(.string)),
                JSONSchema.Field("from", JSONSchema(.string)),
                JSONSchema.Field("to", JSONSchema(.string)),
                JSONSchema.Field("amount", Money.jsonSchema),
                JSONSchema.Field("description", JSONSchema(.string)),
                JSONSchema.Field("category", JSONSchema(.string), isRequired: false),
                JSONSchema.Field(
                    "status", JSONSchema(.enumeration(LedgerSignal.TransferStatus.allCases.map(\.rawValue)))),
                JSONSchema.Field("createdAt", Instant.jsonSchema),
                JSONSchema.Field("sequence", JSONSchema(.integer)),
                JSONSchema.Field("expiresAt", Instant.jsonSchema, isRequired: false),
                JSONSchema.Field("settledAt", Instant.jsonSchema, isRequired: false),
                JSONSchema.Field("heldAmount", Money.jsonSchema, isRequired: false),
                JSONSchema.Field("reverses", JSONSchema(.string), isRequired: false),
                JSONSchema.Field("reversedBy", JSONSchema(.string), isRequired: false),
                JSONSchema.Field("reason", JSONSchema(.string), isRequired: false),
                JSONSchema.Field("occurredAt", Instant.jsonSchema, isRequired: false),
                JSONSchema.Field("exchange", LedgerSignal.ExchangeTerms.jsonSchema, isRequired: false),
                JSONSchema.Field("import", JSONSchema(.string), isRequired: false),
            ]),
            examples: [
                """
                {"id":"t01k0rnw96c80","from":"7g2m4k9q1x3z","to":"5c8w0n6v2r4t",\
                "amount":{"amount":"12.50","currency":"RUB"},"description":"Lunch",\
                "status":"posted","createdAt":"2026-11-21T08:51:48Z",\
                "sequence":1795251108000000}
                """
            ])
    }
}

extension LedgerSignal.TransferResult: DirectJSONEncodable {
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .transfer(let transfer):
            writer.member("transfer", transfer)
        case .fault(let fault):
            writer.key("fault")
            fault.write(to: &writer)
        }
        writer.endObject()
    }
}

extension LedgerSignal.TransferResult: DirectJSONDecodable {
    /// Reads whichever of the two is there.
    public init(json: JSONNode) throws(JSONDecodingError) {
        try json.requireObject()
        for member in json.members where !member.isNamed("transfer") && !member.isNamed("fault") {
            throw member.node.failure(.isUnknownField)
        }
        if let transfer = try json.optional("transfer") {
            self = .transfer(try LedgerSignal.Transfer(json: transfer))
        } else {
            self = .fault(try json.required("fault").decode(Fault.self))
        }
    }
}

extension Fault {
    /// Writes the fault as `encode(to:)` does.
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("code", code.name)
        writer.member("reason", ifPresent: reason)
        writer.member("message", message)
        writer.member("field", ifPresent: field)
        writer.member("retryable", isRetryable)
        if let retryAfterMilliseconds { writer.member("retryAfterMs", retryAfterMilliseconds) }
        if !details.isEmpty {
            writer.key("details")
            writer.beginObject()
            for (name, detail) in details.sorted(by: { $0.key < $1.key }) {
                switch detail {
                case .text(let text): writer.member(name, text)
                case .number(let number): writer.member(name, number)
                case .flag(let flag): writer.member(name, flag)
                }
            }
            writer.endObject()
        }
        writer.endObject()
    }
}
