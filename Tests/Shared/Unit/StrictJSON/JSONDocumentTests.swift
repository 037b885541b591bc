import Glibc
import StrictJSON
import Testing

@Suite struct JSONDocumentTests {
    static func reason(_ bytes: [UInt8], _ limits: JSONLimits = JSONLimits()) -> JSONSyntaxError.Reason? {
        do {
            _ = try JSONDocument(bytes, limits: limits)
            return nil
        } catch {
            return error.reason
        }
    }

    static func reason(_ text: String, _ limits: JSONLimits = JSONLimits()) -> JSONSyntaxError.Reason? {
        reason(Array(text.utf8), limits)
    }

    @Test(arguments: [
        "null", " true ", "false", "0", "-0", "-1.5e+10", "1E3", "0.25", "\"\"", "[]", "{}", "[ ]", "{ }",
        "[1,[2,{}],[]]",
        "{\"a\":{\"b\":[null]}}\n", "\t\r\n[1 , 2]", #""\"\\\/\b\f\n\r\t\u0041\uD83D\uDE00\u0000""#,
        "\"Рубль 💶 \u{7F}\"",
    ])
    func validTextIsAccepted(text: String) {
        #expect(Self.reason(text) == nil)
    }

    @Test(arguments: [
        ("", JSONSyntaxError.Reason.unexpectedEnd), (" ", .unexpectedEnd), ("[", .unexpectedEnd),
        ("{\"a\"", .unexpectedEnd),
        ("{\"a\":", .unexpectedEnd), ("[1,", .unexpectedEnd), ("\"abc", .unexpectedEnd), ("\"\\", .unexpectedEnd),
        ("tru", .unexpectedEnd), ("-", .unexpectedEnd), ("1.", .unexpectedEnd), ("1e", .unexpectedEnd),
        ("[1.]", .invalidNumber), ("[1e+]", .invalidNumber), ("01", .invalidNumber), ("-01", .invalidNumber),
        ("-a", .invalidNumber), ("+1", .unexpectedCharacter), (".5", .unexpectedCharacter),
        ("NaN", .unexpectedCharacter),
        ("nul1", .unexpectedCharacter), ("Infinity", .unexpectedCharacter), ("[1 2]", .unexpectedCharacter),
        ("[1,]", .unexpectedCharacter), ("{\"a\":1,}", .unexpectedCharacter), ("{a:1}", .unexpectedCharacter),
        ("{\"a\" 1}", .unexpectedCharacter), ("[}", .unexpectedCharacter), ("{]", .unexpectedCharacter),
        ("[1}", .unexpectedCharacter), ("{\"a\":1]", .unexpectedCharacter), ("'a'", .unexpectedCharacter),
        ("1 2", .trailingBytes), ("{}x", .trailingBytes), ("nullnull", .trailingBytes), ("//", .unexpectedCharacter),
        ("\u{FEFF}1", .byteOrderMark), ("\"a\nb\"", .controlCharacter), ("\"\u{1F}\"", .controlCharacter),
        (#""\x""#, .invalidEscape), (#""\u12G4""#, .invalidEscape), (#""\u12"#, .invalidEscape),
        (#""\uD800""#, .loneSurrogate), (#""\uDC00""#, .loneSurrogate), (#""\uD800\uD800""#, .loneSurrogate),
        (#""\uD800x""#, .loneSurrogate), (#""\uD800\n""#, .loneSurrogate),
        ("\u{A0}1", .unexpectedCharacter), ("1\u{0}", .trailingBytes),
    ])
    func brokenTextIsRefused(text: String, reason: JSONSyntaxError.Reason) {
        #expect(Self.reason(text) == reason)
    }

    @Test(
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xD0], [0xE2, 0x82], [0xF0, 0x9F, 0x92],
            [0xD0, 0x41], [0xE2, 0x82, 0x41], [0xF0, 0x9F, 0x92, 0x41],
        ] as [[UInt8]])
    func invalidUTF8IsRefusedInEveryPosition(sequence: [UInt8]) {
        for lead in 0..<17 {
            let text: [UInt8] = [0x22] + Array(repeating: 0x61, count: lead) + sequence
            #expect(Self.reason(text + [0x22]) == .invalidUTF8)
            #expect(Self.reason(text) == .invalidUTF8)
            #expect(Self.reason(text + Array(repeating: 0x61, count: 9) + [0x22]) == .invalidUTF8)
        }
    }

    @Test func everyScalarIsReadUnescapedAndEscaped() throws {
        for value in stride(from: UInt32(0x20), through: 0x10FFFF, by: 251) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "ab\(scalar)"
            let units = text.utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
            #expect(try JSONDocument(text: "\"\(units.joined())\"").root.string == text)
            guard scalar != "\"", scalar != "\\" else { continue }
            #expect(try JSONDocument(text: "\"\(text)\"").root.string == text)
        }
    }

