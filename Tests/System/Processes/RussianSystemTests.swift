import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

/// Refusals on a machine with a Russian locale: real services, and the real executable.
struct RussianSystemTests {
    /// A command line, and the first line of its standard error, with plain spaces.
    private static let refusals: [(line: [String], says: String)] = [
        (
            ["account", "rename", "main", String(repeating: "x", count: 101)],
            "--name: не длиннее 100 символов. [invalidArgument]"
        ),
        (["account", "open", "RUB", "--name", "a\u{7}b"], "--name: без управляющих символов. [invalidArgument]"),
        (
            ["transfer", "main", "savings", "1500.50 RUB"],
            "На счёте 105,00 ₽, а нужно 1 500,50 ₽. [insufficientFunds]"
        ),
        (
            ["transfer", "main", "main", "5 RUB"],
            "Счёт отправителя и получателя один и тот же; выберите другой счёт. [sameAccount]"
        ),
        (
            ["transfer", "main", "savings", "5 USD"],
            "Валюта счёта, с которого переводят, RUB, а суммы USD. [currencyMismatch]"
        ),
        (["transfer", "main", "abcdefghjkmn", "5 RUB"], "Счёт получателя не найден. [notFound]"),
        (
            ["deposit", "main", "6 RUB", "--idempotency-key", "once"],
            "Ключ идемпотентности: уже был у запроса с другим содержанием; для нового запроса возьмите новый ключ. "
                + "[conflict]"
        ),
        (["history", "--limit", "5000"], "--limit: от 1 до 1000. [invalidArgument]"),
        (
            ["history", "--from", "2026-11-10", "--to", "2026-11-01"],
            "--to: не может быть раньше, чем --from. [invalidArgument]"
        ),
        (
            ["schedule", "add", "main", "savings", "5 RUB", "--start", "2020-01-01"],
            "--start: не раньше сегодняшнего дня. [invalidArgument]"
        ),
        (["exchange", "main", "dollars", "1 RUB"], "Курса RUB к USD у вас нет; сначала запишите его. [rateMissing]"),
        (["mandate", "revoke", "7q4m2k9x1c3z"], "Такого разрешения вы не давали. [notFound]"),
        (["mandate", "revoke", "nothing"], "Под именем \"nothing\" ничего нет. [notFound]"),
        (["market", "simulate", "TEST", "--candles", "1"], "--candles: от 100 до 2000000. [invalidArgument]"),
        (["market", "chart", "NOPE"], "Свечей NOPE нет; gateway market list перечисляет бумаги. [notFound]"),
        (
            ["bonds", "shares", "1/2", "half"],
            "--shares, доля 2: нужно десятичное число, например 1.5, или дробь, например 1/3. [notANumber]"
        ),
        (
            ["subs", "add", "netflix", "5 RUB", "--start", "2026-12-01", "--ends", "2026-01-01"],
            "--ends: не может быть раньше, чем --start (01.12.2026). [invalidArgument]"
        ),
        (
            ["inbox", "snooze", "01m82ssmd7mpg8pm19pg124qyw", "--until", "2020-01-01T00:00:00Z"],
            "--until: нужно время в будущем, не дальше года. [invalidArgument]"
        ),
        (["patterns", "list", "--limit", "0"], "--limit: от 1 до 1000. [invalidArgument]"),
        (["call", "ledger.balance", #"{"account":5}"#], "account: нужен текст. [invalidArgument]"),
        (["call", "ledger.accounts", #"{"all":true}"#], "all: такого поля нет. [invalidArgument]"),
    ]

    @Test func theInboxSpeaksTheLanguageOfTheGatewayAndToProgramsThatOfItsOwner() async throws {
        try await GatewayHouse.run { house in
            _ = try await house.json("register", "anna@example.org", "--password-file", house.passwordFile)
            _ = try await house.json("account", "open", "RUB", "--name", "main")
            _ = try await house.json("notify", "preferences", "--own", "moneyIn")
            _ = try await house.json("deposit", "main", "100 RUB")
            func run(_ line: [String], in language: String) async throws -> String {
                let finished = try await house.house.run("gateway", line, environment: ["LANG": language])
                try #require(finished.status == .exited(0), "\(line): \(finished)")
                return finished.output.replacing("\u{A0}", with: " ")
            }
            let (russian, english) = ("ru_RU.UTF-8", "C.UTF-8")
            try await eventually("it is told") {
                try await run(["inbox"], in: english).contains("100.00 RUB came in")
            }
            #expect(try await run(["inbox"], in: russian).contains("Поступило 100,00 ₽"))
            // Notices have the language that their owner chose, in JSON, too.
            for (preferred, says) in [("en", "100.00 RUB came in"), ("ru", "Поступило 100,00 ₽")] {
                _ = try await house.json("notify", "preferences", "--language", preferred)
                let read = try await run(["inbox", "--json"], in: russian)
                #expect(try await run(["inbox", "--json"], in: english) == read && read.contains(says))
                #expect(try await run(["inbox"], in: english).contains("100.00 RUB came in"))
            }
            let refused = try await house.house.run(
                "gateway", ["call", "notifications.list", #"{"language":"fr"}"#], environment: ["LANG": russian])
            #expect(refused.status == .exited(2) && refused.errors.contains("language: "), "\(refused)")
        }
    }

    @Test func whatServicesRefuseIsSaidInRussianAndWrittenInEnglish() async throws {
        try await GatewayHouse.run { house in
            _ = try await house.json("register", "anna@example.org", "--password-file", house.passwordFile)
            for (currency, name) in [("RUB", "main"), ("RUB", "savings"), ("USD", "dollars")] {
                _ = try await house.json("account", "open", currency, "--name", name)
            }
            _ = try await house.json("deposit", "main", "100 RUB")
            _ = try await house.json("deposit", "main", "5 RUB", "--idempotency-key", "once")
            func run(_ line: [String], in language: String) async throws -> FinishedProcess {
                try await house.house.run("gateway", line, environment: ["LANG": language])
            }
            for (line, says) in Self.refusals {
                let russian = try await run(line, in: "ru_RU.UTF-8")
                let first = russian.errors.split(separator: "\n").first ?? ""
                #expect(first.replacing("\u{A0}", with: " ") == "gateway: \(says)", "\(line): \(russian)")
            }
            // JSON is the same in every locale.
            for (line, _) in Self.refusals.prefix(7) {
                var said: [[String?]] = []
                for language in ["ru_RU.UTF-8", "C.UTF-8"] {
                    let errors = try await run(line + ["--json"], in: language).errors
                    let error = try #require(try JSONDocument(text: errors).root.member("error"))
                    said.append(["code", "message", "field", "hint"].map { error.member($0)?.string })
                }
                #expect(said[0] == said[1])
                #expect(said[0].allSatisfy { $0?.utf8.allSatisfy { $0 < 0x80 } ?? true }, "\(said)")
            }
        }
    }
}
