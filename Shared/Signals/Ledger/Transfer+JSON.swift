import Domain
import Reasons
import StrictJSON

// `ledger.transfer` and its answer, read and written by hand: the same JSON as of their declarations, which a test
// compares.

extension LedgerSignal.MakeTransfer: DirectJSONDecodable {
    public init(json: JSONNode) throws(JSONDecodingError) {
        try json.requireObject()
        var from: String?
        var to: String?
        var amount: Money?
        var description: String?
        var upTo: Bool?
        var closes: Bool?
        var dryRun: Bool?
        for member in json.members {
            if member.isNamed("from") {
                from = try member.node.requireString()
            } else if member.isNamed("to") {
                to = try member.node.requireString()
            } else if member.isNamed("amount") {
                amount = try member.node.requireMoney()
            } else if member.isNamed("description") {
                description = try member.node.optionalString()
            } else if member.isNamed("upTo") {
                upTo = try member.node.optionalFlag()
            } else if member.isNamed("closes") {
                closes = try member.node.optionalFlag()
            } else if member.isNamed("dryRun") {
                dryRun = try member.node.optionalFlag()
            } else {
                throw member.node.failure(.isUnknownField)
            }
        }
        guard let from else { throw json.missing("from") }
        guard let to else { throw json.missing("to") }
        guard let amount else { throw json.missing("amount") }
        self.init(
            from: from, to: to, amount: amount, description: description, upTo: upTo, closes: closes, dryRun: dryRun)
    }

    public init(from decoder: any Decoder) throws { try self.init(directlyFrom: decoder) }
}

extension LedgerSignal.MakeTransfer: DirectJSONEncodable {
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("from", from)
        writer.member("to", to)
        writer.member("amount", amount)
        writer.member("description", ifPresent: description)
        writer.member("upTo", ifPresent: upTo)
        writer.member("closes", ifPresent: closes)
        writer.member("dryRun", ifPresent: dryRun)
        writer.endObject()
    }

    public func encode(to encoder: any Encoder) throws { try encodeDirectly(to: encoder) }
}

extension LedgerSignal.MakeTransfer: JSONSchemaDescribed {
    /// The same as a schema made of the declaration.
    public static var jsonSchema: JSONSchema {
        JSONSchema(
            .object(fields: [
                JSONSchema.Field("from", JSONSchema(.string)),
                JSONSchema.Field("to", JSONSchema(.string)),
                JSONSchema.Field("amount", Money.jsonSchema),
                JSONSchema.Field("description", JSONSchema(.string), isRequired: false),
                JSONSchema.Field("upTo", JSONSchema(.boolean), isRequired: false),
                JSONSchema.Field("closes", JSONSchema(.boolean), isRequired: false),
                JSONSchema.Field("dryRun", JSONSchema(.boolean), isRequired: false),
            ]),
            examples: [#"{"from":"7g2m4k9q1x3z","to":"5c8w0n6v2r4t","amount":{"amount":"12.50","currency":"RUB"}}"#])
    }
}

extension LedgerSignal.TransferAnswer: DirectJSONEncodable {
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("transfer", transfer)
        writer.key("balances")
        writer.beginArray()
        for balance in balances { balance.write(to: &writer) }
        writer.endArray()
        writer.member("needsCode", ifPresent: needsCode)
        writer.member("doneBefore", ifPresent: doneBefore)
        writer.endObject()
    }

    public func encode(to encoder: any Encoder) throws { try encodeDirectly(to: encoder) }
}

extension LedgerSignal.AccountBalance: DirectJSONEncodable {
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("account", account)
        writer.member("balance", balance)
        writer.member("available", available)
        writer.endObject()
    }

    public func encode(to encoder: any Encoder) throws { try encodeDirectly(to: encoder) }
}

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
