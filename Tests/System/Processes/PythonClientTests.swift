import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

/// What `gateway schema` makes: a client that works, and schemas that others accept.
struct PythonClientTests {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let clients = package.appendingPathComponent("Tests/Clients")

    @Test func mypyAcceptsItAndAProgramThatUsesIt() async throws {
        let house = RunningHouse()
        let client = try await Self.makeClient(in: house)
        let checked = try await Self.python(
            [
                "-m", "mypy", "--strict", "--cache-dir", house.directory.file("cache"), client,
                Self.clients.appendingPathComponent("use_kopilka.py").path,
            ], in: house)
        #expect(checked.status == .exited(0), "\(checked)")
        let wrong = house.directory.file("wrong.py")
        let lines = [
            "from kopilka import Client",
            #"Client().ledger.transfer(from_="a", to="b", amount={"amount": 5, "currency": "RUB"})"#,
            #"Client().ledger.rename(account="a")"#, #"Client().ledger.accounts()["nothing"]"#,
            #"Client().history.summary(by="colour")"#,
        ]
        try lines.joined(separator: "\n").write(toFile: wrong, atomically: false, encoding: .utf8)
        let refused = try await Self.python(
            ["-m", "mypy", "--strict", "--cache-dir", house.directory.file("cache"), wrong], in: house)
        for number in 2...lines.count { #expect(refused.output.contains("wrong.py:\(number): error:"), "\(refused)") }
    }

    @Test func theSchemasAreOfDraft7AndTheirExamplesValid() async throws {
        let house = RunningHouse()
        var files: [String] = []
        for format in ["openrpc", "asyncapi"] {
            let made = try await house.run("gateway", ["schema", format])
            #expect(made.status == .exited(0), "\(made.errors)")
            files.append(house.directory.file(format))
            try made.output.write(toFile: files[files.count - 1], atomically: false, encoding: .utf8)
        }
        let checked = try await Self.python(
            [Self.clients.appendingPathComponent("check_schemas.py").path] + files, in: house)
        #expect(checked.status == .exited(0) && checked.output.split(separator: "\n").count == 1, "\(checked)")
    }

    @Test func itRegistersPaysRepeatsAndReadsEventsOverARestart() async throws {
        let bank = try await Bank.opened()
        try await Self.makeClient(in: bank.house)
        let program = Self.clients.appendingPathComponent("use_kopilka.py").path
        let who = ["anna@example.org", "a sunny day in Kazan"]
        let first = try await Self.answer([program, "first"] + who, in: bank.house)
        #expect(first.member("isSame")?.bool == true)
        #expect(first.member("balance")?.string == "70.00")
        #expect(
            String(decoding: first.member("faults")?.rawBytes ?? [], as: UTF8.self)
                == #"[["insufficientFunds", "amount", "70.00"], ["conflict", "_meta.idempotencyKey", null]]"#)
        #expect(
            first.member("events")?.elements.compactMap(\.string) == [
                "ledger.accountOpened", "ledger.accountOpened", "ledger.transferPosted 100.00",
                "ledger.transferPosted 30.00",
            ])
        let names = ["payer", "payee", "key"].map { first.member($0)?.string ?? "" }
        let cursor = try #require(first.member("cursor")?.int64)

        try await bank.house.kill("ledger")
        async let second = Self.answer(
            [program, "then"] + who + [names[0], names[1], "\(cursor)", names[2]], in: bank.house)
        try await bank.house.start("ledger")
        let then = try await second
        #expect(then.member("balance")?.string == "65.00", "the repeated transfer was made once")
        #expect(then.member("events")?.elements.compactMap(\.string) == ["ledger.transferPosted 5.00"])
        #expect(try #require(then.member("cursor")?.int64) > cursor)
        await bank.close()
    }

    /// Makes `kopilka.py` in the house's directory, and returns its path.
    @discardableResult
    private static func makeClient(in house: RunningHouse) async throws -> String {
        let made = try await house.run("gateway", ["schema", "python"])
        #expect(made.status == .exited(0), "\(made.errors)")
        let path = house.directory.file("kopilka.py")
        try made.output.write(toFile: path, atomically: false, encoding: .utf8)
        return path
    }

    private static func answer(_ arguments: [String], in house: RunningHouse) async throws -> JSONNode {
        let finished = try await python(arguments, in: house)
        try #require(finished.status == .exited(0), "\(finished)")
        return try JSONDocument(text: finished.output).root
    }

    private static func python(_ arguments: [String], in house: RunningHouse) async throws -> FinishedProcess {
        let python = package.appendingPathComponent(".venv/bin/python").path
        try #require(
            FileManager.default.isExecutableFile(atPath: python),
            "\(python) is missing: `make .venv` makes it, with the library that the client needs.")
        return try await house.run(
            python, arguments,
            environment: [
                "PYTHONDONTWRITEBYTECODE": "1", "MYPYPATH": house.directory.path, "PYTHONPATH": house.directory.path,
            ])
    }
}
