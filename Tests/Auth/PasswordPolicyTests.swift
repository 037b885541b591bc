import Coordination
import Signals
import Testing

@testable import AuthService

@Suite struct PasswordPolicyTests {
    private func code(_ password: String) -> FaultCode? {
        do {
            try PasswordPolicy().check(password, field: "password", knownNames: ["anna@example.org"])
            return nil
        } catch {
            return error.code
        }
    }

    @Test func knowsMoreThanThreeThousandCommonPasswords() {
        #expect(CommonPasswords.count > 3000)
    }

    @Test(arguments: [
        "password", "PASSWORD", "12345678", "qwerty123", "iloveyou", "dragon2024", "aaaaaaaa", "        ", "admin123",
        "йцукенгш", "anna@example.org", "short 7",
    ])
    func refusesWhatIsGuessedFirst(password: String) {
        #expect(code(password) == .weakPassword)
    }

    @Test(arguments: [
        "correct horse battery staple", "xkcd-9-3-6", "зелёная гавань", "🍏🍐🍊🍋🍌🍉🍇🍓", "        7", "Tr0ub4dor&3",
    ])
    func hasNoRulesOfComposition(password: String) {
        #expect(code(password) == nil)
    }

    @Test func countsCharactersFrom8To1024() {
        #expect(code("абвгдежз") == nil)
        #expect(code("абвгдеж") == .weakPassword)
        #expect(code(String(repeating: "ab", count: 512)) == nil)
        #expect(code(String(repeating: "ab", count: 512) + "c") == .invalidArgument)
        #expect(code("e" + String(repeating: "\u{301}", count: 100_000)) == .invalidArgument)
    }
}
