import Coordination
import Domain
import Foundation
import Reasons
import Signals
import StrictJSON
import Testing

@testable import GatewaySession

/// Goal: people and programs see new, known and conflicting rows before anything is imported.
@Suite struct ImportCommandTests {
    private static let rows = """
        {"format":"csv","count":2,"rows":[\
        {"amount":{"amount":"100.00","currency":"RUB"},"date":"2026-03-02","description":"salary","reference":"r1",\
        "line":2},\
        {"amount":{"amount":"-46.00","currency":"RUB"},"date":"2026-03-02","description":"tram","reference":"r2",\
        "line":3}],\
        "skipped":0,"problems":[],"leftOut":[]}
        """

    /// Returns the ledger's answer for the requested rows.
    private static func answer(_ statuses: [String], preview: Bool, more: String = "") -> String {
        func row(_ index: Int) -> String {
            let existing =
                #"""
                ,"existing":{"amount":{"amount":"-40.00","currency":"RUB"},"date":"2026-03-02T00:00:00Z",\#
                "description":"bus"}
                """#
            let transfer = preview && statuses[index] == "new" ? "" : #","transfer":"t\#(index + 1)""#
            return #"{"status":"\#(statuses[index])"\#(transfer)\#(statuses[index] == "conflict" ? existing : "")}"#
        }
        func count(_ status: String) -> Int { statuses.count { $0 == status } }
        func money(_ amount: String) -> String { #"{"amount":"\#(amount)","currency":"RUB"}"# }
        let rows = statuses.indices.map(row).joined(separator: ",")
        return #"{"rows":[\#(rows)],"new":\#(count("new")),"known":\#(count("known")),"#
            + #""conflict":\#(count("conflict")),"income":\#(money("100.00")),"expense":\#(money("46.00")),"#
            + #""balance":\#(money("1554.50")),"preview":\#(preview)\#(more)}"#
    }

    private func fixture(_ first: String = "new", _ second: String = "new", more: String = "") async throws -> (
        GatewayFixture, file: String
    ) {
        let fixture = try GatewayFixture()
        try await fixture.signIn()
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        fixture.services.answer("history.readStatement", json: Self.rows)
        fixture.services.answer("history.findSimilar", json: #"{"similar":[]}"#)
        fixture.services.answer("ledger.import") { call in
            Self.answer(
                (call.parameters.contains("r1") ? [first] : []) + (call.parameters.contains("r2") ? [second] : []),
                preview: call.parameters.contains("\"preview\":true"),
                more: call.parameters.contains("\"preview\":true") ? more : "")
        }
        let file = fixture.directory + "/march.csv"
        try "Date,Amount\n".write(toFile: file, atomically: true, encoding: .utf8)
        return (fixture, file)
    }

    @Test func aPreviewShowsWhatWouldBeAndImportsNothing() async throws {
        let (fixture, file) = try await fixture("new", "known")
        let outcome = await fixture.run("import", file, "--account", "main", "--preview")
        #expect(outcome.code == 0, "\(outcome)")
        #expect(outcome.output.contains("would import  1 new, 1 known, 0 in conflict"))
        #expect(outcome.output.contains("salary") && !outcome.output.contains("tram"))
        #expect(fixture.services.calls(of: "ledger.import").count == 1)
        let read = try #require(fixture.services.calls(of: "history.readStatement").first?.parameters)
        #expect(read == #"{"base64":"RGF0ZSxBbW91bnQK","currency":"RUB","offset":0}"#)
        let all = await fixture.run("import", file, "main", "--preview", "--all")
        #expect(all.output.contains("tram"))
    }

    @Test func withAYesItIsImported() async throws {
        let (fixture, file) = try await fixture()
        let outcome = await fixture.run("import", file, "main", "--yes", "--opening-balance", "5 RUB")
        #expect(outcome.code == 0 && outcome.output.contains("imported  2 new"), "\(outcome)")
        let calls = fixture.services.calls(of: "ledger.import").map(\.parameters)
        #expect(calls.count == 2 && calls[0].contains("\"preview\":true") && calls[1].contains("\"preview\":false"))
        #expect(calls.allSatisfy { $0.contains(#""openingBalance":{"amount":"5.00","currency":"RUB"}"#) })
        #expect(calls[1].contains(#""account":"a1b2c3d4e5f6""#) && calls[1].contains(#""reference":"r2""#))
    }

    @Test func withoutAYesNothingIsDone() async throws {
        let (fixture, file) = try await fixture()
        let outcome = await fixture.run("import", file, "main", "--no-input")
        #expect(outcome.code == 2 && outcome.errors.contains("--yes"), "\(outcome)")
        #expect(fixture.services.calls(of: "ledger.import").count == 1)
    }

    @Test func whatIsKnownNeedsNoQuestion() async throws {
        let (fixture, file) = try await fixture("known", "known")
        let outcome = await fixture.run("import", file, "main", "--no-input")
        #expect(outcome.code == 0 && outcome.output.contains("0 new, 2 known"), "\(outcome)")
    }

    @Test func aConflictRefusesTheFile() async throws {
        let (fixture, file) = try await fixture("new", "conflict")
        let outcome = await fixture.run("import", file, "main", "--yes")
        #expect(outcome.code == 7, "\(outcome)")
        let said = outcome.errors.replacingOccurrences(of: "\u{A0}", with: " ")
        #expect(said.contains("Line 3 adds -46.00 RUB on 2026-03-02, but the books have -40.00 RUB"))
        #expect(fixture.services.calls(of: "ledger.import").count == 1)
        let skipping = await fixture.run("import", file, "main", "--yes", "--skip-bad")
        #expect(skipping.code == 0, "\(skipping)")
        let last = try #require(fixture.services.calls(of: "ledger.import").last?.parameters)
        #expect(last.contains("\"skipConflicts\":true"))
    }

    /// Makes history report a similar transaction for the second row of the file.
    private static func tellSimilar(_ fixture: GatewayFixture, row: Int) {
        fixture.services.answer(
            "history.findSimilar",
            json: #"{"similar":[{"row":\#(row),"transfer":"t9","amount":{"amount":"-46.00","currency":"RUB"},"#
                + #""date":"2026-03-02T09:00:00Z","description":"tram ticket"}]}"#)
    }

    @Test func aRowThatIsPerhapsKnownIsNotAddedSilently() async throws {
        let (fixture, file) = try await fixture()
        Self.tellSimilar(fixture, row: 1)
        let preview = await fixture.run("import", file, "main", "--preview")
        #expect(preview.code == 0, "\(preview)")
        #expect(preview.output.contains("would import  1 new, 0 known, 1 perhaps known, 0 in conflict"))
        #expect(preview.output.contains("tram ticket") && preview.output.contains("--keep-similar"))
        let asked = try #require(fixture.services.calls(of: "history.findSimilar").first?.parameters)
        #expect(asked.contains(#""account":"a1b2c3d4e5f6""#) && asked.contains("salary") && asked.contains("tram"))
        let refused = await fixture.run("import", file, "main", "--yes")
        let said = refused.errors.replacingOccurrences(of: "\u{A0}", with: " ")
        #expect(refused.code == 7 && said.contains("Line 3, -46.00 RUB on 2026-03-02, may be in the books"))
        #expect(refused.errors.contains("--skip-similar") && refused.errors.contains("--keep-similar"))
        #expect(fixture.services.calls(of: "ledger.import").allSatisfy { $0.parameters.contains("\"preview\":true") })
    }

    @Test func rowsThatArePerhapsKnownAreLeftOutOrAddedAsOneSays() async throws {
        let (fixture, file) = try await fixture()
        Self.tellSimilar(fixture, row: 1)
        let skipping = await fixture.run("import", file, "main", "--yes", "--skip-similar")
        #expect(skipping.code == 0 && skipping.output.contains("imported  1 new, 0 known, 1 perhaps known"))
        #expect(!skipping.output.contains("--keep-similar"))
        let without = try #require(fixture.services.calls(of: "ledger.import").last?.parameters)
        #expect(without.contains(#""preview":false"#) && without.contains("r1") && !without.contains("r2"))
        let keeping = await fixture.run("import", file, "main", "--yes", "--keep-similar", "--json")
        #expect(keeping.code == 0, "\(keeping)")
        let with = try #require(fixture.services.calls(of: "ledger.import").last?.parameters)
        #expect(with.contains(#""preview":false"#) && with.contains("r1") && with.contains("r2"))
        let root = try JSONDocument(text: keeping.output).root
        #expect(root.member("similar")?.int64 == 0 && root.member("new")?.int64 == 2)
        #expect(fixture.services.calls(of: "history.findSimilar").count == 1)
        let both = await fixture.run("import", file, "main", "--keep-similar", "--skip-similar")
        #expect(both.code == 2, "\(both)")
    }

    @Test func aFileWithNothingElseToAddIsNotRefused() async throws {
        let (fixture, file) = try await fixture("known", "new")
        Self.tellSimilar(fixture, row: 0)
        let outcome = await fixture.run("import", file, "main", "--no-input")
        #expect(outcome.code == 0 && outcome.output.contains("0 new, 1 known, 1 perhaps known"), "\(outcome)")
        #expect(outcome.output.contains("nothing to import") && outcome.output.contains("--keep-similar adds them"))
        let asked = try #require(fixture.services.calls(of: "history.findSimilar").first?.parameters)
        #expect(asked.contains(#""taken":["t1"]"#) && !asked.contains("salary"))
    }

    @Test func whatCannotBePaidIsRefusedWithTheOpeningBalanceThatWouldDo() async throws {
        let money = #"{"amount":"46.00","currency":"RUB"}"#
        let (fixture, file) = try await fixture(
            more: #","shortfall":{"row":1,"missing":\#(money),"openingBalance":\#(money)}"#)
        let outcome = await fixture.run("import", file, "main", "--yes")
        #expect(outcome.code == 6 && outcome.errors.contains("--opening-balance 46.00"), "\(outcome)")
    }

    /// People read the file, where rows are lines counted from 1, and the first line may contain headings.
    @Test(arguments: [
        (
            "ledger.import", Fault.invalidArgument("rows[1].date", .notAPastDay),
            "The date of row 3 must be between 1900 and tomorrow.", "Строка 3, дата: от 1900 года до завтра."
        ),
        (
            "ledger.import",
            Fault(
                .insufficientFunds, .rowOverdraws,
                [
                    "row": 1, "position": 2, "amount": "-46.00", "currency": "RUB", "day": "2026-03-02",
                    "missing": "6.00", "openingBalance": "6.00",
                ], field: "rows[1].amount"),
            "Row 3, -46.00 RUB on 2026-03-02, takes the account 6.00 RUB below its limit",
            "Строка 3 (-46,00 ₽, 02.03.2026) опускает счёт на 6,00 ₽ ниже"
        ),
        (
            "history.findSimilar", Fault.invalidArgument("rows[0].description", .tooLongText, ["most": 500]),
            "The description of row 2 must have at most 500 characters.", "Строка 2, описание: не длиннее 500 символов."
        ),
    ])
    func aRowAtFaultIsToldByItsLineInTheFile(
        method: String, fault: Fault, english: String, russian: String
    ) async throws {
        let (fixture, file) = try await fixture()
        fixture.services.refuse(method, fault)
        for (language, sentence) in [("en", english), ("ru", russian)] {
            let outcome = await fixture.run("import", file, "main", "--yes", "--lang", language)
            let said = outcome.errors.replacing("\u{A0}", with: " ").replacing("\n", with: " ")
            #expect(said.contains(sentence), "\(outcome)")
            #expect(!said.contains(/(row|строка): 1/), "no place that counts from 0: \(outcome)")
        }
        let program = await fixture.run("import", file, "main", "--yes", "--json")
        #expect(program.errors.contains("\"line\":\(method == "ledger.import" ? 3 : 2)"), "\(program)")
    }

    @Test func programsGetEveryRow() async throws {
        let (fixture, file) = try await fixture("new", "known")
        let outcome = await fixture.run("import", file, "main", "--yes", "--json")
        let root = try JSONDocument(text: outcome.output).root
        #expect(root.member("imported")?.bool == true && root.member("known")?.int64 == 1)
        #expect(root.member("rows")?.elements.map { $0.member("status")?.string } == ["new", "known"])
    }

    @Test func aLineThatCannotBeReadIsAnsweredWithTheFlagThatLeavesItOut() async throws {
        let (fixture, file) = try await fixture()
        fixture.services.refuse(
            "history.readStatement",
            Fault(
                .invalidArgument, .badFileLine, ["line": 3, "lines": 1], cause: .rowHasNoAmount, field: "content"))
        let bad = await fixture.run("import", file, "main")
        #expect(bad.code == 2 && bad.errors.contains("hint: --skip-bad leaves out unreadable lines"), "\(bad)")
        fixture.services.refuse(
            "history.readStatement",
            Fault(
                .invalidArgument, .badFile, ["line": 1, "orders": "dmy, mdy", "other": "dateOrder"],
                cause: .ambiguousDates, field: "content"))
        let unclear = await fixture.run("import", file, "main")
        #expect(unclear.code == 2 && unclear.errors.contains("set --date-order."), "\(unclear)")
        #expect(!unclear.errors.contains("--skip-bad"))
        fixture.services.refuse(
            "history.readStatement",
            Fault.invalidArgument("content", .unknownFileFormat))
        let strange = await fixture.run("import", file, "main")
        #expect(strange.errors.contains("The file is neither OFX"), "\(strange)")
    }

    @Test func filesThatAreNotThereOrTooLongAreRefused() async throws {
        let (fixture, file) = try await fixture()
        let none = await fixture.run("import", fixture.directory + "/none", "main")
        #expect(none.code == 2 && none.errors.contains("cannot be read"))
        try Data(repeating: 65, count: 3_000_001).write(to: URL(fileURLWithPath: file))
        let long = await fixture.run("import", file, "main")
        #expect(long.code == 2 && long.errors.contains("more than 3000000 bytes"))
    }

    @Test(arguments: 0..<8) func base64IsThatOfEverybody(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 83 &+ 251) }
        #expect(Base64Text.encode(bytes) == Data(bytes).base64EncodedString())
    }
}
