import Hosting
import Testing

@testable import AuthService

@Suite struct PasskeySettingsTests {
    @Test(arguments: ["localhost", "example.org", "money.example.org", "a-b.x2.org", "xn--80ak6aa92e.com"])
    func domainsAreTaken(text: String) { #expect(PasskeyDomain.parse(text)?.settingText == text) }

    @Test(arguments: [
        "", "org", "example.org.", ".example.org", "Example.org", "example.org:443", "https://example.org", "127.0.0.1",
        "[::1]", "a..b", "-a.org", "a-.org", "é.org", "a b.org", String(repeating: "a", count: 64) + ".org",
        String(repeating: "a.", count: 130) + "org",
    ])
    func otherTextsAreNoDomains(text: String) { #expect(PasskeyDomain.parse(text) == nil) }

    @Test(arguments: [
        "https://example.org", "https://example.org:8443", "http://localhost", "http://localhost:8080",
        "http://localhost:*", "https://a.example.org,https://b.example.org", "http://app.localhost:3000",
    ])
    func originsAreTaken(text: String) { #expect(PasskeyOrigins.parse(text)?.settingText == text) }

    @Test(arguments: [
        "", "example.org", "http://example.org", "https://example.org/", "https://example.org:443",
        "https://example.org:*",
        "http://localhost:80", "http://localhost:0", "http://localhost:65536", "http://localhost:080",
        "ftp://localhost",
        "https://127.0.0.1", "https://user@example.org", "https://example.org,", "https://a.org,https://a.org",
        "https://EXAMPLE.org", "http://localhost:*:*",
        (1...17).map { "https://a\($0).org" }.joined(separator: ","),
    ])
    func otherTextsAreNoOrigins(text: String) { #expect(PasskeyOrigins.parse(text) == nil) }

    @Test func onlyTheSameOriginIsIncluded() throws {
        let origins = try #require(PasskeyOrigins.parse("https://example.org,http://localhost:*"))
        for text in ["https://example.org", "http://localhost", "http://localhost:1", "http://localhost:65535"] {
            #expect(origins.include(text), "\(text)")
        }
        for text in [
            "http://example.org", "https://example.org:8443", "https://example.org.evil", "https://evil.example.org",
            "http://localhost:0", "http://localhost:01", "http://localhost:1x", "http://localhost:65536",
            "http://localhost.evil", "http://localhostevil", "https://localhost", "null", "",
        ] {
            #expect(!origins.include(text), "\(text)")
        }
    }

    private func read(_ arguments: String...) -> (house: PasskeyHouse, faults: String) {
        let reader = SettingsReader(environment: Environment(variables: [:], arguments: arguments), service: "auth")
        let house = PasskeyHouse(reading: reader)
        do throws(SettingsError) {
            try reader.finish()
            return (house, "")
        } catch { return (house, error.description) }
    }

    @Test func thePageFollowsFromTheDomain() {
        #expect(read().house.id == "localhost" && read().house.origins == .local)
        let own = read("--passkey-id", "money.example.org")
        #expect(own.faults.isEmpty && own.house.origins.settingText == "https://money.example.org")
        let named = read("--passkey-id", "example.org", "--passkey-origins", "https://money.example.org:8443")
        #expect(named.faults.isEmpty && named.house.origins.include("https://money.example.org:8443"))
        #expect(!named.house.origins.include("https://example.org"))
    }

    @Test(arguments: [
        ["--passkey-id", "example.org", "--passkey-origins", "https://example.com"],
        ["--passkey-id", "money.example.org", "--passkey-origins", "https://example.org"],
        ["--passkey-origins", "https://example.org"], ["--passkey-id", "10.0.0.1"], ["--passkey-origins", "x"],
    ])
    func aPageOutsideTheDomainIsAFault(arguments: [String]) {
        let reader = SettingsReader(environment: Environment(variables: [:], arguments: arguments), service: "auth")
        _ = PasskeyHouse(reading: reader)
        #expect(throws: SettingsError.self) { try reader.finish() }
    }
}
