import Domain
import Foundation
import Hosting
import Signals
import StrictJSON
import TestSupport
import Testing

/// People who delete their account, with real processes, some of them killed on the way.
@Suite struct LeavingSystemTests {
    /// Method: ledger and history are down when Anna deletes her account, and auth is killed after its answer. All
    /// restart, ledger is killed again, and everything must have happened once.
    @Test func whoLeavesIsForgottenEverywhereOnceAndOthersKeepWhatIsTheirs() async throws {
        let bank = try await Bank.opened(["auth", "ledger", "history"])
        let (anna, boris) = (try await bank.person("anna-who-leaves"), try await bank.person())
        let hers = try await bank.account(of: anna, with: "1000")
        _ = try await bank.account(of: anna, "USD", with: "5")
        let his = try await bank.account(of: boris, with: "10")
        let params = #""from":"\#(hers)","to":"\#(his)","amount":\#(Bank.money("250")),"description":"lunch""#
        #expect(try await bank.ask("ledger.transfer", params, as: anna.session, key: Bank.newKey()).result != nil)
        let hold = try await bank.ask(
            "ledger.hold", #""from":"\#(his)","to":"\#(hers)","amount":\#(Bank.money("60"))"#, as: boris.session)
        #expect(hold.result != nil, "\(hold)")
        try await eventually("history has caught up") {
            try await bank.ask("history.transactions", as: boris.session).description.contains("lunch")
        }

        try await bank.house.kill("ledger")
        try await bank.house.kill("history")
        let left = try await bank.ask(
            "auth.deleteUser", #""password":"\#(anna.password)","name":"\#(anna.email)""#, as: anna.session)
        #expect(left.result != nil, "\(left)")
        try await bank.house.kill("auth")
        for service in ["auth", "ledger", "history"] { try await bank.house.start(service) }

        try await eventually("ledger has closed her accounts") {
            try await bank.ask(
                "ledger.transfer", #""from":"\#(his)","to":"\#(hers)","amount":\#(Bank.money("1"))"#,
                as: boris.session
            ).code == "accountClosed"
        }
        for service in ["auth.me", "ledger.accounts", "history.transactions"] {
            try await eventually("\(service) refuses her token") {
                try await bank.ask(service, as: anna.session).code == "unauthenticated"
            }
        }
        let refresh = #""refreshToken":"\#(anna.signedIn.session.refreshToken)""#
        #expect(try await bank.ask("auth.refresh", refresh).code == "unauthenticated")
        let login = #""login":"\#(anna.email)","password":"\#(anna.password)""#
        #expect(try await bank.ask("auth.login", login).code == "invalidCredentials")

        #expect(try await bank.balance(of: his, boris) == "260.00")
        let balance = try await bank.ask("ledger.balance", #""account":"\#(his)""#, as: boris.session)
        #expect(balance.text("available", "amount") == "260.00", "her hold on it is given up: \(balance)")
        #expect(try await bank.ask("history.transactions", as: boris.session).description.contains("lunch"))
        let check = try await bank.ask("ledger.check", as: boris.session)
        try await bank.house.kill("ledger")
        try await bank.house.start("ledger")
        #expect(try await bank.ask("ledger.check", as: boris.session).description == check.description)
        #expect(try await bank.problems(as: boris) == [])
        #expect(try await bank.person("anna-who-leaves").id != anna.id, "the email is free again")
        await bank.close()
    }

    @Test func aPersonTurnsCodesOnTakesTheirDataAndLeavesThroughTheGateway() async throws {
        try await GatewayHouse.run { house in
            let file = house.house.directory.file("lines")
            func write(_ lines: String...) throws {
                try lines.map { $0 + "\n" }.joined().write(toFile: file, atomically: false, encoding: .utf8)
            }
            let password = "correct horse battery staple"
            _ = try await house.json("register", "anna@example.org", "--password-file", house.passwordFile)
            _ = try await house.json("account", "open", "RUB", "--name", "main")
            _ = try await house.json("deposit", "main", "50", "RUB")

            let begun = try await house.json("totp", "begin", "--password-file", house.passwordFile)
            let app = try AuthenticatorApp(secret: try #require(begun.member("secret")?.string))
            let confirmed = try await house.json("totp", "confirm", app.code(at: WallClock.system.now()))
            let codes = confirmed.member("recoveryCodes")?.elements.compactMap(\.string) ?? []
            #expect(codes.count == 10)
            let refused = try await house.gateway(
                "login", "anna@example.org", "--password-file", house.passwordFile, as: "second")
            #expect(refused.status == .exited(4) && refused.errors.contains("codeRequired"), "\(refused)")
            try write(password, codes[0])
            _ = try await house.json("login", "anna@example.org", "--password-file", file, as: "second")
            #expect(try await house.json("whoami").member("recoveryCodesLeft")?.int64 == 9)
            #expect(try await house.json("sessions", "end-others").member("ended")?.int64 == 1)

            let reset = try await house.json("people", "reset", "anna@example.org")
            try write(try #require(reset.member("resetCode")?.string), "another sentence of words")
            _ = try await house.json("password", "reset", "anna@example.org", "--password-file", file)
            #expect(try await house.gateway("whoami").status == .exited(4), "all sessions have ended")
            try write("another sentence of words", codes[1])
            _ = try await house.json("login", "anna@example.org", "--password-file", file)

            let export = house.house.directory.file("me.json")
            try await eventually("history has caught up") {
                try await house.json("history").member("transactions")?.count == 1
            }
            _ = try await house.json("account-data", "export", export)
            let text = try String(contentsOfFile: export, encoding: .utf8)
            for part in ["auth.export", "ledger.accounts", "history.transactions", "ledger.events", "ledger.limits"] {
                #expect(text.contains("\"\(part)\""))
            }
            #expect(text.contains("anna@example.org") && text.contains("50.00"))
            #expect(!codes.contains { text.contains($0) })

            let dry = try await house.gateway("leave", "--dry-run")
            #expect(dry.status == .exited(0) && dry.output.contains("50.00\u{A0}RUB"), "\(dry)")
            try write("another sentence of words", codes[2])
            _ = try await house.json("leave", "--confirm", "anna@example.org", "--password-file", file)
            #expect(try await house.gateway("whoami").status == .exited(4))
            let gone = try await house.gateway("login", "anna@example.org", "--password-file", file)
            #expect(gone.status == .exited(4) && gone.errors.contains("invalidCredentials"), "\(gone)")
        }
    }
}
