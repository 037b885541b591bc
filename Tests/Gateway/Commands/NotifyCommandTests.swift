import Coordination
import Domain
import Foundation
import Reasons
import Signals
import StrictJSON
import Testing

@testable import GatewayService

/// `gateway inbox` and `gateway notify`.
@Suite struct NotifyCommandTests {
    private let fixture: GatewayFixture

    init() async throws {
        fixture = try GatewayFixture()
        try await fixture.signIn()
    }

    private static func notification(_ id: String, readAt: String = "null") -> String {
        """
        {"id":"\(id)","category":"moneyIn","kind":"moneyIn","title":"₽500.00 came in","body":"Account: main.",\
        "createdAt":"2026-11-21T08:00:00Z","occurredAt":"2026-11-21T08:00:00Z","late":false,"readAt":\(readAt),\
        "archivedAt":null,"snoozedUntil":null,"event":"ledger-7","subject":"t1","amount":null}
        """
    }

    private static let channel = """
        {"id":"c1","kind":"telegram","name":"Telegram","address":"Anna","state":"off","reason":"blocked (403)",\
        "createdAt":"2026-11-21T08:00:00Z","pausedUntil":null,"waiting":2,"failed":1}
        """

    private static let delivery = """
        {"id":"d1","channel":"c1","kind":"telegram","notifications":["n1"],"title":"₽500.00 came in","state":"failed",\
        "attempts":10,"createdAt":"2026-11-21T08:00:00Z","nextAt":null,"lastAt":null,"answer":"status 500"}
        """

    @Test func listsTheInboxWithWhatIsUnread() async throws {
        fixture.services.answer(
            "notifications.list",
            json: """
                {"notifications":[\(Self.notification("n1")),\
                \(Self.notification("n2", readAt: "\"2026-11-21T09:00:00Z\""))],\
                "unread":1,"nextCursor":"5"}
                """)
        for words in [["inbox"], ["inbox", "list", "--unread", "--category", "moneyIn"]] {
            let outcome = await fixture.run(words)
            #expect(outcome.code == 0, "\(outcome)")
            for text in ["●", "₽500.00 came in", "Account: main.", "1 unread", "--cursor 5", "n2"] {
                #expect(outcome.output.contains(text), "\(text) is missing in \(outcome.output)")
            }
        }
        let asked = fixture.services.calls(of: "notifications.list").map(\.parameters)
        #expect(asked == [#"{"language":"en"}"#, #"{"unread":true,"category":"moneyIn","language":"en"}"#])
        let russian = await fixture.run("inbox", "--lang", "ru")
        #expect(russian.output.contains("непрочитанных: 1"), "\(russian)")
    }

    @Test func textsAreAskedForInTheLanguageOfTheGatewayButNotByPrograms() async throws {
        let answers = [
            "list": #"{"notifications":[],"unread":0,"nextCursor":null}"#,
            "show": #"{"notification":\#(Self.notification("n1")),"deliveries":[]}"#,
            "failed": #"{"failed":[],"nextCursor":null}"#, "resend": Self.delivery,
            "stats": #"{"lastEvent":41}"#,
            "events": #"{"events":[{"type":"notifications.added","data":{"id":"n1"}}],"last":43}"#,
        ]
        for (method, answer) in answers { fixture.services.answer("notifications.\(method)", json: answer) }
        let lines = [
            (["inbox"], "list"), (["inbox", "show", "01m82ssmd7mpg8pm19pg124qyw"], "show"),
            (["inbox", "watch", "--count", "1"], "show"),
            (["notify", "failed"], "failed"), (["notify", "resend", "01m82ssmd7mpg8pm19pg124qyx"], "resend"),
        ]
        for (line, method) in lines {
            func language(_ flags: String...) async throws -> String? {
                let outcome = await fixture.run(line + flags)
                #expect(outcome.code == 0, "\(line): \(outcome)")
                let asked = try #require(fixture.services.calls(of: "notifications.\(method)").last).parameters
                return try JSONDocument(text: asked).root.member("language")?.string
            }
            #expect(try await language("--lang", "ru") == "ru", "\(line)")
            #expect(try await language("--lang", "en") == "en", "\(line)")
            #expect(try await language("--lang", "ru", "--json") == nil, "\(line)")
            #expect(try await language("--lang", "ru", "--jsonl") == nil, "\(line)")
        }
    }

