import Coordination
import Domain
import Reasons
import Signals
import Testing

@testable import GatewayCommandLine
@testable import GatewayService
@testable import GatewayWords

/// Commands accept ids as tables show them, and titles.
@Suite struct ReferenceCommandTests {
    private let fixture: GatewayFixture

    private static func subscription(_ id: String, _ title: String, _ status: String = "active") -> String {
        """
        {"id":"\(id)","service":"netflix","title":{"ru":"\(title)","en":"\(title)"},
        "amount":{"amount":"399.00","currency":"RUB"},"every":{"count":1,"unit":"month"},"start":"2026-11-01",
        "status":"\(status)","remindDaysBefore":[],"prices":[],"createdAt":"2026-11-01T00:00:00Z"}
        """
    }

    init() async throws {
        fixture = try GatewayFixture()
        try await fixture.signIn()
        fixture.services.answer(
            "subscriptions.list",
            json: """
                {"today":"2026-11-23","subscriptions":[\(Self.subscription("7q4m2k9x1c3z", "Netflix")),
                \(Self.subscription("7q4m8v3x1c3z", "Кинопоиск"))]}
                """)
        fixture.services.answer("subscriptions.pause") { _ in
            #"{"subscription":\#(Self.subscription("7q4m2k9x1c3z", "Netflix", "paused"))}"#
        }
        fixture.services.answer("notifications.list") { call in
            let items =
                call.parameters.contains(#""archived":true"#)
                ? ""
                : #"{"id":"01m82ssmd7mpg8pm19pg124qyw","category":"moneyIn","kind":"moneyIn","title":"Hello","#
                    + #""body":"","createdAt":"2026-11-23T00:00:00Z","occurredAt":"2026-11-23T00:00:00Z","late":false,"#
                    + #""event":"e"}"#
            return #"{"notifications":[\#(items)],"unread":0}"#
        }
        fixture.services.answer("notifications.archive") { call in
            #"{"change":"archive","ids":["01m82ssmd7mpg8pm19pg124qyw"],"unread":0}"#
        }
    }

    private func paused() -> String? { fixture.services.calls(of: "subscriptions.pause").last?.parameters }

    @Test(arguments: ["7q4m2", "netflix", "NETFLIX", "net", "7q4m2k9x1c3z"])
    func aSubscriptionIsMeantByItsIDOrTitle(_ text: String) async {
        let outcome = await fixture.run("subs", "pause", text)
        #expect(outcome.code == 0, "\(outcome)")
        #expect(paused() == #"{"id":"7q4m2k9x1c3z"}"#)
    }

    @Test(arguments: ["kamaz", "Кам", "RU000A0JW126", "ru000a0jw126"])
    func aBondIsMeantByItsTitle(_ text: String) async {
        fixture.services.answer(
            "bonds.list",
            json: """
                {"bonds":[{"isin":"RU000A0JW126","title":"\(text == "Кам" ? "Камаз" : "Kamaz")","currency":"RUB",\
                "quotes":0}]}
                """)
        _ = await fixture.run("bonds", "show", text)
        #expect(fixture.services.calls(of: "bonds.bond").last?.parameters == #"{"isin":"RU000A0JW126"}"#)
    }

    @Test(arguments: ["sber", "SBER", "Сбербанк", "сберб"])
    func aSecurityIsMeantByItsName(_ text: String) async {
        fixture.services.answer(
            "scanner.securities",
            json: """
                {"securities":[{"ticker":"SBER","name":"Сбербанк","timeframe":"1d","candles":1,"from":"2026-11-20",\
                "to":"2026-11-20"}]}
                """)
        _ = await fixture.run("market", "splits", text)
        #expect(fixture.services.calls(of: "scanner.splits").last?.parameters == #"{"ticker":"SBER"}"#)
    }

    @Test func aWholeIDIsNotLookedUp() async {
        _ = await fixture.run("subs", "pause", "7q4m2k9x1c3z")
        #expect(fixture.services.calls(of: "subscriptions.list").isEmpty)
    }

    @Test func whatMayBeTwoIsRefusedBeforeAnythingIsDone() async {
        let outcome = await fixture.run("subs", "pause", "7q4m")
        #expect(outcome.code == 2 && outcome.errors.contains("Netflix (7q4m2), Кинопоиск (7q4m8)"), "\(outcome)")
        #expect(paused() == nil)
    }

    @Test func aNameThatNothingHasIsRefusedWithTheNearestOne() async {
        let outcome = await fixture.run("subs", "pause", "spotify")
        #expect(outcome.code == 5 && outcome.errors.contains("Nothing is called \"spotify\"."), "\(outcome)")
        #expect(outcome.errors.contains("[notFound]") && outcome.errors.contains("gateway subs list"), "\(outcome)")
        let near = await fixture.run("subs", "pause", "netflx")
        #expect(near.code == 5 && near.errors.contains("did you mean Netflix?"), "\(near)")
        #expect(paused() == nil)
        let russian = await fixture.run("--lang", "ru", "subs", "pause", "кинопойск")
        #expect(russian.errors.contains("Под именем \"кинопойск\" ничего нет."), "\(russian)")
        #expect(russian.errors.contains("может быть, Кинопоиск?"), "\(russian)")
        let program = await fixture.run("--json", "subs", "pause", "spotify")
        #expect(program.code == 5 && program.errors.contains(#""code":"notFound""#), "\(program)")
    }

    @Test func aWholeIDThatIsUnknownIsAskedOfTheService() async {
        fixture.services.refuse(
            "subscriptions.pause", Fault(.notFound, .noSubscription, field: "id"))
        let outcome = await fixture.run("subs", "pause", "9x4m2k9x1c3z")
        #expect(outcome.code == 5 && outcome.errors.contains("gateway subs list"), "\(outcome)")
    }

    @Test func aNotificationIsMeantByTheEndOfItsID() async {
        let outcome = await fixture.run("inbox", "archive", "4qyw")
        #expect(outcome.code == 0, "\(outcome)")
        #expect(
            fixture.services.calls(of: "notifications.archive").last?.parameters.contains(
                "01m82ssmd7mpg8pm19pg124qyw") == true)
    }

    @Test func shellsProposeTitlesAndShortIDsWithTheTitleBeside() async {
        let outcome = await fixture.run("__complete", "--", "subs", "pay", "")
        #expect(outcome.output.contains("Netflix\t399.00"), "\(outcome)")
        #expect(outcome.output.contains("7q4m8\tКинопоиск, 399.00"))
        let russian = await fixture.run("__complete", "--", "subs", "pay", "кино")
        #expect(russian.output.hasPrefix("Кинопоиск\t"))
    }

    /// A new command with an id must resolve it; this test detects a missing one.
    @Test func everyFieldThatIsAnIDNamesSomethingThatIsListed() {
        for command in CommandTable.all {
            for flag in command.flags where ["id", "ids", "hold", "suggestion", "channel"].contains(flag.field) {
                let isElsewhere = ["trace", "history", "category", "transfer"].contains(command.words[0])
                #expect(
                    isElsewhere || NamedThing.meant(by: flag.field, in: command.words) != nil,
                    "\(command.name) --\(flag.name)")
            }
        }
    }
}
