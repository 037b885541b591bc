import StrictJSON
import Testing

@testable import GatewayCare
@testable import GatewayWords

/// Untrusted text reaches a terminal by one path, whatever command shows it.
@Suite struct TerminalTextTests {
    private let fixture: GatewayFixture

    init() throws { fixture = try GatewayFixture() }

    private static let hostile = "a\u{7F}\u{9B}1m\u{85}b\u{202E}c\u{2066}d\u{200F}\u{2028}e"
    private static let escaped = #"a\u007f\u009b1m\u0085b\u202ec\u2066d\u200f\u2028e"#

    private static func isSafe(_ text: String) -> Bool {
        !text.unicodeScalars.contains { scalar in
            scalar.value < 0x20 && scalar != "\n" && scalar != "\t" || (0x7F..<0xA0).contains(scalar.value)
                || [0x202E, 0x2066, 0x200F, 0x2028].contains(scalar.value)
        }
    }

    @Test(arguments: [["call", "auth.me"], ["whoami", "--json"]])
    func jsonIsEscapedOnATerminalAndUntouchedInAPipe(arguments: [String]) async throws {
        try await fixture.signIn()
        let answer =
            #"{"user":{"id":"u1","name":"\#(Self.hostile)","email":"a@b"},"hasPassword":true,"totp":false,"#
            + #""recoveryCodesLeft":0}"#
        fixture.services.answer("auth.me", json: answer)
        #expect(await fixture.run(arguments).output == answer + "\n")
        let shown = await fixture.run(arguments, isTerminal: true).output
        #expect(shown == answer.replacing(Self.hostile, with: Self.escaped) + "\n")
        let name = try JSONDocument(text: shown).root.member("user")?.member("name")?.string
        #expect(name == Self.hostile, "it means the same")
    }

    @Test func eventsAreEscapedOnATerminal() async throws {
        try await fixture.signIn()
        fixture.services.answer("auth.events") { call in
            call.parameters.contains(#""after":0"#)
                ? #"{"events":[{"type":"auth.signedIn","device":"\#(Self.hostile)"}],"last":1}"#
                : #"{"events":[],"last":1}"#
        }
        let shown = await fixture.run(["events", "auth"], isTerminal: true)
        #expect(shown.output == #"{"type":"auth.signedIn","device":"\#(Self.escaped)"}"# + "\n", "\(shown)")
        #expect(await fixture.run(["events", "auth"]).output.contains(Self.hostile))
    }

    @Test func faultsAreEscapedOnATerminal() async throws {
        try await fixture.signIn()
        let outcome = await fixture.run(["call", "nobody.\(Self.hostile)", "--json"], isTerminal: true)
        #expect(outcome.code != 0 && !outcome.errors.isEmpty && Self.isSafe(outcome.output + outcome.errors))
        let plain = await fixture.run(["call", "nobody.\(Self.hostile)", "--no-color"], isTerminal: true)
        #expect(!plain.errors.isEmpty && Self.isSafe(plain.errors), "\(plain.errors)")
    }

    @Test func logLinesAreEscapedOnATerminal() {
        let line = #"{"time":"2026-11-21T08:51:48.123Z","level":"info","message":"\#(Self.hostile)"}"#
        #expect(
            String(decoding: TerminalText.json(Array(line.utf8)), as: UTF8.self)
                == line.replacing(Self.hostile, with: Self.escaped))
        #expect(Self.isSafe(LogLine.text(of: Array(line.utf8), hasColor: false)))
        #expect(TerminalText.json(Array("Fatal error: \u{1B}[2J".utf8)) == Array(#"Fatal error: \u001b[2J"#.utf8))
    }

    @Test func documentsKeepTheirLinesAndNothingElse() {
        #expect(TerminalText.lines("a,b\r\nc\td\u{1B}[2J\re\n") == "a,b\nc\td\u{FFFD}[2J\u{FFFD}e\n")
        #expect(TerminalText.lines("Кофе — «чай» 😀\n") == "Кофе — «чай» 😀\n")
        #expect(TerminalText.json(Array("\"😀 \u{10FFFF}\"".utf8)) == Array(#""😀 \udbff\udfff""#.utf8))
    }
}
