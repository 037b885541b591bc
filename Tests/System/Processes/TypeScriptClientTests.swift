import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

/// What `gateway schema typescript` makes: a client that compiles and works.
struct TypeScriptClientTests {
    private static let clients = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Clients")

    @Test func tscAcceptsItAndAProgramThatUsesItAndRefusesWrongUses() async throws {
        let house = RunningHouse()
        try await Self.makeClient(in: house)
        let lines = [
            #"import { Client } from "./kopilka.js";"#, "const { ledger, history } = new Client();",
            #"void ledger.transfer({ from: "a", to: "b", amount: { amount: 5, currency: "RUB" } });"#,
            #"void ledger.rename({ account: "a" });"#,
            "void ledger.accounts().then((answer) => answer.nothing);",
            #"void history.summary({ by: "colour" });"#, #"void ledger.accounts({ nothing: 1 });"#,
            #"void ledger.accounts({}, { key: "only changes have one" });"#,
            #"void ledger.events().next().then(({ value }) => value?.type === "ledger.transferPasted");"#,
        ]
        let wrong = house.directory.file("wrong.ts")
        try lines.joined(separator: "\n").write(toFile: wrong, atomically: false, encoding: .utf8)
        let refused = try await Self.compile("wrong.ts", in: house)
        #expect(refused.status != .exited(0))
        for number in 3...lines.count { #expect(refused.output.contains("wrong.ts(\(number),"), "\(refused)") }
        #expect(!refused.output.contains("kopilka.ts"), "\(refused)")
    }

    @Test func itRegistersPaysRepeatsAndReadsEventsOverARestart() async throws {
        let bank = try await Bank.opened()
        try await Self.makeClient(in: bank.house)
        let compiled = try await Self.compile("use_kopilka.ts", in: bank.house)
        try #require(compiled.status == .exited(0), "\(compiled)")
        let who = ["anna@example.org", "a sunny day in Kazan"]
        let first = try await Self.answer(["first"] + who, in: bank.house)
        #expect(first.member("isSame")?.bool == true)
        #expect(first.member("balance")?.string == "70.00")
        #expect(
            String(decoding: first.member("faults")?.rawBytes ?? [], as: UTF8.self)
                == #"[["insufficientFunds","amount","70.00"],["conflict","_meta.idempotencyKey",null]]"#)
        #expect(
            first.member("events")?.elements.compactMap(\.string) == [
                "ledger.accountOpened", "ledger.accountOpened", "ledger.transferPosted 100.00",
                "ledger.transferPosted 30.00",
            ])
        let names = ["payer", "payee", "key"].map { first.member($0)?.string ?? "" }
        let cursor = try #require(first.member("cursor")?.int64)

        try await bank.house.kill("ledger")
        async let second = Self.answer(["then"] + who + [names[0], names[1], "\(cursor)", names[2]], in: bank.house)
        try await bank.house.start("ledger")
        let then = try await second
        #expect(then.member("balance")?.string == "65.00", "the repeated transfer was made once")
        #expect(then.member("accounts")?.int64 == 2)
        #expect(then.member("events")?.elements.compactMap(\.string) == ["ledger.transferPosted 5.00"])
        #expect(try #require(then.member("cursor")?.int64) > cursor)
        await bank.close()
    }

    /// Makes `kopilka.ts` in the house's directory, beside a program that uses it and the packages of both.
    private static func makeClient(in house: RunningHouse) async throws {
        let made = try await house.run("gateway", ["schema", "typescript"])
        #expect(made.status == .exited(0), "\(made.errors)")
        try made.output.write(toFile: house.directory.file("kopilka.ts"), atomically: false, encoding: .utf8)
        for (name, copy) in [("use_kopilka.ts", "use_kopilka.ts"), ("npm", "node_modules")] {
            try FileManager.default.copyItem(
                atPath: clients.appendingPathComponent(name).path, toPath: house.directory.file(copy))
        }
    }

    /// Compiles a file in the house's directory, and what it imports, to JavaScript beside it.
    private static func compile(_ file: String, in house: RunningHouse) async throws -> FinishedProcess {
        let flags = [
            "--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--target", "es2022", "--module",
            "node16", "--types", "node", "--typeRoots", house.directory.file("node_modules/@types"),
        ]
        return try await run("tsc", flags + [house.directory.file(file)], in: house)
    }

    private static func answer(_ arguments: [String], in house: RunningHouse) async throws -> JSONNode {
        let finished = try await run("node", [house.directory.file("use_kopilka.js")] + arguments, in: house)
        try #require(finished.status == .exited(0), "\(finished)")
        return try JSONDocument(text: finished.output).root
    }

    private static func run(
        _ program: String, _ arguments: [String], in house: RunningHouse
    ) async throws -> FinishedProcess {
        let path = "/usr/bin/\(program)"
        try #require(
            FileManager.default.isExecutableFile(atPath: path),
            "\(path) is missing: `make test` installs nodejs and node-typescript.")
        return try await house.run(path, arguments)
    }
}
