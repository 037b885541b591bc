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
            let schedules = try await house.gateway("schedule", "list", as: "anna")
            #expect(schedules.output.contains("Борис"), "others are shown by the names they were given: \(schedules)")

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
                let page = try await house.house.run(
                    "gateway", words, environment: ["KOPILKA_PROFILE": "boris"])
                #expect(page.output.contains("Marta L.") && !page.output.contains("Lind"), "\(page)")
            }
            let forPrograms = try await house.gateway("history", "--json", as: "boris")
            #expect(forPrograms.output.contains(hers) && !forPrograms.output.contains("Marta"), "\(forPrograms)")
            let her = try await house.gateway("history", as: "marta")
            #expect(her.output.contains("Boris I."), "\(her)")
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
            func pay(_ amount: String, _ answers: String...) async throws -> JSONNode {
                let script = Self.package.appendingPathComponent("Tests/Clients/pay_in_terminal.py").path
                let finished = try await house.house.run(
                    python, [script, RunningHouse.executable("gateway"), "@boris", amount] + answers,
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
            let known = try await pay("30")
            #expect(known.member("exit")?.int64 == 0 && known.member("asked")?.bool == false, "\(known)")
            #expect(try await left() == "50.00")
        }
    }

    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
}
