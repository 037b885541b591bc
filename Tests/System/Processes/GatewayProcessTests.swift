import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

@testable import GatewaySession

/// The gateway with real processes that it supervises itself.
struct GatewayProcessTests {
    @Test func anOwnersDayFromRegisteringToTheHistory() async throws {
        try await GatewayHouse.run { house in
            let anna = try await house.json(
                "register", "anna@example.org", "--name", "Anna", "--password-file", house.passwordFile)
            #expect(anna.member("user")?.member("name")?.string == "Anna")
            let state = house.house.directory.file("state/kopilka/session.json")
            let mode = try FileManager.default.attributesOfItem(atPath: state)[.posixPermissions] as? Int
            #expect(mode == 0o600, "a session is nobody else's to read")

            let main = try await account("main", in: house)
            let savings = try await account("savings", in: house)
            _ = try await house.json("deposit", "main", "50", "000", "--category", "salary")
            _ = try await house.json("withdraw", "main", "1 200,50 ₽", "--category", "food")
            let moved = try await house.json("transfer", "main", "savings", "300", "--description", "for later")
            let id = try #require(moved.member("transfer")?.member("id")?.string)
            #expect(moved.member("balances")?.count == 2)
            #expect(try await balance("main", in: house) == "48499.50")
            #expect(try await balance("savings", in: house) == "300.00")
            let accounts = try await house.json("accounts").member("accounts")
            #expect(accounts?.elements.compactMap { $0.member("id")?.string } == [main, savings])

            // People get the same in words, and nothing on standard error.
            let told = try await house.gateway("transfer", "main", "savings", "1 RUB")
            #expect(told.status == .exited(0) && told.errors.isEmpty, "\(told)")
            let digits = told.output.filter { $0.isNumber || $0 == "." }
            #expect(digits.contains("48498.50"), "the new balance: \(told)")
            let tooMuch = try await house.gateway("transfer", "main", "savings", "1000к")
            let sentence = "Insufficient funds: 48 498.50 RUB available, 1 000 000.00 RUB needed."
            #expect(tooMuch.errors.replacing("\u{A0}", with: " ").contains(sentence), "\(tooMuch)")
            let doubtful = try await house.gateway("transfer", "main", "savings", "1,500")
            #expect(doubtful.status == .exited(2) && doubtful.errors.contains(" or 1.50"), "\(doubtful)")

            try await eventually("the history has caught up") {
                try await house.json("history").member("transactions")?.count == 6
            }
            let expenses = try await house.json("history", "--type", "expense", "--account", main)
            #expect(
                expenses.member("transactions")?.elements.compactMap { $0.member("amount")?.member("amount")?.string }
                    == ["1.00", "300.00", "1200.50"], "newest first")
            let own = try await house.json("history", "show", id)
            #expect(own.member("transaction")?.member("id")?.string == id)

            let boris = try await house.json(
                "register", "boris@example.org", "--password-file", house.passwordFile, as: "boris")
            #expect(boris.member("user")?.member("email")?.string == "boris@example.org")
            #expect(try await house.json("whoami").member("user")?.member("name")?.string == "Anna")
            let his = try #require(
                try await house.json("account", "open", "RUB", as: "boris").member("account")?.member("id")?.string)
            _ = try await house.json("transfer", "main", his, "10 RUB")
            #expect(try await house.json("balance", as: "boris").member("balance")?.member("amount")?.string == "10.00")

