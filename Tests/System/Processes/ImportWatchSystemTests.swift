import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

/// Goal: every file of a watched folder is taken once, or refused with a reason, whatever happens in between; none is
/// lost or overwritten.
@Suite struct ImportWatchSystemTests {
    /// A folder, and a house with Anna's account `main`.
    private struct Setting {
        let house: GatewayHouse
        let folder: String

        func write(_ content: String, to name: String) throws {
            try content.write(toFile: folder + "/" + name, atomically: false, encoding: .utf8)
        }

        func names(_ place: String = "") throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder + "/" + place).sorted()
        }

        func text(_ name: String) throws -> String { try String(contentsOfFile: folder + "/" + name, encoding: .utf8) }

        func balance() async throws -> String? {
            try await house.json("balance", "main").member("balance")?.member("amount")?.string
        }

        func once(_ more: String...) async throws -> FinishedProcess {
            try await house.house.run(
                "gateway",
                ["import", "watch", folder, "--once", "--every", "200ms", "--timeout", "60s", "--account", "main"]
                    + more)
        }

        /// Starts a watch that goes on.
        func start() throws -> ChildProcess {
            let log = open(house.house.directory.file("watch.log"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            defer { close(log) }
            return try ChildProcess.spawn(
                executable: RunningHouse.executable("gateway"),
                arguments: [
                    "import", "watch", folder, "--every", "100ms", "--timeout", "60s", "--account", "main", "--json",
                ], environment: house.house.environment, standardOutput: log, standardError: log)
        }

        /// Sends a signal and waits for the end.
        func end(_ watch: ChildProcess, by signal: Int32) async throws -> ChildProcess.Status {
            watch.send(signal)
            return try await onThread { watch.wait() }
        }

        func imports() async throws -> Int? { try await house.json("import", "list").member("imports")?.count }
    }

    private static func with(_ body: (Setting) async throws -> Void) async throws {
        try await GatewayHouse.run { house in
            _ = try await house.json("register", "anna@example.org", "--password-file", house.passwordFile)
            _ = try await house.json("account", "open", "RUB", "--name", "main")
            let folder = house.house.directory.file("statements")
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            try await body(Setting(house: house, folder: folder))
        }
    }

    private static func file(_ rows: String...) -> String { "Date,Amount,Description\n" + rows.joined(separator: "\n") }

    @Test func filesAreTakenRefusedAndLeftAlone() async throws {
        try await Self.with { setting in
            let nothing = try await setting.once()
            #expect(nothing.status == .exited(0) && nothing.output.isEmpty, "\(nothing)")
            #expect(try setting.names() == ["done", "failed"])

            try setting.write(Self.file("2026-03-01,100.00,salary", "2026-03-02,-4.00,tram"), to: "march.csv")
            try setting.write("just words, and no table", to: "words.csv")
            try setting.write(Self.file("2026-03-03,1.00,later"), to: "late.csv.part")
            try setting.write(Self.file("2026-03-03,1.00,hidden"), to: ".hidden.csv")
            try setting.write(String(repeating: "x", count: 3_000_001), to: "large.csv")
            try setting.write("", to: "empty.csv")
            try FileManager.default.createSymbolicLink(
                atPath: setting.folder + "/link.csv", withDestinationPath: "march.csv")
            try #require(mkfifo(setting.folder + "/pipe.csv", 0o600) == 0)
            let first = try await setting.once()
            #expect(first.status == .exited(1), "\(first)")
            #expect(first.output.contains("taken  march.csv  main  2 new, 0 known"), "\(first)")
            #expect(
                first.output.contains("failed  words.csv") && first.output.contains("failed  large.csv"), "\(first)")
            #expect(first.output.split(separator: "\n").count == 3, "one line a file: \(first)")
            #expect(first.errors.contains("link.csv is left alone") && first.errors.contains("pipe.csv is left alone"))
            #expect(
                try setting.names()
                    == [".hidden.csv", "done", "empty.csv", "failed", "late.csv.part", "link.csv", "pipe.csv"])
            #expect(try setting.names("done") == ["march.csv"])
            #expect(
                try setting.names("failed") == ["large.csv", "large.csv.why.txt", "words.csv", "words.csv.why.txt"])
            #expect(try setting.text("failed/words.csv.why.txt").contains("has no header with a date and an amount"))
            #expect(try setting.text("failed/words.csv") == "just words, and no table")
            #expect(try await setting.balance() == "96.00")

            // The same name again: a number is added. Known rows add nothing, and a reason is in the person's language.
            try setting.write(Self.file("2026-03-02,-4.00,tram", "2026-03-04,-6.00,tea"), to: "march.csv")
            try setting.write("other words, no table either", to: "words.csv")
            let second = try await setting.once("--json", "--lang", "ru")
            #expect(second.status == .exited(1), "\(second)")
            let lines = try second.output.split(separator: "\n").map { try JSONDocument(text: String($0)).root }
            #expect(lines.map { $0.member("file")?.string } == ["march.csv", "words.csv"], "\(second)")
            #expect(lines.map { $0.member("status")?.string } == ["taken", "failed"])
            #expect(lines.map { $0.member("movedTo")?.string } == ["done/march-2.csv", "failed/words-2.csv"])
            #expect(lines[0].member("new")?.int64 == 1 && lines[0].member("known")?.int64 == 1)
            #expect(lines[1].member("code")?.string == "invalidArgument")
            #expect(try setting.names("done") == ["march-2.csv", "march.csv"])
            #expect(try setting.text("failed/words-2.csv.why.txt").contains("нет заголовка с датой и суммой"))
            #expect(try setting.text("done/march.csv").contains("salary"), "the first is as it was")
            #expect(try await setting.balance() == "90.00")
            let inbox = try await setting.house.gateway("inbox")
            #expect(inbox.status == .exited(0), "\(inbox)")
        }
    }

    @Test func whatIsPerhapsKnownWaitsForAWord() async throws {
        try await Self.with { setting in
            _ = try await setting.house.json("deposit", "main", "500 RUB")
            try setting.write(Self.file("2026-03-01,100.00,salary"), to: "a.csv")
            #expect(try await setting.once().status == .exited(0))
            // The same payment with another text, in a file of the bank's other program.
            try setting.write(Self.file("2026-03-01,100.00,SALARY OF MARCH"), to: "b.csv")
            let looked = try await setting.once("--preview-only")
            #expect(looked.status == .exited(0) && looked.output.contains("would take  b.csv"), "\(looked)")
            #expect(try setting.names().contains("b.csv"), "a look moves nothing")
            let refused = try await setting.once()
            #expect(refused.status == .exited(1), "\(refused)")
            #expect(try setting.text("failed/b.csv.why.txt").contains("may be in the books already"))
            #expect(try await setting.balance() == "600.00")
            try setting.write(Self.file("2026-03-01,100.00,SALARY OF MARCH"), to: "b.csv")
            #expect(try await setting.once("--skip-similar").status == .exited(0))
            #expect(try await setting.balance() == "600.00")
            try setting.write(Self.file("2026-03-01,100.00,SALARY OF MARCH"), to: "b.csv")
            #expect(try await setting.once("--keep-similar").status == .exited(0))
            #expect(try await setting.balance() == "700.00")
            #expect(try setting.names("done") == ["a.csv", "b-2.csv", "b.csv"])
        }
    }

    @Test func rulesChooseTheAccount() async throws {
        try await Self.with { setting in
            _ = try await setting.house.json("account", "open", "RUB", "--name", "card 4276 1234")
            _ = try await setting.house.json("account", "open", "RUB", "--name", "savings")
            try setting.write(Self.file("2026-03-01,1.00,a"), to: "other.csv")
            try setting.write(Self.file("2026-03-01,2.00,b"), to: "sber-march.csv")
            try setting.write("Account,Date,Amount,Description\n42761234,2026-03-01,4.00,c\n", to: "number.csv")
            let finished = try await setting.once("--rule", "sber*=savings")
            #expect(finished.status == .exited(0), "\(finished)")
            let accounts = try await setting.house.json("accounts").member("accounts")
            let balances = accounts?.elements.compactMap { account -> String? in
                guard let name = account.member("name")?.string,
                    let balance = account.member("balance")?.member("amount")?.string
                else { return nil }
                return "\(name) \(balance)"
            }
            #expect(balances?.sorted() == ["card 4276 1234 4.00", "main 1.00", "savings 2.00"])
            let wrong = try await setting.once("--rule", "sber*=nowhere")
            #expect(wrong.status == .exited(5) || wrong.status == .exited(2), "\(wrong)")
        }
    }

    @Test func aFolderForEverybodyAndASecondWatchAreRefused() async throws {
        try await Self.with { setting in
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: setting.folder)
            let open = try await setting.once()
            #expect(open.status == .exited(2) && open.errors.contains("chmod o-w"), "\(open)")
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: setting.folder)
            let watch = try setting.start()
            try await eventually("it watches") { try setting.names() == ["done", "failed"] }
            let second = try await setting.once()
            #expect(second.status == .exited(2) && second.errors.contains("Another gateway watches"), "\(second)")
            #expect(try await setting.end(watch, by: SIGTERM) == .exited(0), "SIGTERM ends it cleanly")
            #expect(try await setting.once().status == .exited(0), "and the folder is free again")
        }
    }

    @Test func aFileIsTakenOnceItIsWrittenWhole() async throws {
        try await Self.with { setting in
            let watch = try setting.start()
            let path = setting.folder + "/slow.csv"
            try setting.write("Date,Amount,Description\n", to: "slow.csv")
            let handle = try #require(FileHandle(forWritingAtPath: path))
            for number in 1...30 {
                // Grows faster than two looks follow each other.
                try handle.seekToEnd()
                try handle.write(contentsOf: Data("2026-03-01,1.00,row \(number)\n".utf8))
                usleep(30_000)
            }
            try handle.close()
            try await eventually("it is taken") { try setting.names("done") == ["slow.csv"] }
            #expect(try await setting.balance() == "30.00")
            #expect(try await setting.imports() == 1, "in one piece")
            #expect(try await setting.end(watch, by: SIGINT) == .exited(0), "SIGINT ends it cleanly")
        }
    }

    /// Between the import and the move the process is killed: `done` is no folder at that time, so that the move fails
    /// after the import is in the books.
    @Test func aKillBetweenImportAndMoveDoublesNothing() async throws {
        try await Self.with { setting in
            let watch = try setting.start()
            try await eventually("it watches") { try setting.names() == ["done", "failed"] }
            try FileManager.default.removeItem(atPath: setting.folder + "/done")
            try setting.write("in the way", to: "done")
            try setting.write(Self.file("2026-03-01,100.00,salary", "2026-03-02,-4.00,tram"), to: "march.csv")
            try await eventually("ledger has the rows") { try await setting.imports() == 1 }
            #expect(try setting.names() == ["done", "failed", "march.csv"], "imported and not moved")
            #expect(try await setting.end(watch, by: SIGKILL) == .signalled(SIGKILL))
            try FileManager.default.removeItem(atPath: setting.folder + "/done")

            let again = try await setting.once()
            #expect(again.status == .exited(0), "\(again)")
            #expect(again.output.contains("taken  march.csv  main  0 new, 2 known"), "\(again)")
            #expect(try setting.names("done") == ["march.csv"])
            #expect(try await setting.balance() == "96.00")
            #expect(try await setting.imports() == 1)
            #expect(try await setting.house.json("check").member("problems")?.count == 0)
        }
    }

    /// Whatever moment the kill hits, files end in `done` and rows in the books once.
    @Test func killsAtAnyMomentLoseAndDoubleNothing() async throws {
        try await Self.with { setting in
            var generator = SeededGenerator(seed: UInt64.random(in: .min ... .max))
            for number in 1...6 {
                try setting.write(Self.file("2026-03-0\(number),1.00,row \(number)"), to: "f\(number).csv")
                let watch = try setting.start()
                // Long enough to start, and then anywhere in the work.
                usleep(UInt32(150_000 + generator.below(600_000)))
                _ = try await setting.end(watch, by: SIGKILL)
            }
            let last = try await setting.once()
            #expect(last.status == .exited(0), "\(last)")
            #expect(try setting.names() == ["done", "failed"])
            #expect(try setting.names("done") == (1...6).map { "f\($0).csv" })
            #expect(try setting.names("failed").isEmpty)
            #expect(try await setting.balance() == "6.00")
        }
    }

    @Test func aServiceThatIsDownIsNoFaultOfAFile() async throws {
        try await Self.with { setting in
            try setting.write(Self.file("2026-03-01,100.00,salary"), to: "march.csv")
            _ = try await setting.house.gateway("down")
            let down = try await setting.once("--no-input")
            #expect(down.status != .exited(0) && down.status != .exited(1), "\(down)")
            #expect(try setting.names().contains("march.csv"))
            let up = try await setting.house.house.run("gateway", ["up", "--detach", "--wait", "60s"])
            #expect(up.status == .exited(0), "\(up)")
            #expect(try await setting.once().status == .exited(0))
            #expect(try setting.names("done") == ["march.csv"])
        }
    }

    @Test func columnsAreTaughtOnceAndThenReadWithoutAWord() async throws {
        try await Self.with { setting in
            let house = setting.house
            let path = house.house.directory.file("mybank.csv")
            try "Bank,of,mine\nBooked,Value,Payee,Purpose\n2026-03-01,120.00,Ann,gift\n2026-03-02,-20.00,Shop,\n".write(
                toFile: path, atomically: false, encoding: .utf8)
            let unknown = try await house.gateway("import", path, "main", "--yes")
            #expect(unknown.status == .exited(2) && unknown.errors.contains("gateway import learn"), "\(unknown)")
            let unsaid = try await house.gateway("import", "learn", path, "--no-input")
            #expect(unsaid.status == .exited(2) && unsaid.errors.contains("--date COLUMN"), "\(unsaid)")
            let wrong = try await house.gateway("import", "learn", path, "--date", "When", "--amount", "2", "--yes")
            #expect(wrong.status == .exited(5) && wrong.errors.contains("When"), "\(wrong)")
            let looked = try await house.gateway(
                "import", "learn", path, "--date", "booked", "--amount", "2", "--description", "Payee,4", "--preview")
            #expect(looked.status == .exited(0) && looked.output.contains("Ann / gift"), "\(looked)")
            #expect(try await house.json("import", "layouts").member("layouts")?.count == 0)
            let learned = try await house.json(
                "import", "learn", path, "--date", "Booked", "--amount", "Value", "--description", "Payee,Purpose",
                "--yes")
            #expect(learned.member("layout")?.member("name")?.string == "mybank")
            let imported = try await house.json("import", path, "main", "--yes")
            #expect(imported.member("new")?.int64 == 2)
            #expect(try await setting.balance() == "100.00")
            // A house in which somebody else has the same file.
            _ = try await house.json(
                "register", "boris@example.org", "--password-file", house.passwordFile, as: "boris")
            _ = try await house.json("account", "open", "RUB", "--name", "main", as: "boris")
            let his = try await house.gateway("import", path, "main", "--yes", as: "boris")
            #expect(his.status == .exited(2), "\(his)")
            let export = try await house.json("account-data", "export", house.house.directory.file("me.json"))
            #expect(export.member("bytes") != nil)
            let mine = try String(contentsOfFile: house.house.directory.file("me.json"), encoding: .utf8)
            #expect(mine.contains("history.statementLayouts") && mine.contains("Purpose"))
            let list = try await house.gateway("import", "layouts")
            #expect(list.output.contains("mybank") && list.output.contains("Purpose (4)"), "\(list)")
            let gone = try await house.gateway("import", "forget", "mybank")
            #expect(gone.status == .exited(0) && gone.output.contains("mybank"), "\(gone)")
            let after = try await house.gateway("import", path, "main", "--yes")
            #expect(after.status == .exited(2), "\(after)")
        }
    }
}
