import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

/// A house on another machine, through ssh. A stand-in for ssh forwards the sockets; what is asked of it is recorded.
struct RemoteHouseTests {
    private static let clients = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Clients")

    @Test func everythingWorksButWhatNeedsTheMachineItself() async throws {
        try await GatewayHouse.run { house in
            let away = try Away(house)
            let registered = try await away.gateway(
                "register", "anna@example.org", "--password-file", house.passwordFile)
            try #require(registered.status == .exited(0), "\(registered)")
            for line in [["account", "open", "RUB", "main"], ["deposit", "main", "100"]] {
                let finished = try await away.gateway(line)
                #expect(finished.status == .exited(0), "\(finished)")
            }
            let balance = try await away.gateway("balance", "main", "--json")
            #expect(balance.output.contains(#""amount":"100.00""#), "\(balance)")
            let status = try await away.gateway("status", "--timeout", "60s")
            #expect(status.status == .exited(0) && status.output.contains("ledger"), "\(status)")
            #expect(!status.output.contains("supervisor"), "its supervisor cannot be seen: \(status)")
            let here = try await house.gateway("accounts")
            #expect(here.status == .exited(4), "the session there is none here: \(here)")
            for command in [["down"], ["backup", "create", "b.tar.zst"], ["doctor"], ["logs"]] {
                let refused = try await away.gateway(command)
                #expect(refused.status == .exited(2), "\(refused)")
                #expect(refused.errors.contains("ssh -p 2222 anna@there gateway \(command[0])"), "\(refused)")
            }
            let calls = try away.calls()
            #expect(calls.contains { $0.contains("-N") && $0.last == "anna@there" && $0.contains("2222") }, "\(calls)")
            #expect(try away.left() == [], "no directory of sockets is left")
        }
    }

    @Test func whereThereIsNoHouseOrNoWayIsSaid() async throws {
        let house = try GatewayHouse()
        let away = try Away(house)
        let none = try await away.gateway("accounts")
        #expect(none.status == .exited(2) && none.errors.contains("No house of yours runs on anna@there"), "\(none)")
        let lost = try await away.gateway("accounts", "--house", "ssh://unreachable")
        #expect(lost.status == .exited(2) && lost.errors.contains("ssh unreachable"), "\(lost)")
        for wrong in [
            "there", "ssh://", "ssh://-oProxyCommand=x", "ssh://a@b@c", "ssh://h:0", "ssh://h/a b", "http://h",
        ] {
            let refused = try await away.gateway("accounts", "--house=\(wrong)")
            #expect(refused.status == .exited(2) && refused.errors.contains("is no address"), "\(refused)")
        }
        #expect(try away.left() == [])
    }

    /// The other machine, as a gateway here sees it.
    private struct Away {
        private let house: GatewayHouse
        private let folder = TemporaryDirectory()
        private let variables: [String: String]

        init(_ house: GatewayHouse) throws {
            self.house = house
            let (bin, run) = (folder.file("bin"), folder.file("run"))
            for path in [bin, run] { mkdir(path, 0o700) }
            let script = """
                #!/bin/sh
                KOPILKA_RUN='\(house.house.runDirectory)' exec /usr/bin/python3 -B \
                '\(RemoteHouseTests.clients.path)/fake_ssh.py' '\(folder.file("calls"))' "$@"

                """
            try script.write(toFile: bin + "/ssh", atomically: false, encoding: .utf8)
            chmod(bin + "/ssh", 0o700)
            variables = [
                "PATH": bin + ":/usr/bin:/bin", "KOPILKA_HOUSE": "ssh://anna@there:2222", "KOPILKA_RUN": "",
                "KOPILKA_DATA": "", "XDG_RUNTIME_DIR": run,
            ]
        }

        func gateway(_ arguments: String...) async throws -> FinishedProcess { try await gateway(arguments) }

        func gateway(_ arguments: [String]) async throws -> FinishedProcess {
            try await house.house.run("gateway", arguments, environment: variables)
        }

        /// The arguments of every call of ssh.
        func calls() throws -> [[String]] {
            let text = try String(contentsOfFile: folder.file("calls"), encoding: .utf8)
            return try text.split(separator: "\n").map {
                try JSONDocument(text: String($0)).root.elements.compactMap(\.string)
            }
        }

        /// What lies where the sockets are forwarded to.
        func left() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.file("run")) }
    }
}
