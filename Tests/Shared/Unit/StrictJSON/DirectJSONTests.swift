import StrictJSON
import Testing

@Suite struct DirectJSONTests {
    struct Point: DirectJSONDecodable, DirectJSONEncodable, Equatable {
        var x: Int
        var label: String?

        init(x: Int, label: String? = nil) { (self.x, self.label) = (x, label) }

        init(json: JSONNode) throws(JSONDecodingError) {
            x = try json.required("x").requireInteger()
            label = try json.optional("label")?.requireString()
            for member in json.members where !member.isNamed("x") && !member.isNamed("label") {
                throw member.node.failure(.isUnknownField)
            }
        }

        func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("x", x)
            writer.member("label", ifPresent: label)
            writer.endObject()
        }
    }

    struct Line: Codable, Equatable {
        var name: String
        var points: [Point]
        var last: Point?
    }

    @Test func directTypesWorkInsideOthers() throws {
        let line = Line(name: "l", points: [Point(x: 1), Point(x: 2, label: "b")], last: Point(x: 3))
        let bytes = try JSONEncoding.encode(line)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"name":"l","points":[{"x":1},{"x":2,"label":"b"}],"last":{"x":3}}"#)
        #expect(try JSONDocument(bytes).root.decode(Line.self) == line)
    }

    @Test(arguments: [
        (#"{"points":[{"x":1},{}],"name":"l"}"#, "points[1].x is required"),
        (#"{"points":[{"x":1},{"x":2,"y":3}],"name":"l"}"#, "points[1].y is not a known field"),
        (#"{"points":[2],"name":"l"}"#, "points[0] must be an object"),
        (#"{"points":[],"name":"l","last":{"x":1,"label":2}}"#, "last.label must be a string"),
    ])
    func faultsOfDirectTypesNameThePlace(text: String, fault: String) throws {
        let root = try JSONDocument(text: text).root
        let error = #expect(throws: JSONDecodingError.self) { try root.decode(Line.self) }
        #expect(error?.description == fault)
    }
}
