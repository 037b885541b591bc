import Coordination
import Domain
import StrictJSON

extension LedgerSignal {
    /// The terms of an exchange, which is one transfer out of an account and one into another.
    public struct ExchangeTerms: Codable, Hashable, Sendable {
        /// How many units of the received currency one unit of the paid one was worth.
        public let rate: String
        /// Where the rate was found.
        public let source: String
        /// When the rate held.
        public let asOf: Instant
        /// The id of the other half.
        public let transfer: String

        public init(rate: String, source: String, asOf: Instant, transfer: String) {
            self.rate = rate
            self.source = source
            self.asOf = asOf
            self.transfer = transfer
        }
    }
}

extension LedgerSignal.ExchangeTerms {
    /// Writes them as the declaration says.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("rate", rate)
        writer.member("source", source)
        writer.member("asOf", asOf)
        writer.member("transfer", transfer)
        writer.endObject()
    }

    /// Reads them as the declaration says.
    init(json: JSONNode) throws(JSONDecodingError) {
        try json.requireObject()
        for member in json.members where !["rate", "source", "asOf", "transfer"].contains(member.name) {
            throw member.node.failure(.isUnknownField)
        }
        self.init(
            rate: try json.required("rate").requireString(), source: try json.required("source").requireString(),
            asOf: try json.required("asOf").requireInstant(), transfer: try json.required("transfer").requireString())
    }

    static var jsonSchema: JSONSchema {
        JSONSchema(
            .object(fields: [
                JSONSchema.Field("rate", JSONSchema(.string)), JSONSchema.Field("source", JSONSchema(.string)),
                JSONSchema.Field("asOf", Instant.jsonSchema), JSONSchema.Field("transfer", JSONSchema(.string)),
            ]))
    }
}
