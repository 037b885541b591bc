import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

/// People who pay each other by name, through the real gateway and services.
@Suite struct PayeeSystemTests {
    @Test func payeesAreNamedFoundAndPaid() async throws {
        try await GatewayHouse.run { house in
            for (profile, name) in [("anna", "Anna Petrova"), ("boris", "Boris Ivanov")] {
                _ = try await house.json(
                    "register", "\(profile)@example.org", "--name", name, "--password-file", house.passwordFile,
                    as: profile)
                _ = try await house.json("account", "open", "RUB", "main", as: profile)
            }
            let accounts = try #require(try await house.json("accounts", as: "boris").member("accounts"))
            let his = try #require(accounts.elements.first { _ in true }?.member("id")?.string)
            _ = try await house.json("deposit", "main", "1000 RUB", as: "anna")

            let found = try await house.gateway("payee", "find", his, as: "anna")
            #expect(found.status == .exited(0) && found.output.contains("Boris I."), "\(found)")
            #expect(!found.output.contains("Ivanov"), "the whole name stays with auth: \(found)")

            let early = try await house.gateway("transfer", "main", "@boris", "5 RUB", as: "anna")
            #expect(early.status == .exited(5) && early.errors.contains("Nobody with this user name"), "\(early)")
            let nameless = try await house.gateway("account", "payable", "main", as: "boris")
            #expect(nameless.status != .exited(0) && nameless.errors.contains("gateway username"), "\(nameless)")
            _ = try await house.json("username", "boris", as: "boris")
            _ = try await house.json("account", "payable", "main", as: "boris")
            _ = try await house.json("transfer", "main", "@boris", "100 RUB", as: "anna")

            _ = try await house.json("payee", "add", "Борис", "@boris", as: "anna")
            _ = try await house.json("transfer", "main", "борис", "50 RUB", as: "anna")
            let list = try await house.gateway("payee", "list", as: "anna")
            #expect(list.output.contains("Борис") && list.output.contains("Boris I."), "\(list)")
            let schedule = try await house.gateway(
                "schedule", "add", "main", "Борис", "10 RUB", "--start", "2099-01-31", as: "anna")
            #expect(schedule.status == .exited(0), "\(schedule)")
            // Pages do without the names that a busy machine does not tell within two seconds.
            try await eventually("others are shown by the names they were given") {
                try await house.gateway("schedule", "list", as: "anna").output.contains("Борис")
            }

            _ = try await house.json("payee", "rename", "Борис", "landlord", as: "anna")
            _ = try await house.json("transfer", "main", "landlord", "1 RUB", as: "anna")
            _ = try await house.json("payee", "remove", "landlord", as: "anna")
            let gone = try await house.gateway("transfer", "main", "landlord", "1 RUB", as: "anna")
            #expect(gone.status == .exited(5), "\(gone)")
            let got = try await house.json("balance", "main", as: "boris").member("balance")?.member("amount")?.string
            #expect(got == "151.00")
        }
    }

