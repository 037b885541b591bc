import Testing

@testable import GatewaySession
@testable import GatewayWords

@Suite struct SuggestionTests {
    private let words = ["transfer", "history", "balance", "login", "logout", "logs"]

    @Test(arguments: [
        ("tranfser", "transfer"), ("transfre", "transfer"), ("histroy", "history"), ("balnce", "balance"),
        ("logi", "login"), ("HISTORY", "history"), ("trans", "transfer"),
    ])
    func aSlipIsRecognised(_ typed: String, _ meant: String) {
        #expect(Suggestion.nearest(to: typed, among: words) == meant)
    }

    @Test func whatIsBegunComesBeforeWhatIsTwoSlipsAway() {
        #expect(Suggestion.nearest(to: "hist", among: ["post", "history summary", "history"]) == "history")
        #expect(Suggestion.nearest(to: "psot", among: ["post", "psotter"]) == "post", "but not before one slip")
    }

    @Test(arguments: ["", "x", "completely", String(repeating: "a", count: 10_000)])
    func whatIsFarFromEverythingIsNotGuessed(_ typed: String) {
        #expect(Suggestion.nearest(to: typed, among: words) == nil)
    }
}
