import Sodium
import Testing

@testable import AuthService

@Suite struct RecoveryCodeTests {
    @Test func isReadHoweverItIsTyped() throws {
        let code = RecoveryCode.random()
        #expect(code.text.split(separator: "-").map(\.utf8.count) == [4, 4, 4, 4, 4, 4, 4], "140 bits")
        let bare = code.text.filter { $0 != "-" }
        let typed = [
            code.text, code.text.uppercased(), bare, " " + bare + "\n", bare.map { "\($0) " }.joined(),
            code.text.replacing("0", with: "O").replacing("1", with: "l"),
        ]
        for text in typed { #expect(RecoveryCode(text) == code) }
    }

    /// Users have old codes on paper, and only their hashes are stored.
    @Test func codesOfBeforeAreStillRead() throws {
        let code = try #require(RecoveryCode("2K4F-9W1X-hh7q-e0tz"))
        #expect(code.text == "2k4f-9w1x-hh7q-e0tz")
        #expect(code.digest == Digest.blake2b256(Array("recovery:2k4f9w1xhh7qe0tz".utf8)))
    }

    @Test(arguments: [
        "2k4f-9w1x-hh7q-e0tz-5m2c-8r3d-77a", "2k4f-9w1x-hh7q-e0tz-5m2c-8r3d-77aaa",
        "2k4f-9w1x-hh7q-e0tz-5m2c-8r3d",
        "", "123456", "2k4f-9w1x-hh7q-e0t", "2k4f-9w1x-hh7q-e0tzz", "2k4f_9w1x_hh7q_e0tz", "2k4f-9w1x-hh7q-e0tж",
        String(repeating: "-", count: 100_000),
    ])
    func whatIsNoneIsNotRead(text: String) {
        #expect(RecoveryCode(text) == nil)
    }

    @Test func noTwoAreTheSame() {
        #expect(Set((0..<1000).map { _ in RecoveryCode.random().digest }).count == 1000)
    }
}