            let check = try await house.json("check")
            #expect(check.member("problems")?.count == 0)
            let status = try await house.json("status")
            #expect(status.rawBytes.count > 2)
            _ = try await house.json("logout")
            #expect(try await house.gateway("whoami").status == .exited(4))
        }
    }

    /// Exit codes that are not provoked here, with the reasons.
    static let elsewhere: [Int32: String] = [
        8: "no method of these services leaves anything pending yet"
    ]

    @Test func everyExitCodeOfTheTableIsProvoked() async throws {
        try await GatewayHouse.run { house in
            var seen: [Int32: String] = [:]
            func expect(_ code: Int32, _ finished: FinishedProcess, fault: String? = nil) throws {
                #expect(finished.status == .exited(code), "\(finished)")
                seen[code] = finished.description
                guard let fault else { return }
                #expect(finished.output.isEmpty, "faults go to standard error: \(finished)")
                let error = try JSONDocument(text: finished.errors).root.member("error")
                #expect(error?.member("code")?.string == fault, "\(finished)")
                #expect(error?.member("exitCode")?.int64 == Int64(code), "\(finished)")
            }
            try expect(4, try await house.gateway("accounts", "--json"), fault: "unauthenticated")
            let register = try await house.gateway("register", "a@example.org", "--password-file", house.passwordFile)
            try expect(0, register)
            _ = try await account("main", in: house)
            _ = try await account("other", in: house)
            try expect(2, try await house.gateway("transfer", "main", "--colour", "--json"), fault: "usage")
            try expect(2, try await house.gateway("deposit", "main", "5.001 RUB", "--json"), fault: "usage")
            try expect(
                5, try await house.gateway("call", "ledger.balance", #"{"account":"none"}"#, "--json"),
                fault: "notFound")
            try expect(
                6, try await house.gateway("transfer", "main", "other", "1 RUB", "--json"), fault: "insufficientFunds")
            let deposit = try await house.gateway("deposit", "main", "1 RUB", "--idempotency-key", "once")
            try expect(0, deposit)
            try expect(
                7, try await house.gateway("deposit", "main", "2 RUB", "--idempotency-key", "once", "--json"),
                fault: "conflict")
            try expect(1, try await house.gateway("up", "--data", "/proc/nowhere"))
            try expect(75, try await house.gateway("up"))
            let nowhere = house.house.directory.file("nowhere")
            try expect(69, try await house.gateway("health", "--run", nowhere))

            // script(1) of util-linux provides a terminal, in which Ctrl-D is pressed until the question is gone.
            let login = "\(RunningHouse.executable("gateway")) login anna"
            let presses = "while sleep 0.1; do printf '\\004'; done"
            let brokenOff = try await house.house.run(
                "/bin/sh", ["-c", "(\(presses)) | /usr/bin/script -qec \"$0\" /dev/null", login])
            #expect(brokenOff.output.contains("Cancelled"), "\(brokenOff)")
            try expect(3, brokenOff)

            // A service that hangs, and an owner who interrupts.
            let ledger = try #require(try await processID(of: "ledger", in: house))
            kill(ledger, SIGSTOP)
            defer { kill(ledger, SIGCONT) }
            try expect(
                75, try await house.gateway("balance", "main", "--timeout", "300ms", "--json"),
                fault: "deadlineExceeded")
            let interrupted = try await FinishedProcess.run(
                executable: RunningHouse.executable("gateway"), arguments: ["accounts", "--timeout", "30s"],
                environment: house.house.environment
            ) { child in
                BackgroundThread.start(named: "ctrl-c") {
                    usleep(500_000)
                    child.send(SIGINT)
                }
            }
            // Shells report it as 130.
            #expect([.exited(130), .signalled(SIGINT)].contains(interrupted.status), "\(interrupted)")
            seen[130] = ""

            let table = try await house.gateway("help", "exit-codes")
            let listed = table.output.split(separator: "\n").compactMap { line in
                line.split(separator: " ").first.flatMap { Int32($0) }
            }
            #expect(Set(listed) == Set(seen.keys).union(Self.elsewhere.keys), "\(table)")
        }
    }

    @Test func streamsThatTakeNothingAreNoRiddle() async throws {
        let gateway = RunningHouse.executable("gateway")
        func shell(_ line: String) async throws -> FinishedProcess {
            try await FinishedProcess.run(
                executable: "/bin/sh", arguments: ["-c", line, gateway], environment: ["PATH": "/usr/bin:/bin"]
            ) { _ in }
        }
        let full = try await shell("\"$0\" version > /dev/full")
        #expect(full.status == .exited(1))
        #expect(full.errors == "gateway: The result cannot be written: No space left on device.\n")
        // A descriptor that the caller closed must not be reused as standard output later.
        #expect(try await shell("\"$0\" version >&- 2>&- <&-").status == .exited(0))
        #expect(try await shell("\"$0\" nonsense 2> /dev/full").status == .exited(2))
    }

    @Test func downStopsEverythingAndASecondUpIsHarmless() async throws {
        try await GatewayHouse.run { house in
            let before = house.processes()
            #expect(before.count == 9, "the supervisor and eight services: \(before)")
            let again = try await house.gateway("up", "--detach", "--wait", "60s")
            #expect(again.status == .exited(0), "\(again)")
            #expect(Set(house.processes()) == Set(before), "nothing was started twice")
            let down = try await house.gateway("down")
            #expect(down.status == .exited(0), "\(down)")
            #expect(house.processes().isEmpty)
            let nothing = try await house.gateway("down")
            #expect(nothing.status == .exited(0), "\(nothing)")
        }
    }

    /// On a slow machine eight services take their time; only one that does not come is waited for in vain.
    @Test func patienceBeginsAnewWithEachServiceThatIsReady() async throws {
        let house = try GatewayHouse()
        let programs = house.house.directory.file("programs")
        try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: false)
        // Together they sleep longer than the patience lasts, and each leaves much of it for a machine that is busy.
        for service in House.services {
            let script = "#!/bin/sh\nsleep 4\nexec '\(RunningHouse.executable(service))' \"$@\"\n"
            try script.write(toFile: "\(programs)/\(service)", atomically: false, encoding: .utf8)
            chmod("\(programs)/\(service)", 0o700)
        }
        let up = try await house.gateway("up", "--detach", "--bin", programs, "--wait", "25s")
        let down = try await house.gateway("down")
        #expect(up.status == .exited(0), "\(up)")
        #expect(down.status == .exited(0), "\(down)")
        #expect(house.processes().isEmpty)
    }

    private func account(_ name: String, in house: GatewayHouse) async throws -> String {
        let answer = try await house.json("account", "open", "RUB", name)
        return try #require(answer.member("account")?.member("id")?.string)
    }

    private func balance(_ name: String, in house: GatewayHouse) async throws -> String? {
        try await house.json("balance", name).member("balance")?.member("amount")?.string
    }

    private func processID(of service: String, in house: GatewayHouse) async throws -> Int32? {
        house.processes().first { process in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
            return target?.hasSuffix("/\(service)") == true
        }
    }
}
