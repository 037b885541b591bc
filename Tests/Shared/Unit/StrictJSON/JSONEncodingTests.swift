import StrictJSON
import Testing

@Suite struct JSONEncodingTests {
    struct Item: Codable, Equatable {
        var name: String
        var count: Int?
        var tags: [String]
        var inner: [String: [Double]]
        var nested: [Item]
        var matrix: [[Int?]]
    }
    struct Empty: Codable {}
    struct Silent: Encodable {
        func encode(to encoder: any Encoder) throws {}
    }
    struct Reading: Encodable {
        var readings: [[String: Double]]
    }
    /// Writes to several containers by hand, and leaves each of them open.
    struct ByHand: Encodable {
        enum Key: String, CodingKey { case first, list, empty, twice, last }
        enum Inner: String, CodingKey { case a, b }
        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            var first = object.nestedContainer(keyedBy: Inner.self, forKey: .first)
            try first.encode(1, forKey: .a)
            var deep = first.nestedUnkeyedContainer(forKey: .b)
            try deep.encode(2)
            var list = object.nestedUnkeyedContainer(forKey: .list)
            var element = list.nestedContainer(keyedBy: Inner.self)
            try element.encode("x", forKey: .a)
            try list.encodeNil()
            _ = list.nestedUnkeyedContainer()
            try list.encode(contentsOf: [true, false])
            _ = object.superEncoder(forKey: .empty)
            var again = encoder.container(keyedBy: Key.self)
            try again.encode(Empty(), forKey: .twice)
            var last = object.superEncoder(forKey: .last).singleValueContainer()
            try last.encode(9)
        }
    }

    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoding.encode(value), as: UTF8.self)
    }

    @Test func synthesisedTypesKeepTheirOrder() throws {
        let leaf = Item(name: "l\"", count: nil, tags: [], inner: [:], nested: [], matrix: [])
        let item = Item(
            name: "n", count: 3, tags: ["a", "b"], inner: ["x": [1, 0.5]], nested: [leaf], matrix: [[1, nil], []])
        #expect(
            try text(item)
                == #"{"name":"n","count":3,"tags":["a","b"],"inner":{"x":[1.0,0.5]},"nested":[{"name":"l\"","tags":[],"#
                + #""inner":{},"nested":[],"matrix":[]}],"matrix":[[1,null],[]]}"#)
        #expect(try JSONDocument(JSONEncoding.encode(item)).root.decode(Item.self) == item)
    }

    @Test func containersLeftOpenAreClosedWhenTheOuterOneGoesOn() throws {
        #expect(
            try text(ByHand())
                == #"{"first":{"a":1,"b":[2]},"list":[{"a":"x"},null,[],true,false],"empty":{},"twice":{},"last":9}"#)
        #expect(try text([ByHand(), ByHand()]).hasSuffix(#""last":9}]"#))
    }

    @Test func valuesThatWriteNothingAreEmptyObjects() throws {
        #expect(try text(Silent()) == "{}")
        #expect(try text([Silent(), Silent()]) == "[{},{}]")
        #expect(try text(["a": Silent()]) == #"{"a":{}}"#)
        #expect(try text(Empty()) == "{}")
    }

    @Test func scalarsStandAlone() throws {
        #expect(try text("a") == "\"a\"")
        #expect(try text(Int?.none) == "null")
        #expect(try text([Int8(-1), 2]) == "[-1,2]")
        #expect(try text(Float(0.1)) == "0.1")
    }

    @Test func aValueIsWrittenIntoAnObjectBegunByHand() throws {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("result")
        try JSONEncoding.encode([1, 2], into: &writer)
        writer.member("id", 7)
        writer.endObject()
        #expect(writer.finish() == Array(#"{"result":[1,2],"id":7}"#.utf8))
    }

    @Test func aFailedValueLeavesNothingBehind() throws {
        var writer = JSONWriter()
        writer.beginArray()
        #expect(throws: JSONEncodingError(path: "readings.b", rule: "must be a finite number")) {
            try JSONEncoding.encode(Reading(readings: [["a": 1], ["b": .nan]]), into: &writer)
        }
        writer.value(1)
        writer.endArray()
        #expect(writer.finish() == Array("[1]".utf8))
    }

    @Test func writingToAContainerThatWasLeftIsABug() async {
        await #expect(processExitsWith: .failure) {
            struct Wrong: Encodable {
                enum Key: String, CodingKey { case a, b }
                func encode(to encoder: any Encoder) throws {
                    var outer = encoder.container(keyedBy: Key.self)
                    var inner = outer.nestedUnkeyedContainer(forKey: .a)
                    try outer.encode(1, forKey: .b)
                    try inner.encode(2)
                }
            }
            _ = try? JSONEncoding.encode(Wrong())
        }
    }
}
