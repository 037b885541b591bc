import Coordination
import Domain
import Reasons
import StrictJSON

// What the values of the domain look like in JSON: for OpenRPC documents, and for the flags of the gateway, which knows
// them by their format.

extension Currency: JSONSchemaDescribed {
    /// A code of ISO 4217, format `currency`.
    public static var jsonSchema: JSONSchema {
        .string(format: "currency", pattern: "^[A-Z]{3}$", description: "A currency of ISO 4217.", examples: ["RUB"])
    }
}

extension Money: JSONSchemaDescribed {
    /// An amount and its currency, format `money`.
    public static var jsonSchema: JSONSchema {
        JSONSchema(
            .object(fields: [
                JSONSchema.Field(
                    "amount",
                    .string(
                        format: "decimal", pattern: #"^-?[0-9]+(\.[0-9]+)?$"#,
                        description: "With at most as many decimals as the currency has.", examples: ["1234.50"])),
                JSONSchema.Field("currency", Currency.jsonSchema),
            ]),
            format: "money", description: "An exact amount of money.",
            examples: [#"{"amount":"1234.50","currency":"RUB"}"#])
    }
}

extension Instant: JSONSchemaDescribed {
    /// A date-time of RFC 3339.
    public static var jsonSchema: JSONSchema {
        .string(format: "date-time", description: "An instant of RFC 3339.", examples: ["2026-11-21T08:51:48Z"])
    }
}

extension CalendarDay: JSONSchemaDescribed {
    /// A day, `YYYY-MM-DD`.
    public static var jsonSchema: JSONSchema {
        .string(format: "date", description: "A day.", examples: ["2026-11-21"])
    }
}

extension ReasonDetail: JSONSchemaDescribed {
    /// A text, a whole number or a truth value.
    public static var jsonSchema: JSONSchema {
        JSONSchema(
            .oneOf([JSONSchema(.string), JSONSchema(.integer), JSONSchema(.boolean)]), examples: [#""12.00""#])
    }
}

extension LedgerSignal.TransferResult: JSONSchemaDescribed {
    /// `{"transfer": …}` or `{"fault": …}`.
    public static var jsonSchema: JSONSchema {
        func either(_ name: String, _ schema: JSONSchema?) -> JSONSchema {
            JSONSchema(.object(fields: [JSONSchema.Field(name, schema ?? JSONSchema(.any))]))
        }
        return JSONSchema(
            .oneOf([
                either("transfer", try? JSONSchema.of(LedgerSignal.Transfer.self)),
                either("fault", try? JSONSchema.of(Fault.self)),
            ]),
            examples: [#"{"fault":{"code":"notFound","message":"There is no such account.","retryable":false}}"#])
    }
}
