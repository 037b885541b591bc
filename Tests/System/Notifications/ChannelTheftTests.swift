import Coordination
import Domain
import Foundation
import Hosting
import Signals
import StrictJSON
import Synchronization
import TestSupport
import Testing
import Transport

/// Goal: the thief of a session, even of a recent one, can neither silence the owner nor add a channel.
@Suite struct ChannelTheftTests {
    @Test func aStolenSessionChangesNoChannelAndTheOwnerIsToldOfEveryChange() async throws {
        let owners = Mutex<[String]>([])
        let thiefs = Mutex(0)
        let server = try LoopbackServer { request in
            owners.withLock { $0.append(String(decoding: request.body, as: UTF8.self)) }
            return .answer(status: 200)
        }
        let trap = try LoopbackServer { _ in
            thiefs.withLock { $0 += 1 }
            return .answer(status: 200)
        }
        let bank = Bank(environment: ["KOPILKA_WEBHOOK_ALLOW": "127.0.0.0/8"])
        for service in ["auth", "notifications"] { try await bank.house.start(service) }
        let (anna, boris) = (try await bank.person(), try await bank.person())
        func ask(_ method: String, _ params: String = "", as session: String) async throws -> WireReply {
            try await bank.ask("notifications.\(method)", params, as: session, key: Bank.newKey())
        }
        let proof = try await bank.proof(of: anna)
        let added = try await ask(
            "addChannel", #""kind":"webhook","url":"\#(server.url)/hook","code":"\#(proof)""#, as: anna.session)
        let robot = try #require(added.text("channel", "id"), "\(added)")
        func kinds() -> [String] {
            owners.withLock { $0 }.flatMap { text in
                let notifications = try? JSONDocument(text: text).root.member("data")?.member("notifications")
                return notifications?.elements.compactMap { $0.member("kind")?.string } ?? []
            }
        }

        // The thief has a session, and may have learnt a proof that was given to another session.
        let copied = try await bank.proof(of: boris)
        let other = try await bank.ask(
            "auth.login", #""login":"\#(anna.email)","password":"\#(anna.password)""#)
        let stolen = try #require(other.text("session", "token"), "\(other)")
        try await eventually("the sign-in is told") { kinds() == ["signedIn"] }
        for code in ["", #","code":"\#(copied)""#, #","code":"\#(proof)""#, #","code":"123456""#] {
            for (method, params) in [
                ("removeChannel", #""channel":"\#(robot)""#), ("switchChannel", #""channel":"\#(robot)","on":false"#),
                ("rotateSecret", #""channel":"\#(robot)""#),
                ("addChannel", #""kind":"webhook","url":"\#(trap.url)/trap""#),
                ("addChannel", #""kind":"email","address":"thief@example.org""#),
            ] {
                let reply = try await ask(method, params + code, as: stolen)
                #expect(reply.code == "confirmationRequired", "\(method): \(reply)")
                let details = reply.node.member("error")?.member("data")?.member("details")
                #expect(details?.member("password")?.bool == true, "\(reply)")
            }
        }
        let guessed = try await bank.ask("auth.prove", #""password":"password 1""#, as: stolen)
        #expect(guessed.code == "invalidCredentials", "\(guessed)")
        let quiet = #""rules":[{"category":"security","channel":"webhook","carrying":"off"}]"#
        #expect(try await ask("setPreferences", quiet, as: stolen).code == "invalidArgument")
        let inbox = try await ask("list", as: anna.session)
        #expect(
            inbox.result?.member("notifications")?.elements.compactMap { $0.member("kind")?.string }
                == ["signedIn", "channelAdded"], "\(inbox)")

        // With the password the thief succeeds, but the owner sees every step, including the last one.
        let login = try await bank.ask("auth.prove", #""password":"\#(anna.password)""#, as: stolen)
        let thiefsProof = try #require(login.text("proof"), "\(login)")
        let planted = try await ask(
            "addChannel", #""kind":"webhook","url":"\#(trap.url)/trap","code":"\#(thiefsProof)""#, as: stolen)
        #expect(planted.result != nil, "\(planted)")
        let removed = try await ask("removeChannel", #""channel":"\#(robot)","code":"\#(thiefsProof)""#, as: stolen)
        let left = removed.result?.member("channels")?.elements.compactMap { $0.member("id")?.string }
        #expect(left == [planted.text("channel", "id") ?? ""], "\(removed)")
        try await eventually("all is told, in order, by the channel that ends") {
            kinds() == ["signedIn", "channelAdded", "channelRemoved"]
        }
        try await eventually("and by the other one") { thiefs.withLock { $0 } == 1 }
        await bank.close()
        server.stop()
        trap.stop()
    }

    @Test func theGatewayAsksForThePasswordAndSendsWhoeverEndsSessionsToTheChannels() async throws {
        try await GatewayHouse.run { house in
            let registered = try await house.gateway(
                "register", "anna@example.org", "--password-file", house.passwordFile)
            #expect(registered.status == .exited(0), "\(registered)")
            let add = ["notify", "add", "email", "anna@example.org"]
            let nobody = try await house.house.run("gateway", add)
            #expect(nobody.status == .exited(2) && nobody.errors.contains("--password-stdin"), "\(nobody)")
            let wrong = house.house.directory.file("wrong")
            try "another horse\n".write(toFile: wrong, atomically: false, encoding: .utf8)
            let refused = try await house.house.run("gateway", add + ["--password-file", wrong])
            #expect(refused.errors.contains("[invalidCredentials]"), "\(refused)")
            let added = try await house.house.run(
                "gateway", add + ["--password-file", house.passwordFile, "--json"])
            #expect(added.status == .exited(0), "\(added)")
            let id = try #require(
                try JSONDocument(text: added.output).root.member("channel")?.member("id")?.string, "\(added)")
            for change in ["off", "on", "remove"] {
                let done = try await house.gateway("notify", change, id, "--password-file", house.passwordFile)
                #expect(done.status == .exited(0), "\(done)")
            }
            let inbox = try await house.gateway("inbox")
            for title in ["A channel was added", "switched off", "switched on", "removed"] {
                #expect(inbox.output.contains(title), "\(inbox)")
            }
            let ended = try await house.gateway("sessions", "end-others")
            for list in ["gateway notify channels", "schedule list", "mandate list"] {
                #expect(ended.output.contains(list), "\(ended)")
            }
        }
    }
}
