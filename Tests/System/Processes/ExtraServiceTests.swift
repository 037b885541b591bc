import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

/// Programs from elsewhere as services of the house.
struct ExtraServiceTests {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// A service in Python, which knows nothing of Kopilka but the protocol.
    @Test func aServiceInAnotherLanguageIsSupervisedAskedAndRestarted() async throws {
        let python = Self.package.appendingPathComponent(".venv/bin/python").path
        try #require(FileManager.default.isExecutableFile(atPath: python), "`make .venv` makes it")
        let folder = TemporaryDirectory()
        let script = Self.package.appendingPathComponent("Tests/Clients/notes_service.py").path
        let notes = try Self.program(
            "#!/bin/sh\nexec '\(python)' -B '\(script)' \"$KOPILKA_RUN\"\n", named: "notes", in: folder)
        let variables = [
            "KOPILKA_EXTRA_SERVICES": "notes=\(notes)", "KOPILKA_EXTRA_RIGHTS": "none", "KOPILKA_LOG": "info",
            // The library of the service lies where a confined program cannot read.
            "KOPILKA_CONFINE": "off",
        ]
        try await GatewayHouse.run(environment: variables) { house in
            let written = try await house.json("call", "notes.write", #"{"texts":["milk"]}"#)
            #expect(written.member("notes")?.elements.map { $0.member("text")?.string } == ["milk"])
            let status = try await house.json("status")
            let services = status.member("services")?.elements.map { $0.member("name")?.string ?? "" }
            #expect(services?.last == "notes", "\(services ?? [])")
            let listed = try await house.gateway("discover", "notes")
            #expect(listed.output.contains("notes.list"), "\(listed)")
            // Typing does not wait for a service that is busy.
            try await eventually("its methods are proposed") {
                let words = try await house.gateway("__complete", "--", "call", "notes.w")
                let flags = try await house.gateway("__complete", "--", "notes", "write", "--te")
                return words.output.contains("notes.write") && flags.output.contains("--texts")
            }
            let tea = try await house.gateway("notes", "write", "--texts", #"["tea"]"#, "--json")
            #expect(tea.output.contains(#""text": "tea""#), "\(tea)")
            let traced = try await house.gateway("trace")
            #expect(traced.status == .exited(0) && traced.output.contains("notes.write"), "\(traced)")
            let shown = try await house.house.run(
                "gateway", ["notes", "list"], environment: ["KOPILKA_EXTRA_SERVICES": "none"])
            #expect(shown.status == .exited(0) && shown.output.contains("milk"), "without the setting: \(shown)")
            let wrong = try await house.gateway("notes", "write", "--texts", "tea")
            #expect(wrong.status == .exited(2) && wrong.errors.contains("--texts is no number and no JSON"), "\(wrong)")
            let help = try await house.gateway("help", "notes", "write")
            #expect(help.status == .exited(0) && help.output.contains("--texts"), "\(help)")
            let doctor = try await house.json("doctor")
            #expect(doctor.member("well")?.bool == true, "\(String(decoding: doctor.rawBytes, as: UTF8.self))")
            let unknown = try await house.gateway("notes", "burn")
            #expect(unknown.status == .exited(2), "\(unknown)")
            let conforms = try await house.gateway("conform", "notes", "--timeout", "60s")
            #expect(conforms.status == .exited(0), "\(conforms)")

            let kept = try await house.house.run(
                "gateway", ["restart", "--wait", "150s"],
                environment: ["KOPILKA_EXTRA_RIGHTS": "notes:ledger.transferPosted"])
            #expect(kept.status == .exited(0) && kept.errors.contains("differ: KOPILKA_EXTRA_RIGHTS."), "\(kept)")

            // The supervisor holds the sockets: a request that comes while the service is down waits for the next one.
            let process = try #require(house.processes { $0.contains("LISTEN_FDNAMES=notes") }.first)
            kill(process, SIGKILL)
            let list = try await house.json("call", "notes.list")
            #expect(list.member("notes")?.elements.map { $0 }.isEmpty == true, "the notes were in memory")
        }
    }

    @Test func anExtraServiceReachesItsOwnDataOnly() async throws {
        try #require(Confinement.isPossible, "This kernel cannot confine processes.")
        let folder = TemporaryDirectory()
        let probe = try Self.program(
            """
            #!/usr/bin/python3 -IB
            import json, os, resource, socket, time
            data = os.environ["KOPILKA_DATA"]
            def tried(what):
                try: return what() or "done"
                except (OSError, MemoryError) as error: return type(error).__name__
            def reach(address):
                with socket.create_connection(address, 1): pass
            seen = {
                "own": tried(lambda: open(data + "/probe/file", "w").close()),
                "ledger": tried(lambda: open(data + "/ledger/ledger.db", "rb").close()),
                "secret": tried(lambda: open(data + "/auth/auth.secret").close()),
                "public": tried(lambda: open(data + "/keys/auth/auth.public").close()),
                "forged": tried(lambda: open(data + "/keys/auth/auth.public", "w").close()),
                "home": tried(lambda: os.listdir(os.path.dirname(data)) and None),
                "network": tried(lambda: reach(("127.0.0.1", 9))),
                "memory": tried(lambda: len(bytearray(1 << 30)) and None),
                "settings": tried(lambda: open(os.environ["KOPILKA_CONFIG"]).close()),
                "sockets": os.environ["LISTEN_FDNAMES"],
            }
            open(data + "/probe/seen.tmp", "w").write(json.dumps(seen))
            os.rename(data + "/probe/seen.tmp", data + "/probe/seen")
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
                told.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
            time.sleep(3600)

            """, named: "probe", in: folder)
        let settings = TemporaryDirectory()
        let variables = [
            "KOPILKA_EXTRA_SERVICES": "probe=\(probe)", "KOPILKA_EXTRA_MEMORY": "256", "KOPILKA_CONFINE": "required",
            "KOPILKA_CONFIG": try settings.write(#"{"drain-limit": "4s"}"#, to: "kopilka.json"),
        ]
        let house = try GatewayHouse(environment: variables)
        let file = "\(house.house.dataDirectory)/probe/seen"
        // It answers nothing, so the house never becomes ready as a whole.
        let up = try await house.house.run("gateway", ["up", "--detach", "--wait", "1s"])
        try await eventually("the probe has looked around") { FileManager.default.fileExists(atPath: file) }
        let seen = try JSONDocument(Array(try Data(contentsOf: URL(fileURLWithPath: file)))).root
        let down = try await house.gateway("down")
        #expect(down.status == .exited(0) && house.processes().isEmpty, "\(up) \(down)")
        func outcome(_ what: String) -> String? { seen.member(what)?.string }
        for what in ["own", "public", "settings"] { #expect(outcome(what) == "done", "\(what)") }
        for what in ["ledger", "secret", "forged", "home", "network"] {
            #expect(outcome(what) == "PermissionError", "\(what): \(outcome(what) ?? "nothing")")
        }
        #expect(outcome("memory") == "MemoryError")
        #expect(outcome("sockets") == "probe:probe.events")
    }

    @Test func whatCannotStartIsSaidBeforeAnythingStarts() async throws {
        let house = try GatewayHouse(environment: ["KOPILKA_EXTRA_SERVICES": "weather=/nowhere/weather"])
        let up = try await house.gateway("up", "--detach")
        #expect(up.status == .exited(2) && up.errors.contains("/nowhere/weather"), "\(up)")
        #expect(house.processes().isEmpty)
        let folder = TemporaryDirectory()
        let program = try Self.program("#!/bin/sh\n", named: "weather", in: folder)
        let misspelled = try await house.house.run(
            "gateway", ["up", "--detach"],
            environment: [
                "KOPILKA_EXTRA_SERVICES": "weather=\(program)",
                "KOPILKA_EXTRA_RIGHTS": "weather:ledger.transferPostd",
            ])
        #expect(misspelled.status == .exited(2) && misspelled.errors.contains("ledger.transferPosted"), "\(misspelled)")
        #expect(house.processes().isEmpty)
        let open = try await house.house.run(
            "gateway", ["up", "--detach", "--lang", "ru"],
            environment: ["KOPILKA_EXTRA_SERVICES": "weather=\(program)", "KOPILKA_EXTRA_RIGHTS": "weather:/"])
        #expect(open.status == .exited(2) && open.errors.contains("/ откроет службе weather каталог"), "\(open)")
        #expect(house.processes().isEmpty)
        let named = try await house.gateway("extra", "wether")
        #expect(named.status == .exited(2) && named.errors.contains("weather"), "\(named)")
        let taken = try await house.house.run(
            "gateway", ["status", "--lang", "ru"], environment: ["KOPILKA_EXTRA_SERVICES": "auth=/bin/true"])
        #expect(taken.status == .exited(2) && taken.errors.contains("допустимо: имена"), "\(taken)")
    }

    private static func program(_ text: String, named name: String, in folder: TemporaryDirectory) throws -> String {
        let path = folder.file(name)
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        chmod(path, 0o700)
        return path
    }
}
