import Domain
import StrictJSON
import Testing

@testable import LedgerService

/// What few records have to say is read back as it was written, by the short way too.
@Suite struct RecordDetailsTests {
    @Test(arguments: [
        "id:1", "", "row:2026-01-01:-46.00:2:трамвай № 7", "with \"quotes\"", "a\\b", "tab\t", "{\"reference\":\"x\"}",
        "\u{1F980}",
    ])
    func aReferenceComesBack(reference: String) throws {
        let details = RecordDetails(reference: reference)
        let text = String(decoding: try JSONEncoding.encode(details), as: UTF8.self)
        #expect(RecordDetails(stored: text) == details)
        let ofImport = RecordDetails(reference: reference, imported: 71)
        let longer = String(decoding: try JSONEncoding.encode(ofImport), as: UTF8.self)
        #expect(RecordDetails(stored: longer) == ofImport)
    }

    @Test func otherDetailsComeBack() throws {
        let details = RecordDetails(
            expiresAt: Instant(microseconds: 5), heldAt: Instant(microseconds: 1), heldMinor: 7, reference: "r",
            mandate: "m")
        let text = String(decoding: try JSONEncoding.encode(details), as: UTF8.self)
        #expect(RecordDetails(stored: text) == details)
    }

    @Test(arguments: [
        "", "{", "x", "{\"reference\":1}", "{\"reference\":\"a\"", "{\"reference\":\"}", "{\"reference\":\"a\"}}",
        "{\"reference\":\"a\nb\"}", "{\"reference\":\"a\",\"imported\":}", "{\"reference\":\"a\",\"imported\":\"1\"}",
        "{\"reference\":\"a\",\"reference\":\"b\"}",
    ])
    func whatIsBrokenIsNotRead(text: String) {
        #expect(RecordDetails(stored: text) == nil)
    }
}
