import Coordination
import Domain
import Foundation
import Reasons
import Signals
import Testing

@testable import GatewaySession

@Suite struct FactorCommandTests {
    private let fixture: GatewayFixture

    init() throws { fixture = try GatewayFixture() }

    private func file(_ lines: String...) throws -> String {
        let path = fixture.directory + "/" + Identifier.random()
        try lines.map { $0 + "\n" }.joined().write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test func aCodeMayStandBelowThePassword() async throws {
        let hour = GatewayFixture.now + .seconds(3600)
        fixture.services.answer("auth.login", json: GatewayFixture.signedIn(expiresAt: hour))
        let both = try file("correct horse", "2k4f-9w1x-hh7q-e0tz")
        #expect(await fixture.run("login", "anna", "--password-file", both).code == 0)
        let flag = await fixture.run("login", "anna", "--password-file", both, "--code", "492039")
        #expect(flag.code == 0)
        #expect(await fixture.run("login", "anna", "--password-file", try file("correct horse")).code == 0)
        let asked = fixture.services.calls(of: "auth.login").map(\.parameters)
        #expect(asked[0].contains(#""password":"correct horse","code":"2k4f-9w1x-hh7q-e0tz""#))
        #expect(asked[1].contains(#""code":"492039""#), "the flag wins")
        #expect(!asked[2].contains("code"))
    }

    @Test func whereNobodyCanBeAskedForACodeTheFaultSaysSo() async throws {
        fixture.services.refuse("auth.login", Fault(.codeRequired, "A code is needed."))
        let outcome = await fixture.run("login", "anna", "--password-file", try file("correct horse"))
        #expect(outcome.code == 4)
        #expect(outcome.errors.contains("[codeRequired]") && outcome.errors.contains("--code"))
        #expect(fixture.services.calls(of: "auth.login").count == 1)
    }

    @Test func oneTimeCodesAreSetUpAndTurnedOffByScripts() async throws {
        try await fixture.signIn()
        fixture.services.answer(
            "auth.totp.begin",
            json: #"{"secret":"ABCDEFGHIJ","uri":"otpauth://totp/Kopilka:anna","expiresAt":"2026-11-21T09:00:00Z"}"#)
        fixture.services.answer("auth.totp.confirm", json: #"{"recoveryCodes":["aaaa-bbbb-cccc-dddd"]}"#)
        fixture.services.answer("auth.totp.disable", json: #"{"done":true}"#)
        let begun = await fixture.run("totp", "begin", "--password-file", try file("correct horse"))
        #expect(begun.code == 0 && begun.output.contains("ABCD EFGH IJ") && begun.output.contains("otpauth://"))
        let confirmed = await fixture.run("totp", "confirm", "492039", "--end-other-sessions")
        #expect(confirmed.code == 0 && confirmed.output.contains("aaaa-bbbb-cccc-dddd"))
        #expect(
            fixture.services.calls(of: "auth.totp.confirm").first?.parameters
                == #"{"code":"492039","endOtherSessions":true}"#)
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        fixture.services.answer("ledger.limits", json: Self.limits())
        let off = await fixture.run("totp", "off", "--password-file", try file("correct horse", "123456"))
        #expect(off.code == 0)
        #expect(
            fixture.services.calls(of: "auth.totp.disable").first?.parameters
                == #"{"password":"correct horse","code":"123456"}"#)
        #expect(await fixture.run("totp", "off", "--password-file", try file("correct horse")).code == 2)
        #expect(await fixture.run("totp", "on", "--no-input").code == 2)
    }

    private static func limits(confirmAbove: String? = nil) -> String {
        let above = confirmAbove.map { #""confirmAbove":{"amount":"\#($0)","currency":"RUB"},"# } ?? ""
        return """
            {"limits":{"account":"a1b2c3d4e5f6",\(above)"spentToday":{"amount":"0.00","currency":"RUB"},\
            "resetsAt":"2026-11-22T00:00:00Z"}}
            """
    }

    @Test func codesStayOnWhilePaymentsTakeThem() async throws {
        try await fixture.signIn()
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        fixture.services.answer("ledger.limits", json: Self.limits(confirmAbove: "1000.00"))
        fixture.services.answer("auth.totp.disable", json: #"{"done":true}"#)
        let secrets = try file("correct horse", "123456")
        let refused = await fixture.run("totp", "off", "--password-file", secrets)
        #expect(refused.code == 2 && refused.errors.contains("from main") && refused.errors.contains("from savings"))
        #expect(refused.errors.contains("gateway limits set a1b2c3d4e5f6 --remove confirm-above"))
        #expect(fixture.services.calls(of: "auth.totp.disable").isEmpty)
        let kept = await fixture.run("totp", "off", "--keep-limits", "--password-file", secrets)
        #expect(kept.code == 0)
        #expect(
            fixture.services.calls(of: "auth.totp.disable").map(\.parameters) == [
                #"{"password":"correct horse","code":"123456"}"#
            ])
    }

    @Test func codesStayOnWhileTheLedgerCannotTell() async throws {
        try await fixture.signIn()
        fixture.services.refuse("ledger.accounts", Fault(.unavailable, "ledger does not run."))
        fixture.services.answer("auth.totp.disable", json: #"{"done":true}"#)
        let secrets = try file("correct horse", "123456")
        let refused = await fixture.run("totp", "off", "--password-file", secrets)
        #expect(refused.code == 2 && refused.errors.contains("--keep-limits"), "\(refused)")
        #expect(fixture.services.calls(of: "auth.totp.disable").isEmpty)
        #expect(await fixture.run("totp", "off", "--keep-limits", "--password-file", secrets).code == 0)
    }

    @Test func aForgottenPasswordIsResetWithEitherCode() async throws {
        fixture.services.answer("auth.resetPassword", json: #"{"done":true}"#)
        fixture.services.answer(
            "auth.issueReset", json: #"{"resetCode":"aaaa-bbbb-cccc-dddd","expiresAt":"2026-11-21T09:00:00Z"}"#)
        // There is no house here: the service reports the missing parameter.
        _ = await fixture.run("people", "reset", "anna")
        let asked = try #require(fixture.services.calls(of: "auth.issueReset").last)
        #expect(asked.context.session == nil)
        try FileManager.default.createDirectory(
            atPath: fixture.directory + "/.local/share/kopilka/keys", withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let issued = await fixture.run("people", "reset", "anna")
        #expect(issued.code == 0 && issued.output.contains("aaaa-bbbb-cccc-dddd"), "\(issued)")
        #expect(fixture.services.calls(of: "auth.issueReset").last?.context.session?.hasPrefix("v4.public.") == true)
        fixture.services.answer("auth.endSessions", json: #"{"ended":3}"#)
        let ended = await fixture.run("people", "sign-out", "anna")
        #expect(ended.code == 0 && ended.output == "3 sessions have ended\n", "\(ended)")
        #expect(fixture.services.calls(of: "auth.endSessions").last?.context.session?.hasPrefix("v4.public.") == true)
        let lines = try file("aaaa-bbbb-cccc-dddd", "new sentence")
        #expect(await fixture.run("password", "reset", "anna", "--password-file", lines).code == 0)
        #expect(await fixture.run("password", "reset", "anna", "--recovery", "--password-file", lines).code == 0)
        #expect(
            fixture.services.calls(of: "auth.resetPassword").map(\.parameters) == [
                #"{"login":"anna","resetCode":"aaaa-bbbb-cccc-dddd","new":"new sentence"}"#,
                #"{"login":"anna","recoveryCode":"aaaa-bbbb-cccc-dddd","new":"new sentence"}"#,
            ])
    }

    @Test func aRegistrationSentAgainPointsToTheSignIn() async throws {
        fixture.services.refuse("auth.register", Fault(.codeRequired, "This account already exists."))
        let password = try file("correct horse battery")
        let again = await fixture.run("register", "anna@example.org", "--password-file", password)
        #expect(again.code != 0 && again.errors.contains("hint: gateway login EMAIL --code CODE"), "\(again)")
    }

    @Test func leavingShowsWhatHappensAndForgetsTheSession() async throws {
        try await fixture.signIn()
        fixture.services.answer("auth.me", json: GatewayFixture.me)
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        fixture.services.answer("auth.deleteUser", json: #"{"done":true}"#)
        let dry = await fixture.run("leave", "--dry-run")
        #expect(
            dry.code == 0 && dry.output.contains("anna@example.org") && dry.output.contains("1\u{A0}500.50\u{A0}RUB"))
        #expect(fixture.services.calls(of: "auth.deleteUser").isEmpty)
        let password = try file("correct horse", "123456")
        #expect(await fixture.run("leave", "--no-input", "--password-file", password).code == 2)
        #expect(fixture.services.calls(of: "auth.deleteUser").isEmpty)
        fixture.services.refuse(
            "auth.deleteUser", .invalidArgument("name", .mustBeYourEmail))
        let wrong = await fixture.run("leave", "--confirm", "boris@example.org", "--password-file", password)
        #expect(wrong.code == 2 && wrong.errors.contains(#""boris@example.org" is not your email, anna@example.org"#))
        #expect(wrong.errors.contains("nothing was deleted") && !wrong.errors.contains("name must be"))
        fixture.services.refuse("auth.deleteUser", Fault(.permissionDenied, "An older session does not do."))
        let old = await fixture.run("leave", "--confirm", "anna@example.org", "--password-file", password)
        #expect(old.code != 0 && old.errors.contains("hint: gateway login --telegram, then gateway leave"))
        fixture.services.answer("auth.deleteUser", json: #"{"done":true}"#)
        let left = await fixture.run("leave", "--confirm", "anna@example.org", "--password-file", password)
        #expect(left.code == 0 && left.errors.contains("1\u{A0}500.50\u{A0}RUB"))
        #expect(
            fixture.services.calls(of: "auth.deleteUser").last?.parameters
                == #"{"password":"correct horse","code":"123456","name":"anna@example.org"}"#)
        #expect(!FileManager.default.fileExists(atPath: fixture.sessionPath()))
    }

    @Test func whatIsWrongWithASubscriptionIsToldByItsFlags() async throws {
        try await fixture.signIn()
        let rules = [
            ("every.count", "--every must not be empty"), ("remindDaysBefore", "--remind must not be empty"),
            ("service.color", "--color must not be empty"), ("service.title", "--title must not be empty"),
            ("amount", "--amount must not be empty"),
        ]
        for (field, sentence) in rules {
            fixture.services.refuse("subscriptions.add", .invalidArgument(field, .mustNotBeEmpty))
            let outcome = await fixture.run("subs", "add", "netflix", "3 RUB", "--start", "2027-01-01")
            #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
        }
    }

    @Test func anExportAsksEveryMethodThatReadsAndNeedsNothing() async throws {
        try await fixture.signIn()
        fixture.services.answer("rpc.discover") { call in
            func method(_ name: String, _ access: String, _ effect: String, required: Bool = false) -> String {
                #"{"name":"\#(call.service).\#(name)","x-access":"\#(access)","x-effect":"\#(effect)","#
                    + #""params":[{"name":"p","required":\#(required)}]}"#
            }
            return """
                {"methods":[\(method("things", "session", "reads")),\
                \(method("one", "session", "reads", required: true)),\
                \(method("do", "session", "changes")),\(method("stats", "session", "reads")),\
                \(method("open", "open", "reads")),\(method("either", "session", "reads"))]}
                """
        }
        for service in House.services {
            fixture.services.refuse("\(service).either", .invalidArgument("this", "or that must be given"))
            fixture.services.answer("\(service).things") { call in
                call.parameters == "{}" ? #"{"things":["\#(service)"],"nextCursor":"c"}"# : #"{"things":[]}"#
            }
            fixture.services.answer("\(service).events") { call in
                call.parameters.contains(#""after":0"#)
                    ? #"{"events":[{"type":"\#(service).happened"}],"last":3}"# : #"{"events":[],"last":3}"#
            }
        }
        let path = fixture.directory + "/me.json"
        let outcome = await fixture.run("account-data", "export", path)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        let export = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        var expected: Set = ["exportedAt"]
        for service in House.services { expected.formUnion(["\(service).things", "\(service).events"]) }
        #expect(Set(export.keys) == expected)
        for service in House.services {
            #expect((export["\(service).things"] as? [Any])?.count == 2, "both pages")
            #expect((export["\(service).events"] as? [[String: String]]) == [["type": "\(service).happened"]])
        }
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }
}
