import Coordination
import Domain
import StrictJSON
import Testing

@testable import GatewayCommands
@testable import GatewayWords

/// Goal: a person sees the imports and the effect of undoing one, and is asked before it is undone.
@Suite struct ImportUndoCommandTests {
    private static let item =
        #"{"id":"i7","account":"a1b2c3d4e5f6","fileName":"march.csv","importedAt":"2026-03-05T10:00:00Z","rows":3,"#
        + #""income":{"amount":"100.00","currency":"RUB"},"expense":{"amount":"46.00","currency":"RUB"},"#
        + #""from":"2026-03-01","to":"2026-03-04""#

    private static func answer(already: Bool = false, missing: String = "", preview: Bool) -> String {
        #"{"import":\#(item)},"already":\#(already),"reversed":\#(already ? 0 : 2),"#
            + #""income":{"amount":"46.00","currency":"RUB"},"expense":{"amount":"100.00","currency":"RUB"},"#
            + #""balance":{"amount":"5.00","currency":"RUB"},"kept":1,"keptRows":[{"transfer":"t9","#
            + #""amount":{"amount":"-9.00","currency":"RUB"},"date":"2026-03-02T00:00:00Z","description":"tram","#
            + #""reversedBy":"t12"}]\#(missing),"preview":\#(preview)}"#
    }

    private func fixture(already: Bool = false, missing: String = "") async throws -> GatewayFixture {
        let fixture = try GatewayFixture()
        try await fixture.signIn()
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        fixture.services.answer("history.transactions", json: #"{"transactions":[],"totals":[]}"#)
        fixture.services.answer("ledger.imports", json: #"{"imports":[\#(Self.item)}]}"#)
        fixture.services.answer("ledger.undoImport") { call in
            Self.answer(
                already: already, missing: missing, preview: call.parameters.contains("\"preview\":true"))
        }
        return fixture
    }

    @Test func importsAreListed() async throws {
        let fixture = try await fixture()
        let outcome = await fixture.run("import", "list", "main")
        #expect(
            outcome.code == 0 && outcome.output.contains("i7") && outcome.output.contains("march.csv"), "\(outcome)")
        let asked = try #require(fixture.services.calls(of: "ledger.imports").first?.parameters)
        #expect(asked.contains(#""account":"a1b2c3d4e5f6""#))
    }

    @Test func anImportIsShownAskedForAndTakenBack() async throws {
        let fixture = try await fixture()
        let preview = await fixture.run("import", "undo", "i7", "--preview")
        #expect(preview.code == 0 && preview.output.contains("would take back"), "\(preview)")
        #expect(preview.output.contains("t9") && preview.output.contains("left alone"))
        let asking = await fixture.run("import", "undo", "i7", "--no-input")
        #expect(asking.code == 2 && asking.errors.contains("--yes"), "\(asking)")
        #expect(
            fixture.services.calls(of: "ledger.undoImport").allSatisfy { $0.parameters.contains("\"preview\":true") })
        let done = await fixture.run("import", "undo", "i7", "--yes")
        #expect(done.code == 0 && done.output.contains("taken back"), "\(done)")
        #expect(fixture.services.calls(of: "ledger.undoImport").last?.parameters == #"{"import":"i7"}"#)
    }

    @Test func whatWasTakenBackIsSaidToBe() async throws {
        let fixture = try await fixture(already: true)
        let outcome = await fixture.run("import", "undo", "i7", "--no-input")
        #expect(outcome.code == 0 && outcome.output.contains("already taken back"), "\(outcome)")
        #expect(fixture.services.calls(of: "ledger.undoImport").count == 1)
    }

