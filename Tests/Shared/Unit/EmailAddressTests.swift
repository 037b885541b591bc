import Domain
import Testing

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
