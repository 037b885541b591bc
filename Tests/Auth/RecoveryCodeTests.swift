import Testing

@testable import AuthService

@Suite struct RecoveryCodeTests {
    @Test func isReadHoweverItIsTyped() throws {
        let code = RecoveryCode.random()
        #expect(code.text.utf8.count == 19 && code.text.split(separator: "-").map(\.count) == [4, 4, 4, 4])
        let bare = code.text.filter { $0 != "-" }
        let typed = [
            code.text, code.text.uppercased(), bare, " " + bare + "\n", bare.map { "\($0) " }.joined(),
            code.text.replacing("0", with: "O").replacing("1", with: "l"),
        ]
        for text in typed { #expect(RecoveryCode(text) == code) }
    }

    @Test(arguments: [
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
