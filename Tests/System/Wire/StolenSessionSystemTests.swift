import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

/// Goal: whoever stole a session, and has nothing else, undoes no protection of the owner's, and does nothing unseen.
@Suite struct StolenSessionSystemTests {
    @Test func aFrozenAccountStaysFrozen() async throws {
        let bank = try await Bank.opened()
        let anna = try await bank.person()
        let account = try await bank.account(of: anna, with: "100")
        func ask(_ method: String, _ more: String = "") async throws -> WireReply {
            try await bank.ask(
                "ledger.\(method)", #""account":"\#(account)"\#(more)"#, as: anna.session, key: Bank.newKey())
        }
        #expect(try await ask("freeze").text("account", "status") == "frozen")
        for code in ["", #","code":"123456""#, #","code":"\#(anna.session.prefix(64))""#] {
            let refused = try await ask("unfreeze", code)
            #expect(refused.code == "confirmationRequired", "\(refused)")
            let details = refused.node.member("error")?.member("data")?.member("details")
            #expect(details?.member("password")?.bool == true, "\(refused)")
        }
        #expect(try await ask("freeze").text("account", "status") == "frozen")
        let proved = try await ask("unfreeze", #","code":"\#(try await bank.proof(of: anna))""#)
        #expect(proved.text("account", "status") == "active", "\(proved)")
        await bank.close()
    }

    @Test func theGatewayAsksForThePasswordBeforeItUnfreezes() async throws {
        try await GatewayHouse.run { house in
            let registered = try await house.gateway(
                "register", "anna@example.org", "--password-file", house.passwordFile)
            #expect(registered.status == .exited(0), "\(registered)")
            _ = try await house.gateway("account", "open", "RUB", "main")
            #expect(try await house.gateway("account", "freeze", "main").output.contains("frozen"))
            let nobody = try await house.house.run("gateway", ["account", "unfreeze", "main"])
            #expect(nobody.status == .exited(2) && nobody.errors.contains("--password-stdin"), "\(nobody)")
            let done = try await house.gateway("account", "unfreeze", "main", "--password-file", house.passwordFile)
            #expect(done.status == .exited(0) && done.output.contains("unfroze"), "\(done)")
        }
    }
}
