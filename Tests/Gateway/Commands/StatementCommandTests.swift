import Coordination
import Foundation
import Testing

@testable import GatewayService

/// Goal: a statement of any size is written to a file completely or not at all, and streamed to standard output.
@Suite struct StatementCommandTests {
    private func fixture() async throws -> GatewayFixture {
        let fixture = try GatewayFixture()
        try await fixture.signIn()
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        fixture.services.answer("history.statement") { call in
            call.parameters.contains("\"cursor\":\"next\"")
                ? #"{"mediaType":"text/csv","content":"two\r\n"}"#
                : #"{"mediaType":"text/csv","content":"one\r\n","nextCursor":"next"}"#
        }
        return fixture
    }

    @Test func partsGoToStandardOutputOneAfterAnother() async throws {
        let fixture = try await fixture()
        let outcome = await fixture.run("statement", "main", "--from", "2026-11-01", "--to", "2026-11-02")
        #expect(outcome.code == 0 && outcome.output == "one\r\ntwo\r\n", "\(outcome)")
        let first = try #require(fixture.services.calls(of: "history.statement").first?.parameters)
        #expect(
            first == #"{"account":"a1b2c3d4e5f6","from":"2026-11-01","to":"2026-11-02","format":"csv"}"#)
    }

    @Test func withoutDaysItIsThisMonthAndTheFormatFollowsTheFile() async throws {
        let fixture = try await fixture()
        let file = fixture.directory + "/main.ofx"
        let outcome = await fixture.run("statement", "main", "--output", file)
        #expect(outcome.code == 0, "\(outcome)")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "one\r\ntwo\r\n")
        let first = try #require(fixture.services.calls(of: "history.statement").first?.parameters)
        #expect(
            first == #"{"account":"a1b2c3d4e5f6","from":"2026-11-01","to":"2026-11-18","format":"ofx"}"#)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: fixture.directory).sorted() == [
                "main.ofx", "password", "state",
            ])
    }

    @Test func aFileIsAsItWasWhenAPartCannotBeHad() async throws {
        let fixture = try await fixture()
        let file = fixture.directory + "/main.csv"
        try "before".write(toFile: file, atomically: true, encoding: .utf8)
        fixture.services.answer("history.statement") { call in
            guard call.parameters.contains("cursor") else {
                return #"{"mediaType":"text/csv","content":"one","nextCursor":"next"}"#
            }
            throw Fault(.unavailable, "History is away.")
        }
        let refused = await fixture.run("statement", "main", "--output", file)
        #expect(refused.code == 2 && refused.errors.contains("main.csv is there already"), "\(refused)")
        let outcome = await fixture.run("statement", "main", "--output", file, "--replace")
        #expect(outcome.code == 69)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "before")
        #expect(
            !(try FileManager.default.contentsOfDirectory(atPath: fixture.directory)).contains { $0.hasSuffix("draft") }
        )
        let nowhere = await fixture.run("statement", "main", "--output", fixture.directory + "/none/main.csv")
        #expect(nowhere.code == 2 && nowhere.errors.contains("cannot be written"))
    }

    @Test func programsGetOneObject() async throws {
        let fixture = try await fixture()
        let outcome = await fixture.run("statement", "main", "--json")
        #expect(outcome.output == "{\"mediaType\":\"text/csv\",\"content\":\"one\\r\\ntwo\\r\\n\"}\n")
        let which = await fixture.run("statement")
        #expect(which.code == 2 && which.errors.contains("Which account?"))
        let wrong = await fixture.run("statement", "main", "--from", "some day")
        #expect(wrong.code == 2 && wrong.errors.contains("--from must be a day"))
    }
}
