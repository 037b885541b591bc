import Coordination
import Foundation
import Reasons
import Signals
import Testing

@testable import GatewayService

/// Queries of transactions on the command line.
@Suite struct QueryCommandTests {
    private let fixture: GatewayFixture

    init() async throws {
        fixture = try GatewayFixture()
        try await fixture.signIn()
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        fixture.services.answer("history.transactions", json: #"{"transactions":[],"totals":[]}"#)
        fixture.services.answer("history.summary", json: #"{"rows":[]}"#)
        fixture.services.answer("history.filters", json: #"{"filters":[]}"#)
        fixture.services.answer(
            "history.categories", json: #"{"categories":[{"category":"video","count":2}],"uncategorized":3}"#)
    }

    private func sent(_ method: String) -> String? { fixture.services.calls(of: method).first?.parameters }

    /// Returns the query in sent parameters.
    private func query(_ method: String) throws -> String? {
        let object = try JSONSerialization.jsonObject(with: Data((sent(method) ?? "{}").utf8)) as? [String: Any]
        return object?["query"] as? String
    }

    @Test(arguments: [
        ("cat:food  кофе", "cat:food  кофе"), ("acct:main", "acct:\"a1b2c3d4e5f6\""),
        ("-acct:MAIN кофе", "-acct:\"a1b2c3d4e5f6\" кофе"),
        ("with:\"main\" with:outside", "with:\"a1b2c3d4e5f6\" with:outside"),
        ("acct:a1b2c3d4e5f6", "acct:a1b2c3d4e5f6"), ("with:z9z9z9z9z9z9", "with:z9z9z9z9z9z9"),
        ("not:cat:видео", "not:cat:\"video\""), ("foo:bar acct:main", "foo:bar acct:main"),
        ("acct:\"main", "acct:\"main"),
    ])
    func namesBecomeIdsAndAllElseIsSentAsTyped(typed: String, expected: String) async throws {
        let outcome = await fixture.run("history", "--query=\(typed)")
        #expect(outcome.code == 0, "\(outcome)")
        #expect(try query("history.transactions") == expected)
    }

    @Test func aNameOfNobodyIsRefusedWithTheNearest() async {
        let outcome = await fixture.run("history", "--query", "acct:mian")
        #expect(outcome.code != 0 && sent("history.transactions") == nil)
        #expect(outcome.errors.contains("Nothing is called \"mian\"") && outcome.errors.contains("main"), "\(outcome)")
    }

    @Test func sumsLeaveOutOwnTransfersUnlessTheQuerySpeaksOfThem() async {
        _ = await fixture.run("history", "summary", "month", "--query", "cat:food")
        let plain = sent("history.summary") ?? ""
        #expect(plain.contains(#""own":false,"undone":false"#), "\(plain)")
        for (typed, own, undone) in [
            ("is:own", false, true), ("-is:reversed", true, false), ("is:undone", true, false),
        ] {
            let outcome = await fixture.run("history", "summary", "month", "--query=\(typed)")
            let asked = fixture.services.calls(of: "history.summary").last?.parameters ?? ""
            #expect(asked.contains(#""own":false"#) == own && asked.contains(#""undone":false"#) == undone, "\(asked)")
            #expect(outcome.output.contains("without transfers") != (typed == "is:own") || outcome.output.isEmpty)
        }
    }

    @Test func aSavedFilterShowsItsQueryAndDecidesWhatSumsLeaveOut() async {
        fixture.services.answer(
            "history.filters", json: #"{"filters":[{"name":"mine","query":"is:own cat:food"}]}"#)
        let list = await fixture.run("filter", "list")
        #expect(list.output.contains("is:own cat:food"), "\(list)")
        _ = await fixture.run("history", "summary", "month", "--filter", "mine")
        #expect(sent("history.summary")?.contains(#""own""#) == false)
        fixture.services.answer("history.saveFilter", json: #"{"filter":{"name":"mine","query":"is:own"}}"#)
        let saved = await fixture.run("filter", "save", "mine", "--query", "is:own acct:main")
        #expect(saved.code == 0 && saved.output.contains("is:own"), "\(saved)")
        #expect(sent("history.saveFilter") == #"{"name":"mine","query":"is:own acct:\"a1b2c3d4e5f6\""}"#)
    }

    @Test func theReasonOfARefusalIsInTheLanguageOfTheReader() async {
        fixture.services.refuse(
            "history.transactions",
            .invalidArgument(
                "query", .unknownQueryTerm, ["term": "foo:bar", "position": 6, "keys": "cat: amt:"]))
        let english = await fixture.run("history", "--query", "кофе foo:bar")
        #expect(
            english.errors.contains("--query has an unknown term, foo:bar (character 6); there are cat: amt:"),
            "\(english)")
        let russian = await fixture.run("--lang", "ru", "history", "--query", "кофе foo:bar")
        #expect(russian.errors.contains("неизвестное условие foo:bar (символ 6)"), "\(russian)")
    }

    @Test func aChartOfAQueryIsASumAndNoBalance() async {
        fixture.services.answer(
            "history.summary",
            json: """
                {"rows":[{"key":"2026-11-10","currency":"RUB","income":{"amount":"0.00","currency":"RUB"},\
                "expense":{"amount":"5.00","currency":"RUB"},"count":1}]}
                """)
        let outcome = await fixture.run("history", "--chart", "balance", "--query", "cat:food")
        #expect(outcome.code == 0 && outcome.output.hasPrefix("Sum of what was found"), "\(outcome)")
        #expect(sent("history.summary")?.contains(#""query":"cat:food""#) == true)
    }
}
