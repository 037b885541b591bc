import Testing

@testable import GatewaySession
@testable import GatewayWords

/// The existing object that a word of a command means.
@Suite struct ReferenceTests {
    private static let candidates = [
        ReferenceCandidate(id: "7q4m2k9x1c3z", titles: ["Кинопоиск", "Kinopoisk"], meaning: "399"),
        ReferenceCandidate(id: "7q4m8v3x1c3z", titles: ["Netflix", "Netflix"], meaning: "999"),
        ReferenceCandidate(id: "0n9xb27wch3v", titles: ["Ёлки", "Fir trees"]),
        ReferenceCandidate(id: "bhb2p7zv3cee", titles: ["Net radio", "Net radio"]),
        ReferenceCandidate(id: "m3m3p7zv3c11", titles: ["Gym", "Gym"], meaning: "2500"),
        ReferenceCandidate(id: "m3m4p7zv3c22", titles: ["Gym", "Gym"], meaning: "3000"),
        ReferenceCandidate(id: "z9z9p7zv3c33", titles: ["Old gym", "Old gym"], isOver: true),
        ReferenceCandidate(id: "01m82ssmd7mpg8pm19pg124qyw", titles: ["Reminder", "Reminder"]),
    ]

    private func id(_ text: String) throws -> String? {
        try Reference(candidates: Self.candidates).id(of: text, field: "id")
    }

    @Test(arguments: [
        ("7q4m2k9x1c3z", "7q4m2k9x1c3z"), ("7q4m2", "7q4m2k9x1c3z"), ("0N9X", "0n9xb27wch3v"),
        ("кинопоиск", "7q4m2k9x1c3z"), ("KINO", "7q4m2k9x1c3z"), ("кино", "7q4m2k9x1c3z"),
        ("елки", "0n9xb27wch3v"), ("ЁЛК", "0n9xb27wch3v"), ("netf", "7q4m8v3x1c3z"), ("old", "z9z9p7zv3c33"),
        ("4qyw", "01m82ssmd7mpg8pm19pg124qyw"), ("01m82", "01m82ssmd7mpg8pm19pg124qyw"),
    ])
    func anIDItsPartOrATitleIsEnough(_ text: String, _ id: String) throws { #expect(try self.id(text) == id) }

    @Test func whatIsNoneOfThemStaysUnknown() throws {
        for text in ["7q4", "ne", "spotify", "c3z", "", "flix"] { #expect(try id(text) == nil, "\(text)") }
    }

    @Test func whatMayBeTwoIsRefusedWithTheirTitles() throws {
        let same = #expect(throws: UsageError.self) { try id("gym") }
        #expect(same?.message.description.contains("Gym (m3m3), 2500; Gym (m3m4), 3000") == true, "\(same as Any)")
        let alike = #expect(throws: UsageError.self) { try id("7q4m") }
        #expect(alike?.message.description.contains("(7q4m2)") == true && alike?.field == "id")
        #expect(throws: UsageError.self) { try id("net") }
    }

    @Test func aBeginningThatIsTooShortSaysWhatBeginsSo() throws {
        let reference = Reference(candidates: Self.candidates)
        let refused = #expect(throws: UsageError.self) { try reference.refuseBeginning("NE", field: "id") }
        #expect(refused?.message.description.contains("Netflix") == true && refused?.field == "id")
        for text in ["", "spotify"] { try reference.refuseBeginning(text, field: "id") }
    }

    @Test func whereOthersMayBeMeantTheBeginningOfATitleIsNotEnough() throws {
        let reference = Reference(candidates: Self.candidates, takesBeginnings: false)
        #expect(try reference.id(of: "netf", field: "to") == nil)
        #expect(try reference.id(of: "netflix", field: "to") == "7q4m8v3x1c3z")
        #expect(try reference.id(of: "0n9x", field: "to") == "0n9xb27wch3v")
    }
}
