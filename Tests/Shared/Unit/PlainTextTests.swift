import Domain
import Testing

/// The common rule for texts.
@Suite struct PlainTextTests {
    @Test func everyCharacterThatSteersIsKnownByItsFirstByte() {
        for value in UInt32(0)...0x10_FFFF {
            guard let scalar = Unicode.Scalar(value), !PlainText.isShown(scalar) else { continue }
            let first = UTF8.encode(scalar)?.first
            #expect(first.map(PlainText.maySteer) == true, "\(value)")
            #expect(!PlainText.isPlain("a\(String(Character(scalar)))b"), "\(value)")
        }
    }

    @Test(arguments: ["", "Кофе — «чай» №1", "e\u{301} 👨‍👩‍👧 日本", "a\u{A0}b", "سلام", "שלום", "€\u{202F}5"])
    func whatPeopleWriteIsPlain(_ text: String) {
        #expect(PlainText.isPlain(text) && PlainText.clean(text) == text)
    }

    @Test func whatSteersIsReplaced() {
        #expect(
            PlainText.clean("a\u{1B}b\nc\u{9B}d\u{202E}e\u{2069}\u{61C}")
                == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e\u{FFFD}\u{FFFD}")
    }
}
