import Coordination
import Foundation
import Signals
import Testing

@testable import GatewayService

/// Goal: books of any size are written to a file completely or not at all, and streamed to standard output.
@Suite struct JournalCommandTests {
    private func fixture() async throws -> GatewayFixture {
        let fixture = try GatewayFixture()
        try await fixture.signIn()
        fixture.services.answer("history.journal") { call in
            call.parameters.contains("\"cursor\":\"next\"")
                ? #"{"mediaType":"text/x-hledger","content":"two\n"}"#
                : #"{"mediaType":"text/x-hledger","content":"one\n","nextCursor":"next"}"#
        }
        return fixture
    }

    @Test func partsGoToStandardOutputOneAfterAnother() async throws {
        let fixture = try await fixture()
        let outcome = await fixture.run("export", "hledger")
        #expect(outcome.code == 0 && outcome.output == "one\ntwo\n", "\(outcome)")
        let calls = fixture.services.calls(of: "history.journal").map(\.parameters)
        #expect(calls == [#"{"format":"hledger"}"#, #"{"format":"hledger","cursor":"next"}"#])
    }

    @Test func aPeriodGoesIntoAFile() async throws {
        let fixture = try await fixture()
        let file = fixture.directory + "/books.beancount"
        let outcome = await fixture.run(
            "export", "beancount", "--from", "2026-11-01", "--to", "2026-11-02", "--output", file)
        #expect(outcome.code == 0, "\(outcome)")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "one\ntwo\n")
        let first = try #require(fixture.services.calls(of: "history.journal").first?.parameters)
        #expect(first == #"{"format":"beancount","from":"2026-11-01","to":"2026-11-02"}"#)
        let again = await fixture.run("export", "beancount", "--output", file)
        #expect(again.code == 2 && again.errors.contains("is there already"), "\(again)")
    }

    @Test func aFileIsAsItWasWhenTheBooksChangeMeanwhile() async throws {
        let fixture = try await fixture()
        let file = fixture.directory + "/books.journal"
        fixture.services.answer("history.journal") { call in
            guard call.parameters.contains("cursor") else {
                return #"{"mediaType":"text/x-hledger","content":"one","nextCursor":"next"}"#
            }
            throw Fault.invalidArgument("cursor", .booksChanged)
        }
        let outcome = await fixture.run("export", "hledger", "--output", file)
        #expect(outcome.code != 0 && outcome.errors.contains("begin again"), "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func whatIsNoFormatOrNoDayIsRefused() async throws {
        let fixture = try await fixture()
        let format = await fixture.run("export", "ledger")
        #expect(format.code == 2 && format.errors.contains("hledger"), "\(format)")
        let day = await fixture.run("export", "hledger", "--from", "some day")
        #expect(day.code == 2 && day.errors.contains("--from must be a day"), "\(day)")
        #expect(await fixture.run("export").code == 2)
        #expect(fixture.services.calls(of: "history.journal").isEmpty)
    }

    @Test func programsGetOneObject() async throws {
        let fixture = try await fixture()
        let outcome = await fixture.run("export", "hledger", "--json")
        #expect(outcome.output == "{\"mediaType\":\"text/x-hledger\",\"content\":\"one\\ntwo\\n\"}\n")
    }
}
