import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

/// Third-party clients with the real ledger.
@Suite(.bank("auth", "ledger")) struct OutsideClientsTests {
    @Test func tinyrpcCallsAndGetsFaultsAndNotifiesAndBatches() async throws {
        let (seen, transfers) = try await run("call_with_tinyrpc.py")
        #expect(seen.member("health")?.string == "ready")
        let transfer = seen.member("transfer")?.member("transfer")
        #expect(transfer?.member("amount")?.member("amount")?.string == "2.50")
        #expect(transfer?.member("status")?.string == "posted")
        #expect(seen.member("fault")?.string == "You have no account with this id.")
        #expect(seen.member("unknown")?.string?.contains("ledger.none") == true)
        #expect(seen.member("faultData")?.member("number")?.int64 == -32000)
        #expect(seen.member("faultData")?.member("data")?.member("code")?.string == "notFound")
        #expect(seen.member("afterNotification")?.string == "ready")
        let batch = seen.member("batch")?.elements.map(\.string)
        #expect(batch == ["97.50", "You have no account with this id.", "2.50"])
        #expect(transfers == 1, "one transfer was made")
    }

    @Test func jsonrpcclientCallsAndGetsFaultsAndNotifiesAndBatches() async throws {
        let (seen, transfers) = try await run("call_with_jsonrpcclient.py")
        for (kind, balances) in [("REQ", ["98.75", "1.25"]), ("DEALER", ["97.50", "2.50"])] {
            let part = try #require(seen.member(kind))
            #expect(part.member("health")?.member("result")?.member("status")?.string == "ready")
            let transfer = part.member("transfer")
            #expect(transfer?.member("id")?.string == "uuid-1")
            #expect(transfer?.member("result")?.member("transfer")?.member("status")?.string == "posted")
            let fault = part.member("fault")
            #expect(fault?.member("id")?.string == "uuid-2" && fault?.member("number")?.int64 == -32000)
            #expect(fault?.member("data")?.member("code")?.string == "notFound")
            #expect(part.member("notification")?.string == (kind == "REQ" ? "" : nil))
            let batch = part.member("batch")?.elements.map { $0 } ?? []
            #expect(batch.count == 3)
            func reply(_ id: String) -> JSONNode? { batch.first { $0.member("id")?.string == id } }
            let found = ["first", "third"].map {
                reply($0)?.member("result")?.member("balance")?.member("amount")?.string
            }
            #expect(found == balances)
            #expect(reply("second")?.member("number")?.int64 == -32601)
        }
        #expect(transfers == 2, "a transfer for each kind of socket")
    }

    /// Returns the output of the script, and the number of transfers in the payer's account since.
    private func run(_ script: String) async throws -> (seen: JSONNode, transfers: Int) {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let python = package.appendingPathComponent(".venv/bin/python").path
        try #require(
            FileManager.default.isExecutableFile(atPath: python),
            "\(python) is missing: `make .venv` makes it, with the clients that this test runs.")
        let bank = try SharedBank.current()
        let person = try await bank.person()
        let (payer, payee) = (try await bank.account(of: person, with: "100"), try await bank.account(of: person))
        let finished = try await bank.house.run(
            python,
            [
                package.appendingPathComponent("Tests/Clients/\(script)").path,
                "ipc://\(bank.house.socket(of: "ledger"))", person.session, payer, payee,
            ], environment: ["PYTHONDONTWRITEBYTECODE": "1"])
        try #require(finished.status == .exited(0), "\(finished)")
        let events = try await bank.ask("ledger.events", #""after":0,"limit":1000"#, as: person.session)
        let posted = try #require(events.result?.member("events")).elements.filter {
            $0.member("type")?.string == "ledger.transferPosted"
                && $0.member("data")?.member("transfer")?.member("from")?.string == payer
        }
        return (try JSONDocument(text: finished.output).root, posted.count)
    }
}
