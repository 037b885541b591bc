import Foundation
import Hosting
import StrictJSON
import Synchronization
import TestSupport
import Testing

/// Goal: a stolen session alone cannot undo the owner's protections, and does nothing unseen.
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

    @Test func whatASessionQuietensOrEndsIsTold() async throws {
        let told = Mutex<[String]>([])
        let server = try LoopbackServer { request in
            told.withLock { $0.append(String(decoding: request.body, as: UTF8.self)) }
            return .answer(status: 200)
        }
        let bank = Bank(environment: ["KOPILKA_WEBHOOK_ALLOW": "127.0.0.0/8"])
        for service in ["auth", "notifications"] { try await bank.house.start(service) }
        let anna = try await bank.person()
        func ask(_ method: String, _ params: String = "", as session: String) async throws -> WireReply {
            try await bank.ask(method, params, as: session, key: Bank.newKey())
        }
        let proof = try await bank.proof(of: anna)
        let added = try await ask(
            "notifications.addChannel", #""kind":"webhook","url":"\#(server.url)/hook","code":"\#(proof)""#,
            as: anna.session)
        #expect(added.result != nil, "\(added)")
        let other = try await bank.ask("auth.login", #""login":"\#(anna.email)","password":"\#(anna.password)""#)
        let stolen = try #require(other.text("session", "token"), "\(other)")
        let off = #""rules":[{"category":"moneyOut","channel":"webhook","carrying":"off"}]"#
        #expect(try await ask("notifications.setPreferences", off, as: stolen).result != nil)
        #expect(try await ask("auth.endOtherSessions", as: stolen).result != nil)
        func kinds() -> Set<String> {
            Set(
                told.withLock { $0 }.flatMap { text in
                    let notifications = try? JSONDocument(text: text).root.member("data")?.member("notifications")
                    return notifications?.elements.compactMap { $0.member("kind")?.string } ?? []
                })
        }
        try await eventually("the owner is told of both") { kinds().isSuperset(of: ["newsReduced", "sessionsEnded"]) }
        await bank.close()
        server.stop()
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
