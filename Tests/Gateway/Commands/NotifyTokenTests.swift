import Coordination
import Domain
import Foundation
import Reasons
import Signals
import Testing

@testable import GatewayService

/// `gateway notify add ntfy|gotify` and the tokens of their servers.
@Suite struct NotifyTokenTests {
    private let fixture: GatewayFixture

    init() async throws {
        fixture = try GatewayFixture()
        try await fixture.signIn()
        fixture.services.answer("notifications.channels", json: #"{"channels":[\#(Self.channel)]}"#)
        for method in ["addChannel", "rotateSecret"] {
            fixture.services.answer("notifications.\(method)", json: #"{"channel":\#(Self.channel)}"#)
        }
    }

    private static let channel = """
        {"id":"c1","kind":"gotify","name":"phone","address":"https://gotify.example.org","state":"on","reason":null,\
        "createdAt":"2026-11-21T08:00:00Z","pausedUntil":null,"waiting":0,"failed":0}
        """

    private func file(_ content: String) throws -> String {
        let path = fixture.directory + "/secrets"
        try content.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test func aTokenIsReadLikeAPasswordAndNeverAnArgument() async throws {
        let file = try file("tk_secret\n")
        let gotify = ["notify", "add", "gotify", "https://gotify.example.org", "--name", "phone"]
        let ntfy = ["notify", "add", "ntfy", "https://ntfy.example.org", "--topic", "annas-money"]
        for words in [gotify, ntfy + ["--ask-token"], ["notify", "rotate", "c1", "--ask-token"]] {
            let outcome = await fixture.run(words + ["--password-file", file])
            #expect(outcome.code == 0, "\(outcome)")
            #expect(!outcome.output.contains("tk_secret") && !outcome.errors.contains("tk_secret"), "\(outcome)")
        }
        #expect(await fixture.run(ntfy).code == 0, "an open topic has no token, and nobody is asked")
        #expect(
            fixture.services.calls(of: "notifications.addChannel").map(\.parameters) == [
                #"{"kind":"gotify","name":"phone","url":"https://gotify.example.org","token":"tk_secret"}"#,
                #"{"kind":"ntfy","url":"https://ntfy.example.org","topic":"annas-money","token":"tk_secret"}"#,
                #"{"kind":"ntfy","url":"https://ntfy.example.org","topic":"annas-money"}"#,
            ])
        #expect(
            fixture.services.calls(of: "notifications.rotateSecret").map(\.parameters) == [
                #"{"channel":"c1","token":"tk_secret"}"#
            ])
    }

    @Test func whatIsMissingOrShownToEverybodyIsAMistake() async throws {
        let file = try file("tk_secret\n")
        let gotify = ["notify", "add", "gotify", "https://gotify.example.org"]
        for words in [
            gotify, ["notify", "add", "gotify", "--password-file", file],
            ["notify", "add", "ntfy", "https://ntfy.example.org"], gotify + ["--token", "tk_secret"],
            gotify + ["--own-secret", "--password-file", file], ["notify", "rotate", "c1", "--token", "tk_secret"],
        ] {
            let outcome = await fixture.run(words)
            #expect(outcome.code == 2, "\(words): \(outcome)")
            #expect(!outcome.errors.contains("tk_secret"), "\(outcome)")
        }
        #expect(fixture.services.calls(of: "notifications.addChannel").isEmpty)
    }

    @Test func aTokenStandsAboveThePassword() async throws {
        let file = try file("tk_secret\ncorrect horse\n")
        fixture.services.answer("auth.prove", json: #"{"proof":"p1","expiresAt":"2026-11-21T08:15:00Z"}"#)
        for method in ["addChannel", "rotateSecret"] {
            fixture.services.answer("notifications.\(method)") { call in
                guard call.parameters.contains(#""code":"p1""#) else {
                    throw Fault(
                        .confirmationRequired, "It takes the password.", field: "code",
                        details: ["enrolled": .flag(false), "password": .flag(true)])
                }
                return #"{"channel":\#(Self.channel)}"#
            }
        }
        let lines = [
            ("addChannel", ["notify", "add", "gotify", "https://gotify.example.org"]),
            ("rotateSecret", ["notify", "rotate", "c1", "--ask-token"]),
        ]
        for (method, words) in lines {
            #expect(await fixture.run(words + ["--password-file", file]).code == 0)
            let asked = fixture.services.calls(of: "notifications.\(method)").map(\.parameters)
            #expect(asked.count == 2 && asked.allSatisfy { $0.contains(#""token":"tk_secret""#) }, "\(asked)")
        }
        let proved = fixture.services.calls(of: "auth.prove").map(\.parameters)
        #expect(proved == Array(repeating: #"{"password":"correct horse"}"#, count: lines.count))
    }
}
