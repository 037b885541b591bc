import Domain
import Reasons
import StrictJSON

// Imports have tens of thousands of quotes a message, charts ten thousand points: both go past Swift's containers.

extension BondsSignal.Quote: DirectJSONDecodable {
    public init(json: JSONNode) throws(JSONDecodingError) {
        try json.requireObject()
        var date: QuoteMoment?
        var price: Double?
        var yield: Double?
        for member in json.members {
            let node = member.node
            if member.isNamed("date") {
                guard let moment = node.moment else { throw node.failure(.notAMomentOrDay) }
                date = moment
            } else if member.isNamed("price") {
                guard let value = node.double else { throw node.failure(.mustBeNumber) }
                price = value
            } else if member.isNamed("yield") {
                guard !node.isNull else { continue }
                guard let value = node.double else { throw node.failure(.mustBeNumber) }
                yield = value
            } else {
                throw node.failure(.isUnknownField)
            }
        }
        guard let date else { throw json.missing("date") }
        guard let price else { throw json.missing("price") }
        self.init(date: date, price: price, yield: yield)
    }

    public init(from decoder: any Decoder) throws { try self.init(directlyFrom: decoder) }
}

extension BondsSignal.Quote: DirectJSONEncodable {
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("date", date.instant)
        writer.member("price", number: price)
        if let yield { writer.member("yield", number: yield) }
        writer.endObject()
    }

    public func encode(to encoder: any Encoder) throws { try encodeDirectly(to: encoder) }
}

extension BondsSignal.Quote: JSONSchemaDescribed {
    /// The same as a schema made of the declaration.
    public static var jsonSchema: JSONSchema {
        JSONSchema(
            .object(fields: [
                JSONSchema.Field("date", QuoteMoment.jsonSchema),
                JSONSchema.Field("price", JSONSchema(.number)),
                JSONSchema.Field("yield", JSONSchema(.number), isRequired: false),
            ]),
            examples: [#"{"date":"2018-09-01T13:00:00+0300","price":61.7301}"#])
    }
}

extension BondsSignal.ChartPoint: DirectJSONEncodable {
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("date", date)
        writer.member("value", number: value)
        writer.endObject()
    }

    public func encode(to encoder: any Encoder) throws { try encodeDirectly(to: encoder) }
}

extension JSONWriter {
    /// Adds a number. A number that JSON does not have becomes null, which readers that need a number refuse.
    fileprivate mutating func member(_ name: String, number: Double) {
        member(name, raw: Array((number.isFinite ? number.description : "null").utf8)[...])
    }
}

extension JSONNode {
    /// The moment that a string says; nil for anything else.
    fileprivate var moment: QuoteMoment? {
        guard kind == .string else { return nil }
        let bytes = rawBytes
        // A text with escapes is none of the forms a moment has, but would be one when it is read.
        guard !bytes.contains(UInt8(ascii: "\\")) else { return string.flatMap { QuoteMoment($0) } }
        return bytes.dropFirst().dropLast().withUnsafeBufferPointer { QuoteMoment(ascii: $0) }
    }
}