    /// The payee has no saved payee for the sender and may not look up unknown ids.
    @Test func theReceiverReadsWhoSentTheMoney() async throws {
        try await GatewayHouse.run { house in
            for (profile, name) in [("marta", "Marta Lind"), ("boris", "Boris Ivanov")] {
                _ = try await house.json(
                    "register", "\(profile)@example.org", "--name", name, "--password-file", house.passwordFile,
                    as: profile)
                _ = try await house.json("account", "open", "RUB", "main", as: profile)
            }
            _ = try await house.json("deposit", "main", "1000 RUB", as: "marta")
            let his = try #require(
                try await house.json("accounts", as: "boris").member("accounts")?.elements.first { _ in true }?
                    .member("id")?.string)
            let sent = try await house.json("transfer", "main", his, "250 RUB", as: "marta")
            let id = try #require(sent.member("transfer")?.member("id")?.string)
            let hers = try #require(sent.member("transfer")?.member("from")?.string)
            try await eventually("history has it") {
                try await house.gateway("history", as: "boris").output.contains("250.00")
            }
            for words in [["history"], ["history", "show", id], ["transfer", "show", id]] {
                // Pages do without the names that a busy machine does not tell within two seconds.
                try await eventually("\(words) names her") {
                    let page = try await house.house.run(
                        "gateway", words, environment: ["KOPILKA_PROFILE": "boris"])
                    #expect(page.status == .exited(0) && !page.output.contains("Lind"), "\(page)")
                    return page.output.contains("Marta L.")
                }
            }
            let forPrograms = try await house.gateway("history", "--json", as: "boris")
            #expect(forPrograms.output.contains(hers) && !forPrograms.output.contains("Marta"), "\(forPrograms)")
            try await eventually("her history names him") {
                try await house.gateway("history", as: "marta").output.contains("Boris I.")
            }
        }
    }

    /// A question is answered by a line of the terminal, so that a pipe cannot answer it by mistake.
    @Test func inATerminalSomebodyUnknownIsPaidWithAYesOnly() async throws {
        let python = Self.package.appendingPathComponent(".venv/bin/python").path
        try #require(
            FileManager.default.isExecutableFile(atPath: python),
            "\(python) is missing: `make .venv` makes it, with the terminal that this test looks at.")
        try await GatewayHouse.run { house in
            for profile in ["anna", "boris"] {
                _ = try await house.json(
                    "register", "\(profile)@example.org", "--name", profile, "--username", profile, "--password-file",
                    house.passwordFile, as: profile)
                _ = try await house.json("account", "open", "RUB", "main", as: profile)
            }
            _ = try await house.json("account", "payable", "main", as: "boris")
            _ = try await house.json("deposit", "main", "100 RUB", as: "anna")
            func pay(_ amount: String, to receiver: String = "@boris", _ answers: String...) async throws -> JSONNode {
                let script = Self.package.appendingPathComponent("Tests/Clients/pay_in_terminal.py").path
                let finished = try await house.house.run(
                    python, [script, RunningHouse.executable("gateway"), receiver, amount] + answers,
                    environment: ["PYTHONDONTWRITEBYTECODE": "1", "KOPILKA_PROFILE": "anna"])
                try #require(finished.status == .exited(0), "\(finished)")
                return try JSONDocument(text: finished.output).root
            }
            func left() async throws -> String? {
                try await house.json("balance", "main", as: "anna").member("balance")?.member("amount")?.string
            }

            let refused = try await pay("10", "н")
            #expect(refused.member("exit")?.int64 == 3, "\(refused)")
            #expect(refused.member("screen")?.string?.contains("получатель: boris") == true, "\(refused)")
            #expect(try await left() == "100.00", "no is no")

            let agreed = try await pay("20", "да")
            #expect(agreed.member("exit")?.int64 == 0, "\(agreed)")
            #expect(try await left() == "80.00")

            _ = try await house.json("payee", "add", "Борис", "@boris", as: "anna")
            try await whoCannotBeLookedUpIsAskedFor(house) { try await pay("5", to: $0, "н") }
            let known = try await pay("30", to: "Борис")
            #expect(known.member("exit")?.int64 == 0 && known.member("asked")?.bool == false, "\(known)")
            #expect(try await left() == "50.00")
        }
    }

    /// Whoever has looked up too many learns of nobody else, and is asked all the same.
    private func whoCannotBeLookedUpIsAskedFor(
        _ house: GatewayHouse, _ pay: (String) async throws -> JSONNode
    ) async throws {
        _ = try await house.json("account", "open", "RUB", "second", as: "boris")
        let accounts = try #require(try await house.json("accounts", as: "boris").member("accounts"))
        let second = try #require(
            accounts.elements.first { $0.member("name")?.string == "second" }?.member("id")?.string)
        try await eventually("anna has looked up too many") {
            try await house.gateway("payee", "find", "@nobody", as: "anna").errors.contains("too many")
        }
        let unknown = try await pay(second)
        #expect(unknown.member("exit")?.int64 == 3, "\(unknown)")
        #expect(unknown.member("screen")?.string?.contains("узнать не удалось") == true, "\(unknown)")
    }

    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
}