    @Test func readsArchivesAndSnoozesSomeOrAll() async throws {
        for method in ["read", "archive", "snooze", "undo"] {
            let change = method == "undo" ? "archive" : method
            fixture.services.answer(
                "notifications.\(method)", json: #"{"change":"\#(change)","ids":["n1","n2"],"unread":3}"#)
        }
        fixture.services.answer(
            "notifications.list",
            json:
                #"""
                {"notifications":[\#(Self.notification("n1")),\#(Self.notification("n2"))],"unread":2,"nextCursor":null}
                """#
        )
        let read = await fixture.run("inbox", "read", "n1", "n2")
        #expect(read.code == 0 && read.output.contains("2 notifications changed; 3 unread"), "\(read)")
        #expect(await fixture.run("inbox", "archive", "--all").code == 0)
        #expect(await fixture.run("inbox", "snooze", "n1", "--until", "3h").code == 0)
        let asked = ["read", "archive", "snooze"].map {
            fixture.services.calls(of: "notifications.\($0)")[0].parameters
        }
        #expect(asked[0] == #"{"ids":["n1","n2"]}"# && asked[1] == asked[0])
        let until = GatewayFixture.now + .seconds(3 * 3600)
        #expect(asked[2] == #"{"ids":["n1"],"until":"\#(until)"}"#)
        #expect(await fixture.run("inbox", "snooze", "n1", "--until", "tomorrow").code == 0)
        let tomorrow = fixture.services.calls(of: "notifications.snooze").last?.parameters
        #expect(tomorrow == #"{"ids":["n1"],"until":"2026-11-19T00:00:00Z"}"#)
        #expect(await fixture.run("inbox", "undo").output.contains("undone for 2 notifications"))
        for words in [["read"], ["read", "n1", "--all"], ["snooze", "n1"], ["snooze", "n1", "--until", "soon"]] {
            #expect(await fixture.run(["inbox"] + words).code == 2, "\(words)")
        }
    }

    @Test func watchShowsWhatComes() async throws {
        fixture.services.answer(
            "notifications.stats",
            json: #"{"uptimeSeconds":1,"inFlight":0,"repliesDropped":0,"lastEvent":41,"methods":[]}"#)
        fixture.services.answer(
            "notifications.events",
            json: """
                {"events":[{"type":"notifications.changed","data":{"ids":["n0"]}},\
                {"type":"notifications.added","data":{"id":"n1"}}],"last":43}
                """)
        fixture.services.answer(
            "notifications.show", json: #"{"notification":\#(Self.notification("n1")),"deliveries":[]}"#)
        let outcome = await fixture.run("inbox", "watch", "--count", "1", "--json")
        #expect(outcome.code == 0 && outcome.output.hasPrefix(#"{"id":"n1""#), "\(outcome)")
        let asked = try #require(fixture.services.calls(of: "notifications.events").first).parameters
        #expect(asked.contains(#""after":41"#) && asked.contains(#""wait":"#))
    }

    @Test func addsChannelsAndTellsSecretsOnce() async throws {
        fixture.services.answer(
            "notifications.addChannel",
            json:
                #"""
                {"channel":\#(Self.channel),"link":"https://t.me/bot?start=notify-x",\#
                "expiresAt":"2026-11-21T08:15:00Z","secret":null}
                """#
        )
        let telegram = await fixture.run("notify", "add", "telegram")
        #expect(telegram.code == 8 && telegram.output.contains("https://t.me/bot?start=notify-x"), "\(telegram)")
        fixture.services.answer(
            "notifications.addChannel",
            json: #"{"channel":\#(Self.channel),"link":null,"expiresAt":null,"secret":"whsec_abc"}"#)
        let file = fixture.directory + "/own"
        try "whsec_own\n".write(toFile: file, atomically: true, encoding: .utf8)
        let webhook = await fixture.run(
            "notify", "add", "webhook", "https://example.org/h", "--own-secret", "--password-file", file)
        #expect(webhook.code == 0 && webhook.output.contains("whsec_abc"), "\(webhook)")
        #expect(await fixture.run("notify", "add", "email", "anna@example.org", "--name", "mail").code == 0)
        let asked = fixture.services.calls(of: "notifications.addChannel").map(\.parameters)
        #expect(
            asked == [
                #"{"kind":"telegram"}"#, #"{"kind":"webhook","url":"https://example.org/h","secret":"whsec_own"}"#,
                #"{"kind":"email","name":"mail","address":"anna@example.org"}"#,
            ], "\(asked)")
        for words in [["webhook"], ["telegram", "x"], ["pigeon"]] {
            #expect(await fixture.run(["notify", "add"] + words).code == 2, "\(words)")
        }
    }

    /// Makes services require the password, and auth prove it.
    private func wantPassword(_ method: String, then answer: String) {
        fixture.services.answer("auth.prove", json: #"{"proof":"p1","expiresAt":"2026-11-21T08:15:00Z"}"#)
        fixture.services.answer("notifications.\(method)") { call in
            guard call.parameters.contains(#""code":"p1""#) else {
                throw Fault(
                    .confirmationRequired, "It takes the password.", field: "code",
                    details: ["enrolled": .flag(false), "password": .flag(true)])
            }
            return answer
        }
    }

    @Test func thePasswordIsProvedAtAuthAloneAndTheRequestSentAgain() async throws {
        let file = fixture.directory + "/secrets"
        try "correct horse\n".write(toFile: file, atomically: true, encoding: .utf8)
        let commands = [
            (["add", "email", "a@example.org"], "addChannel", #"{"channel":\#(Self.channel)}"#),
            (["remove", "c1"], "removeChannel", #"{"channels":[]}"#),
            (["off", "c1"], "switchChannel", #"{"channels":[]}"#),
            (["on", "c1"], "switchChannel", #"{"channels":[]}"#),
            (["rotate", "c1"], "rotateSecret", #"{"channel":\#(Self.channel)}"#),
        ]
        fixture.services.answer("notifications.channels", json: #"{"channels":[\#(Self.channel)]}"#)
        for (words, method, answer) in commands {
            wantPassword(method, then: answer)
            let before = fixture.services.calls(of: "notifications.\(method)").count
            let outcome = await fixture.run(["notify"] + words + ["--password-file", file])
            #expect(outcome.code == 0, "\(words): \(outcome)")
            let asked = fixture.services.calls(of: "notifications.\(method)").map(\.parameters).dropFirst(before)
            #expect(asked.count == 2 && asked.last?.contains(#""code":"p1""#) == true, "\(asked)")
            #expect(asked.allSatisfy { !$0.contains("horse") })
        }
        let proved = fixture.services.calls(of: "auth.prove").map(\.parameters)
        #expect(proved == Array(repeating: #"{"password":"correct horse"}"#, count: commands.count))
        // A pipe cannot be asked.
        wantPassword("removeChannel", then: #"{"channels":[]}"#)
        let nobody = await fixture.run("notify", "remove", "c1")
        #expect(nobody.code == 2 && nobody.errors.contains("--password-stdin"), "\(nobody)")
    }

    @Test func aSecretOfOnesOwnStandsAboveThePassword() async throws {
        let file = fixture.directory + "/secrets"
        try "whsec_own\ncorrect horse\n".write(toFile: file, atomically: true, encoding: .utf8)
        wantPassword("addChannel", then: #"{"channel":\#(Self.channel)}"#)
        let words = ["notify", "add", "webhook", "https://example.org/h", "--own-secret", "--password-file", file]
        #expect(await fixture.run(words).code == 0)
        let asked = fixture.services.calls(of: "notifications.addChannel").map(\.parameters)
        #expect(
            asked.last == #"{"kind":"webhook","url":"https://example.org/h","secret":"whsec_own","code":"p1"}"#,
            "\(asked)")
        #expect(fixture.services.calls(of: "auth.prove").map(\.parameters) == [#"{"password":"correct horse"}"#])
    }

    @Test func listsSwitchesAndTriesChannels() async throws {
        for method in ["channels", "removeChannel", "switchChannel"] {
            fixture.services.answer("notifications.\(method)", json: #"{"channels":[\#(Self.channel)]}"#)
        }
        for words in [["channels"], ["remove", "c1"], ["on", "c1"], ["off", "c1"]] {
            let outcome = await fixture.run(["notify"] + words)
            #expect(outcome.code == 0 && outcome.output.contains("blocked (403)"), "\(outcome)")
        }
        let switched = fixture.services.calls(of: "notifications.switchChannel").map(\.parameters)
        #expect(switched == [#"{"channel":"c1","on":true}"#, #"{"channel":"c1","on":false}"#])
        fixture.services.answer(
            "notifications.test", json: #"{"delivered":false,"answer":"status 500","milliseconds":7}"#)
        let failed = await fixture.run("notify", "test", "c1")
        #expect(failed.code == 1 && failed.output.contains("not delivered: status 500 (7 ms)"), "\(failed)")
        fixture.services.answer("notifications.test", json: #"{"delivered":true,"answer":"ok","milliseconds":7}"#)
        #expect(await fixture.run("notify", "test", "c1").code == 0)
        fixture.services.answer("notifications.failed", json: #"{"failed":[\#(Self.delivery)],"nextCursor":null}"#)
        fixture.services.answer("notifications.resend", json: Self.delivery)
        #expect(await fixture.run("notify", "failed").output.contains("given up, 10 tries: status 500"))
        #expect(await fixture.run("notify", "resend", "d1").code == 0)
    }

    @Test func preferencesAreShownAndChangedInPart() async throws {
        let preferences = """
            {"language":"en","zone":"UTC","rules":[{"category":"patterns","channel":"email","carrying":"digest"}],\
            "locked":[{"category":"security","reason":"Never off."}],"thresholds":[{"amount":"5.00","currency":"USD"}],\
            "quietHours":{"from":"23:00","to":"08:00"},"digest":{"every":"day","at":"09:00","weekday":null},\
            "own":["moneyOut"]}
            """
        for method in ["preferences", "setPreferences"] {
            fixture.services.answer("notifications.\(method)", json: preferences)
        }
        let shown = await fixture.run("notify", "preferences")
        for text in [
            "now, always", "Security notifications cannot be turned off", "23:00-08:00", "each day at 09:00",
            "5.00\u{A0}USD",
            "digest", "moneyOut",
        ] {
            #expect(shown.output.contains(text), "\(text) is missing in \(shown.output)")
        }
        #expect(fixture.services.calls(of: "notifications.setPreferences").isEmpty)
        let changed = await fixture.run(
            "notify", "preferences", "--quiet", "off", "--digest", "week", "--digest-day", "5", "--threshold",
            "500 RUB",
            "--rules", "patterns:email:off,moneyIn:all:digest", "--zone", "Europe/Moscow", "--own", "moneyOut,moneyIn")
        #expect(changed.code == 0, "\(changed)")
        let asked = try #require(fixture.services.calls(of: "notifications.setPreferences").first).parameters
        for text in [
            #""quietHours":{"from":"00:00","to":"00:00"}"#, #""digest":{"every":"week","at":"09:00","weekday":5}"#,
            #"{"category":"patterns","channel":"email","carrying":"off"}"#,
            #"{"category":"moneyIn","channel":"webhook","carrying":"digest"}"#, #""zone":"Europe/Moscow""#,
            #""own":["moneyOut","moneyIn"]"#,
            #""thresholds":[{"amount":"5.00","currency":"USD"},{"amount":"500.00","currency":"RUB"}]"#,
        ] { #expect(asked.contains(text), "\(text) is missing in \(asked)") }
        // Words as the table shows them in Russian.
        let russian = await fixture.run(
            "notify", "preferences", "--rules", "поступление:email:сводка,все:telegram:нет", "--quiet", "нет")
        #expect(russian.code == 0, "\(russian)")
        let meant = try #require(fixture.services.calls(of: "notifications.setPreferences").last).parameters
        for text in [
            #"{"category":"moneyIn","channel":"email","carrying":"digest"}"#,
            #"{"category":"imports","channel":"telegram","carrying":"off"}"#, #""from":"00:00","to":"00:00""#,
        ] { #expect(meant.contains(text), "\(text) is missing in \(meant)") }
        #expect(!meant.contains("security"))
        #expect(await fixture.run("notify", "preferences", "--own", "none").code == 0)
        #expect(
            fixture.services.calls(of: "notifications.setPreferences").last?.parameters.contains(#""own":[]"#) == true)
        #expect(await fixture.run("notify", "preferences", "--own", "signedIn").code == 2)
        for rule in ["x", "patterns:email", "patterns:email:never", "nothing:email:off"] {
            #expect(await fixture.run("notify", "preferences", "--rules", rule).code == 2, "\(rule)")
        }
    }
}
