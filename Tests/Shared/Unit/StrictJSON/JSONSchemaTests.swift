import StrictJSON
import Testing

@Suite struct JSONSchemaTests {
    enum Level: String, Codable, CaseIterable { case low, high }
    struct Day: Codable, JSONSchemaDescribed {
        static let jsonSchema = JSONSchema.string(format: "date", pattern: "^[0-9-]{10}$", examples: ["2026-11-21"])
        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            guard text.utf8.count == 10 else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "must be a day"))
            }
        }
        func encode(to encoder: any Encoder) throws {}
    }
    struct Name: Codable, RawRepresentable { var rawValue: String }
    struct Inner: Codable {
        var flag: Bool
        var share: Double?
    }
    struct Outer: Codable {
        var name: Name
        var day: Day
        var level: Level
        var lastDay: Day?
        var inner: Inner
        var list: [Inner]
        var map: [String: Int64]?
        var levels: [Level]?
    }
    struct Picky: Codable {
        init(from decoder: any Decoder) throws {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "never"))
        }
        func encode(to encoder: any Encoder) throws {}
    }
    final class Loop: Codable { var next: Loop }

    @Test func fieldsStandInTheOrderOfDeclaration() throws {
        let schema = try JSONSchema.of(Outer.self)
        #expect(schema.fields.map(\.name) == ["name", "day", "level", "lastDay", "inner", "list", "map", "levels"])
        #expect(schema.fields.map(\.isRequired) == [true, true, true, false, true, true, false, false])
        let inner = JSONSchema(
            .object(fields: [
                .init("flag", JSONSchema(.boolean)), .init("share", JSONSchema(.number), isRequired: false),
            ]))
        #expect(
            schema.fields.map(\.schema) == [
                JSONSchema(.string), Day.jsonSchema, JSONSchema(.enumeration(["low", "high"])), Day.jsonSchema, inner,
                JSONSchema(.array(of: inner)), JSONSchema(.dictionary(of: JSONSchema(.integer))),
                JSONSchema(.array(of: JSONSchema(.enumeration(["low", "high"])))),
            ])
    }

    @Test func schemasAreWrittenInTheWordsOfJSONSchema() throws {
        struct Small: Codable {
            var day: Day
            var level: Level?
            var counts: [UInt8]
            var map: [String: String]
        }
        var writer = JSONWriter()
        try JSONSchema.of(Small.self).write(to: &writer)
        #expect(
            String(decoding: writer.finish(), as: UTF8.self)
                == #"{"type":"object","properties":{"day":{"type":"string","format":"date","pattern":"^[0-9-]{10}$","#
                + #""examples":["2026-11-21"]},"level":{"type":"string","enum":["low","high"]},"#
                + #""counts":{"type":"array","items":{"type":"integer"}},"#
                + #""map":{"type":"object","additionalProperties":{"type":"string"}}},"#
                + #""required":["day","counts","map"],"additionalProperties":false}"#)
    }

    @Test func typesWithoutFieldsAndAlternativesAreWritten() throws {
        struct Empty: Codable {}
        var writer = JSONWriter()
        writer.beginArray()
        try JSONSchema.of(Empty.self).write(to: &writer)
        JSONSchema(.oneOf([JSONSchema(.string), JSONSchema(.any)]), description: "Either.").write(to: &writer)
        writer.endArray()
        #expect(
            String(decoding: writer.finish(), as: UTF8.self)
                == #"[{"type":"object","properties":{},"required":[],"additionalProperties":false},"#
                + #"{"description":"Either.","oneOf":[{"type":"string"},{}]}]"#)
    }

    @Test func typesThatCanNotBeDescribedSaySo() {
        #expect(throws: JSONSchemaError.self) { try JSONSchema.of(Picky.self) }
        #expect(throws: JSONSchemaError.self) { try JSONSchema.of([Picky].self) }
        #expect(throws: JSONSchemaError.self) { try JSONSchema.of(Loop.self) }
    }
}
