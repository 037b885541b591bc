import Coordination
import Domain
import Signals
import Testing

@testable import AuthService

@Suite struct EmailAddressTests {
    @Test(arguments: [
        "a@b.co", "anna.k+bank@mail.example.org", "o'brien@example.org", "x_y-z@a-b.example", "1@2.ru",
    ])
    func acceptsAddresses(text: String) throws {
        #expect(try #require(EmailAddress(text)).text == text)
    }

    @Test(arguments: [
        "", "a", "@", "a@", "@b.co", "a@b", "a@b.", "a@.co", "a@b..co", ".a@b.co", "a.@b.co", "a..b@c.co", "a b@c.co",
        "a@b@c.co", "a@-b.co", "a@b-.co", "a@b_c.co", " a@b.co", "a@b.co ", "a@b.co\n", "анна@пример.рф", "a\u{0}@b.co",
        "\"a\"@b.co", "a@[127.0.0.1]", "<a@b.co>",
    ])
    func refusesWhatIsNone(text: String) {
        #expect(EmailAddress(text) == nil)
    }

    @Test func hasAtMost254Characters() {
        let domain = Array(repeating: String(repeating: "d", count: 59), count: 4).joined(separator: ".")
        #expect(EmailAddress(String(repeating: "a", count: 14) + "@" + domain) != nil)
        #expect(EmailAddress(String(repeating: "a", count: 15) + "@" + domain) == nil)
        #expect(EmailAddress(String(repeating: "a", count: 65) + "@b.co") == nil)
    }

    @Test func isTheSameInAnyCase() {
        #expect(EmailAddress("Anna@Example.ORG") == EmailAddress("anna@example.org"))
    }
}

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

@Suite struct AuthEventVisibilityTests {
    @Test func peopleSeeTheirOwnAndServicesSeeAll() throws {
        let event = Event(
            sequence: 1, type: "auth.signedIn", subject: "u1", time: Instant(microseconds: 0), data: Array("{}".utf8))
        let visibility = AuthEventVisibility()
        func user(_ id: String) -> Caller {
            .user(UserSession(userID: id, sessionID: "s", expiresAt: Instant(microseconds: 0)))
        }
        #expect(try visibility.view(of: event, for: user("u1")) == event)
        #expect(try visibility.view(of: event, for: user("u2")) == nil)
        #expect(try visibility.view(of: event, for: .service("ledger")) == event)
        #expect(throws: Fault.self) { try visibility.view(of: event, for: .anonymous) }
    }
}
