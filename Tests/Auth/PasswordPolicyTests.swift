import Coordination
import Signals
import Testing

@testable import AuthService

@Suite struct PasswordPolicyTests {
    private func code(_ password: String) -> FaultCode? {
        do {
            try PasswordPolicy().check(
                password, field: "password", knownNames: ["anna@example.org", "Анна Каренина", "levin"])
            return nil
        } catch {
            return error.code
        }
    }

    @Test func knowsTheFiveThousandCommonestThatAreLongEnough() {
        let ranked = RankedPasswords.long.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
        #expect(ranked.count == 5000 && Set(ranked).count == 5000)
        #expect(ranked.prefix(5) == ["password", "12345678", "123456789", "baseball", "football"])
        #expect(ranked.allSatisfy { $0.count >= PasswordPolicy.fewestCharacters && $0 == $0.lowercased() })
        for password in ranked { #expect(code(password) == .weakPassword) }
        #expect(CommonPasswords.count > 5500)
    }

    @Test(arguments: [
        "password", "PASSWORD", "12345678", "qwerty123", "iloveyou", "dragon2024", "aaaaaaaa", "        ", "admin123",
        "йцукенгш", "mustang123", "Trustno1!", "Snoopy2023", "anna@example.org", "short 7",
    ])
    func refusesWhatIsGuessedFirst(password: String) {
        #expect(code(password) == .weakPassword)
    }

    @Test(arguments: [
        "kopilka123", "Kopilka2026", "копилка1", "Копилочка", "piggybank", "MoneyBox!", "subscriptions1", "семья2024",
        "анна каренина", "Каренина", "каренина123", "аннакаренина", "anna2024", "levin123456", "example123",
    ])
    func refusesWordsOfTheHouseAndOfItsOwner(password: String) {
        #expect(code(password) == .weakPassword)
    }

    @Test(arguments: [
        "kopilka for the sea", "levin mows the meadow", "анна едет поездом",
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
