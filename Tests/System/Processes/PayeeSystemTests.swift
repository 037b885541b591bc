import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

/// People who pay each other by names, through the real gateway and services.
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
            #expect(early.status == .exited(5) && early.errors.contains("Nobody can be paid"), "\(early)")
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
}
