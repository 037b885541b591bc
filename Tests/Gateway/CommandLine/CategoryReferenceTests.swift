import Coordination
import Testing

@testable import GatewayService

/// Categories are stored by their existing names, despite different capitals and typing errors.
@Suite struct CategoryReferenceTests {
    private let fixture: GatewayFixture

    init() async throws {
        fixture = try GatewayFixture()
        try await fixture.signIn()
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        fixture.services.answer(
            "history.categories",
            json: """
                {"categories":[{"category":"Food","count":7},{"category":"music","count":2},{"category":"bar",\
                "count":1},
                {"category":"Électricité","count":1}],"uncategorized":3}
                """)
        fixture.services.answer(
            "history.rules",
            json: #"{"rules":[{"id":"r1","contains":"sl","category":"Commute"}]}"#)
        fixture.services.answer("history.setCategory", json: #"{"transactions":[]}"#)
    }

    private func kept(_ typed: String, _ flags: String...) async -> (outcome: GatewayFixture.Outcome, sent: String?) {
        let outcome = await fixture.run(["category", "set", "t17", typed] + flags)
        return (outcome, fixture.services.calls(of: "history.setCategory").last?.parameters)
    }

    @Test(arguments: [
        ("Food", "Food"), ("food", "Food"), ("FOOD", "Food"), ("музыка", "music"), ("Музыка", "music"),
        ("sport", "sport"), ("car", "car"), ("commute", "Commute"), ("électricité", "Électricité"),
    ])
    func theOneThatThereIsIsMeant(_ typed: String, _ category: String) async {
        let (outcome, sent) = await kept(typed)
        #expect(outcome.code == 0 && sent == #"{"id":"t17","category":"\#(category)"}"#, "\(outcome)")
    }

    @Test(arguments: [("foood", "Food"), ("musci", "music"), ("Électrcite", "Électricité")])
    func aSlipIsAskedBack(_ typed: String, _ category: String) async {
        let (outcome, sent) = await kept(typed)
        #expect(outcome.code == 2 && sent == nil && outcome.errors.contains("did you mean \(category)?"), "\(outcome)")
        let (kept, again) = await kept(typed, "--as-typed")
        #expect(kept.code == 0 && again == #"{"id":"t17","category":"\#(typed)"}"#, "\(kept)")
    }

    @Test func takingBackAsksNobody() async {
        _ = await fixture.run("category", "set", "t17")
        #expect(fixture.services.calls(of: "history.categories").isEmpty)
    }

    @Test func moneyIsRecordedAlsoWhileHistoryIsGone() async {
        fixture.services.refuse("history.categories", Fault(.unavailable, "History does not answer."))
        _ = await fixture.run("withdraw", "main", "5", "--category", "foood")
        let sent = fixture.services.calls(of: "ledger.withdraw").last?.parameters
        #expect(sent?.contains(#""category":"foood""#) == true)
        fixture.services.answer(
            "history.categories", json: #"{"categories":[{"category":"Food","count":7}],"uncategorized":0}"#)
        _ = await fixture.run("withdraw", "main", "5", "--category", "FOOD")
        #expect(fixture.services.calls(of: "ledger.withdraw").last?.parameters.contains(#""category":"Food""#) == true)
    }
}
