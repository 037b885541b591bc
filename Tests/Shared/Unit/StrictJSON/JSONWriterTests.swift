import StrictJSON
import Testing

@Suite struct JSONWriterTests {
    private func written(_ write: (inout JSONWriter) throws -> Void) rethrows -> String {
        var writer = JSONWriter()
        try write(&writer)
        return String(decoding: writer.finish(), as: UTF8.self)
    }

    @Test func commasComeByThemselves() throws {
        let text = written { writer in
            writer.beginObject()
            writer.member("a", 1)
            writer.key("b")
            writer.beginArray()
            writer.beginArray()
            writer.endArray()
            writer.beginObject()
            writer.endObject()
            writer.value(true)
            writer.null()
            writer.raw(Array("[ 1 ]".utf8)[...])
            writer.value("x")
            writer.endArray()
            writer.member("c", ifPresent: nil)
            writer.member("d", false)
            writer.member("e", raw: [UInt8(ascii: "7")])
            writer.endObject()
        }
        #expect(text == #"{"a":1,"b":[[],{},true,null,[ 1 ],"x"],"d":false,"e":7}"#)
    }

    @Test func stringsAreEscapedWhereTheyMustBe() throws {
        #expect(written { $0.value("a/b Я😀\u{7F}\u{2028}") } == "\"a/b Я😀\u{7F}\u{2028}\"")
        #expect(
            written { $0.value("\"\\\u{8}\u{9}\n\u{C}\r\u{0}\u{1F}'") } == #""\"\\\b\t\n\f\r\u0000\u001f'""#)
        for length in 0..<20 {
            let text = String(repeating: "x", count: length) + "\n" + String(repeating: "я", count: length) + "\""
            #expect(try JSONDocument(text: written { $0.value(text) }).root.string == text)
        }
    }

    @Test func wholeNumbersOfEveryTypeAreWritten() {
        #expect(written { $0.value(Int64.min) } == "-9223372036854775808")
        #expect(written { $0.value(Int8.min) } == "-128")
        #expect(written { $0.value(UInt64.max) } == "18446744073709551615")
        #expect(written { $0.value(0) } == "0")
    }

    @Test(arguments: [
        (1.0, "1.0"), (0.1, "0.1"), (-0.0, "-0.0"), (Double.leastNonzeroMagnitude, "5e-324"), (1e21, "1e+21"),
        (123456.75, "123456.75"),
    ])
    func doublesAreShortest(number: Double, text: String) throws {
        #expect(try written { try $0.value(number) } == text)
        #expect(try JSONDocument(text: text).root.double == number)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func numbersThatAreNoneAreRefusedUnwritten(number: Double) {
        var writer = JSONWriter()
        writer.beginArray()
        #expect(throws: JSONEncodingError.self) { try writer.value(number) }
        writer.endArray()
        #expect(writer.bytes == Array("[]".utf8))
    }

    @Test func anEmptiedWriterStartsAnew() {
        var writer = JSONWriter()
        writer.beginArray()
        writer.value(1)
        writer.removeAll()
        writer.value(2)
        #expect(writer.finish() == [UInt8(ascii: "2")])
    }

    @Test func openContainersAtTheEndAreABug() async {
        await #expect(processExitsWith: .failure) {
            var writer = JSONWriter()
            writer.beginArray()
            _ = writer.finish()
        }
    }
}
