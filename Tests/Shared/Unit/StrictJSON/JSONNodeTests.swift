import StrictJSON
import Testing

@Suite struct JSONNodeTests {
    private func root(_ text: String) throws -> JSONNode { try JSONDocument(text: text).root }

    @Test func kindsAreTold() throws {
        let kinds = try root(#"[{}, [], "", 1, true, false, null]"#).elements.map(\.kind)
        #expect(kinds == [.object, .array, .string, .number, .true, .false, .null])
    }

    @Test(arguments: ["1", "1.0", "1e2", "\"\\u0041\\/\"", "null", "[1, 2 ,{}]", "{ \"a\" : [ ] }", "-0"])
    func rawBytesAreThoseThatWereSent(value: String) throws {
        let node = try root("{\"id\" :  \(value)\n ,\"x\":1}")
        let id = try #require(node.member("id"))
        #expect(Array(id.rawBytes) == Array(value.utf8))
        var copy: [UInt8] = [0x20]
        id.appendRaw(to: &copy)
        #expect(copy == Array(" \(value)".utf8))
    }

    @Test func membersAreFoundByNameAndInOrder() throws {
        let node = try root(#"{"b":1,"a\n":[2,3],"":null,"\u0430":4}"#)
        #expect(node.member("b")?.int64 == 1)
        #expect(node.member("a\n")?.count == 2)
        #expect(node.member("")?.isNull == true)
        #expect(node.member("а")?.int64 == 4)
        #expect(node.member("c") == nil)
        #expect(node.members.map(\.name) == ["b", "a\n", "", "а"])
        #expect(node.members.first { $0.isNamed("а") }?.node.int64 == 4)
        #expect(node.count == 4)
        #expect(try root("[1]").member("b") == nil)
        #expect(try Array(root("1").members).isEmpty && Array(root("{\"a\":1}").elements).isEmpty)
    }

    @Test func iterationsOfOtherKindsAndThoseBegunDoNotPromiseTooMuch() throws {
        #expect(try root(#"{"a":1,"b":2}"#).elements.map(\.kind).isEmpty)
        #expect(try root("[1,2]").members.map(\.name).isEmpty)
        var elements = try root("[1,2,3]").elements
        _ = elements.next()
        #expect(elements.map(\.int64) == [2, 3])
        var members = try root(#"{"a":1,"b":2}"#).members
        _ = members.next()
        #expect(members.map(\.name) == ["b"])
    }

    @Test func elementsLeapOverWhatIsInside() throws {
        let counts = try root(#"[[1,[2,3]],{"a":[4,5]},6]"#).elements.map(\.count)
        #expect(counts == [2, 1, 0])
    }

    @Test func wholeNumbersAreReadExactly() throws {
        func number(_ text: String) throws -> Int64? { try root(text).int64 }
        #expect(try number("9223372036854775807") == .max)
        #expect(try number("-9223372036854775808") == .min)
        #expect(try number("9223372036854775808") == nil)
        #expect(try number("-9223372036854775809") == nil)
        #expect(try number("-0") == 0)
        for text in ["1.0", "1e3", "1E0", "\"1\"", "true", "null", "18446744073709551616"] {
            #expect(try number(text) == nil)
        }
        #expect(try root("18446744073709551615").integer(as: UInt64.self) == .max)
        #expect(try root("256").integer(as: UInt8.self) == nil)
        #expect(try root("-1").integer(as: UInt.self) == nil)
        #expect(try root("-128").integer(as: Int8.self) == -128)
        #expect(try root("1" + String(repeating: "0", count: 5000)).int64 == nil)
    }

    @Test func doublesAreNearestAndFinite() throws {
        #expect(try root("0.1").double == 0.1)
        #expect(try root("-1.5e3").double == -1500)
        #expect(try root("1.7976931348623157e308").double == .greatestFiniteMagnitude)
        #expect(try root("1e309").double == nil)
        #expect(try root("-1e999999").double == nil)
        #expect(try root("1e-999").double == 0)
        #expect(try root("5e-324").double == .leastNonzeroMagnitude)
        #expect(try root("\"1\"").double == nil)
        #expect(try root("0." + String(repeating: "0", count: 3000) + "1e3001").double == 1)
    }

    @Test func stringsAreUnescaped() throws {
        #expect(try root(#""a\"\\\/\b\f\n\r\t\u20bd\uD83D\uDE00я""#).string == "a\"\\/\u{8}\u{C}\n\r\t₽😀я")
        #expect(try root("\"\"").string == "")
        #expect(try root("1").string == nil)
        #expect(try root("true").bool == true)
        #expect(try root("null").bool == nil)
    }
}