    @Test func theErrorTellsTheByte() {
        #expect(throws: JSONSyntaxError(.unexpectedCharacter, at: 5)) { try JSONDocument(text: "[1,2 x]") }
        #expect(throws: JSONSyntaxError(.duplicateMember, at: 7)) { try JSONDocument(text: #"{"a":1,"a":2}"#) }
        #expect(throws: JSONSyntaxError(.trailingBytes, at: 2)) { try JSONDocument(text: "1 2") }
        #expect(JSONSyntaxError(.tooDeep, at: 3).description == "the text is nested too deep at byte 3")
    }

    @Test(arguments: [
        #"{"a":1,"b":2,"a":3}"#, #"{"a":1,"\u0061":2}"#, #"{"\u0061":1,"\u0061":2}"#, #"{"":1,"":2}"#,
        #"[{"x":{"a":{},"b":[1,2],"a":0}}]"#, #"{"😀":1,"\uD83D\uDE00":2}"#,
    ])
    func duplicateMembersAreRefused(text: String) {
        #expect(Self.reason(text) == .duplicateMember)
    }

    @Test func sameNamesInDifferentObjectsAreFine() {
        #expect(Self.reason(#"{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}"#) == nil)
        // Canonically equivalent, but with different bytes.
        #expect(Self.reason("{\"\u{E9}\":1,\"e\u{301}\":2}") == nil)
        #expect(Self.reason(#"{"\u00e9":1,"e\u0301":2}"#) == nil)
    }

    @Test func duplicatesAreFoundInObjectsOfEverySize() {
        for count in [2, 3, 15, 16, 17, 18, 40, 1000] {
            let members = (0..<count).map { "\"name\($0)\":[\($0)]" }
            #expect(Self.reason("{\(members.joined(separator: ","))}") == nil)
            for repeated in [0, count / 2, count - 1] {
                #expect(Self.reason("{\((members + [members[repeated]]).joined(separator: ","))}") == .duplicateMember)
            }
        }
    }

    /// Returns the processor time of this thread.
    private static func processorTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    @Test func manyMembersTakeLinearTime() {
        let members = (0..<60_000).map { "\"\($0)\":0" }
        // Of this thread only, independent of other load.
        let started = Self.processorTime()
        #expect(Self.reason("{\(members.joined(separator: ","))}") == nil)
        // A pairwise comparison would take 1.8 billion steps.
        #expect(Self.processorTime() - started < .seconds(5))
    }

    @Test func depthIsLimited() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(Self.reason(nested(32)) == nil)
        #expect(Self.reason(nested(33)) == .tooDeep)
        #expect(Self.reason(String(repeating: "{\"a\":", count: 100_000)) == .tooDeep)
        #expect(Self.reason(nested(100_000), JSONLimits(maximumDepth: 200_000)) == nil)
        #expect(Self.reason("1", JSONLimits(maximumDepth: 0)) == nil)
        #expect(Self.reason("[]", JSONLimits(maximumDepth: 0)) == .tooDeep)
    }

    @Test func lengthIsLimited() {
        #expect(Self.reason("[1,2]", JSONLimits(maximumBytes: 5)) == nil)
        #expect(Self.reason("[1,2] ", JSONLimits(maximumBytes: 5)) == .tooLong)
        let bytes: [UInt8] = Array("[1,2] ".utf8)
        #expect(throws: JSONSyntaxError(.tooLong, at: 5)) {
            try bytes.withUnsafeBytes { try JSONDocument(copying: $0, limits: JSONLimits(maximumBytes: 5)) }
        }
    }

    @Test func valuesAreLimited() {
        let limits = JSONLimits(maximumValues: 4)
        #expect(Self.reason("[1,2,3]", limits) == nil)
        #expect(Self.reason("[1,2,3,4]", limits) == .tooManyValues)
        #expect(Self.reason(#"{"a":1}"#, limits) == nil)
        #expect(Self.reason(#"{"a":1,"b":2}"#, limits) == .tooManyValues)
    }

    @Test func aBorrowedBufferIsCopied() throws {
        var bytes: [UInt8] = Array("[12]".utf8)
        let document = try bytes.withUnsafeBytes { try JSONDocument(copying: $0) }
        bytes[1] = UInt8(ascii: "9")
        #expect(document.root.elements.map(\.int64) == [12])
        #expect(document.bytes == Array("[12]".utf8))
    }
}
