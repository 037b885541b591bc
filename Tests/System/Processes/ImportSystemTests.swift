import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

/// Goal: a bank's file imported through the gateway is read correctly, reports skipped rows, is undone as a whole, and
/// may be imported again.
struct ImportSystemTests {
    private static let file = """
        Дата;Тип операции;Сумма;Назначение;Статус
        01.02.2026;Зачисление;2 000,00;Зарплата;Исполнен
        02.02.2026;Списание;1 500,00;Аренда;Исполнен
        03.02.2026;Списание;10,00;Мимо;FAILED
        04.02.2026;Списание;20,00;Кино;PENDING

        """

    private static func balance(_ house: GatewayHouse) async throws -> String? {
        try await house.json("balance", "main").member("balance")?.member("amount")?.string
    }

    private static func count(_ house: GatewayHouse, _ filter: String...) async throws -> Int? {
        let finished = try await house.house.run("gateway", ["history", "--json"] + filter)
        return try JSONDocument(text: finished.output).root.member("transactions")?.count
    }

    @Test func aFileIsImportedTakenBackAndImportedAgain() async throws {
        try await GatewayHouse.run { house in
            _ = try await house.json("register", "anna@example.org", "--password-file", house.passwordFile)
            _ = try await house.json("account", "open", "RUB", "--name", "main")
            let path = house.house.directory.file("february.csv")
            try Self.file.write(toFile: path, atomically: false, encoding: .utf8)

            let imported = try await house.json("import", path, "main", "--yes")
            #expect(imported.member("new")?.int64 == 2 && imported.member("skipped")?.int64 == 2)
            let reasons = imported.member("leftOut")?.elements.compactMap { $0.member("reason")?.string }
            #expect(reasons == ["failed", "pending"])
            #expect(try await Self.balance(house) == "500.00", "debits are no income")
            let id = try #require(imported.member("import")?.string)

            let list = try await house.json("import", "list").member("imports")?.elements.first { _ in true }
            #expect(list?.member("id")?.string == id && list?.member("fileName")?.string == "february.csv")
            try await eventually("history has caught up") { try await Self.count(house) == 2 }

            let undone = try await house.json("import", "undo", id, "--yes")
            #expect(undone.member("reversed")?.int64 == 2 && undone.member("already")?.bool == false)
            #expect(try await Self.balance(house) == "0.00")
            try await eventually("history leaves both out") { try await Self.count(house) == 0 }
            #expect(try await Self.count(house, "--undone") == 4)
            let again = try await house.json("import", "undo", id)
            #expect(again.member("already")?.bool == true && again.member("reversed")?.int64 == 0)
            let told = try await house.gateway("import", "undo", id, "--lang", "ru")
            #expect(told.status == .exited(0) && told.output.contains("уже отменён"), "\(told)")

            let second = try await house.gateway("import", path, "main", "--yes")
            #expect(second.status == .exited(0), "\(second)")
            #expect(second.output.contains("2 lines of the file left out: 1 failed, 1 pending"), "\(second)")
            #expect(second.output.contains("to take it back: gateway import undo i"), "\(second)")
            #expect(try await Self.balance(house) == "500.00")
            try await eventually("history has caught up") { try await Self.count(house) == 2 }
            let check = try await house.json("check")
            #expect(check.member("problems")?.count == 0)
        }
    }

    @Test func spendingLeavesOutTransfersToOnesOwnAccounts() async throws {
        try await GatewayHouse.run { house in
            _ = try await house.json("register", "anna@example.org", "--password-file", house.passwordFile)
            for name in ["main", "savings"] { _ = try await house.json("account", "open", "RUB", "--name", name) }
            _ = try await house.json("deposit", "main", "1000", "RUB")
            _ = try await house.json("withdraw", "main", "40", "RUB", "--category", "food")
            _ = try await house.json("transfer", "main", "savings", "300 RUB")
            try await eventually("history has caught up") { try await Self.count(house) == 4 }
            func expense(_ more: String...) async throws -> String? {
                let finished = try await house.house.run("gateway", ["history", "summary", "month", "--json"] + more)
                return try JSONDocument(text: finished.output).root.member("rows")?.elements.first { _ in true }?
                    .member("expense")?.member("amount")?.string
            }
            #expect(try await expense() == "40.00")
            #expect(try await expense("--with-own") == "340.00")
            let chart = try await house.json("history", "--chart", "spending")
            let bars = chart.member("rows")?.elements.compactMap { $0.member("amount")?.member("amount")?.string }
            #expect(bars == ["40.00"])
            let all = try await house.json("history", "--chart", "spending", "--with-own")
            #expect(all.member("rows")?.count == 2)
            // The totals on the wire cover all listed movements; people see income and expenses.
            let wire = try await house.json("history").member("totals")?.elements.first { _ in true }
            #expect(wire?.member("expense")?.member("amount")?.string == "340.00")
            let told = try await house.gateway("history")
            #expect(told.output.contains("40.00") && !told.output.contains("340.00"), "\(told)")
        }
    }
}