    @Test func whatWasSpentIsRefusedByTheLedgerWithoutAQuestion() async throws {
        let fixture = try await fixture(missing: #","missing":{"amount":"3.00","currency":"RUB"}"#)
        let preview = await fixture.run("import", "undo", "i7", "--preview")
        #expect(preview.output.contains("missing") && preview.output.contains("3.00"), "\(preview)")
        let outcome = await fixture.run("import", "undo", "i7", "--no-input", "--json")
        #expect(fixture.services.calls(of: "ledger.undoImport").last?.parameters == #"{"import":"i7"}"#, "\(outcome)")
    }

    // MARK: Categories of one's own

    private static func row(_ id: String, _ description: String, own: Bool = true) -> String {
        #"{"id":"\#(id)","type":"expense","amount":{"amount":"46.00","currency":"RUB"},"#
            + #""description":"\#(description)","category":"fun","date":"2026-03-02T00:00:00Z","#
            + #""account":"a1b2c3d4e5f6","balanceAfter":{"amount":"1.00","currency":"RUB"}"#
            + (own ? #","ownCategory":true}"# : "}")
    }

    /// Transactions of the days of the import, on two pages: t9 existed before it, t5 has the category of a rule.
    private func fixtureWithCategories() async throws -> GatewayFixture {
        let fixture = try await fixture()
        let first = ["t1", "t2", "t9"].map { Self.row($0, "tram \($0)") } + [Self.row("t5", "rule", own: false)]
        let second = ["t3", "t4", "t6"].map { Self.row($0, "tram \($0)") }
        fixture.services.answer("history.transactions") { call in
            call.parameters.contains("\"cursor\"")
                ? #"{"transactions":[\#(second.joined(separator: ","))],"totals":[]}"#
                : #"{"transactions":[\#(first.joined(separator: ","))],"totals":[],"nextCursor":"c1"}"#
        }
        fixture.services.answer("ledger.showTransfer") { call in
            let id = call.parameters.split(separator: "\"")[3]
            let imported = id == "t9" ? "" : #","import":"i7""#
            return #"{"transfer":{"id":"\#(id)","from":"a1b2c3d4e5f6","to":"world-RUB","#
                + #""amount":{"amount":"46.00","currency":"RUB"},"description":"tram","status":"posted","#
                + #""createdAt":"2026-03-05T10:00:00Z","sequence":7\#(imported)}}"#
        }
        return fixture
    }

    @Test func categoriesOfOnesOwnAreNamedBeforeTheyAreLost() async throws {
        let fixture = try await fixtureWithCategories()
        let preview = await fixture.run("import", "undo", "i7", "--preview")
        let words =
            "Categories that you gave to 5 rows are lost: tram t1 (fun), tram t2 (fun), tram t3 (fun) and 2 more."
        #expect(preview.code == 0 && preview.output.replacing("\u{A0}", with: " ").contains(words), "\(preview)")
        let asked = try #require(fixture.services.calls(of: "history.transactions").first?.parameters)
        #expect(asked.contains(#""account":"a1b2c3d4e5f6","from":"2026-03-01","to":"2026-03-04""#), "\(asked)")
        #expect(!fixture.services.calls(of: "ledger.showTransfer").contains { $0.parameters.contains("t5") })
        let question = ImportUndoCommands.question(2, lost: Text("Lost.", "Пропадёт."))
        let said = Language.allCases.map { question.spoken(in: $0).replacing("\u{A0}", with: " ") }
        #expect(said == ["Lost. Take back 2 rows?", "Пропадёт. Отменить 2 строки?"])
    }

    @Test func whereHistoryIsAwayThatIsSaid() async throws {
        let fixture = try await fixture()
        fixture.services.refuse("history.transactions", Fault(.unavailable, "No."))
        let preview = await fixture.run("import", "undo", "i7", "--preview")
        #expect(preview.code == 0 && preview.output.contains("History cannot be asked now"), "\(preview)")
        fixture.services.answer("history.transactions", json: #"{"transactions":[],"totals":[]}"#)
        let none = await fixture.run("import", "undo", "i7", "--preview")
        #expect(!none.output.contains("ategor") && !none.output.contains("History"), "\(none)")
    }
}
