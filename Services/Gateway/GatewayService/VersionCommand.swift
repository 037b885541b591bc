import Archive
import Cairo
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import MicroHTTPD
import PostgreSQL
import SQLite
import Sodium
import StrictJSON
import ZeroMQ

/// `gateway version`: what this installation is, for people and for reports of faults.
struct VersionCommand: Command {
    let words = ["version"]
    let part = CommandPart.tools
    let summary = Text(
        "Tells the version; with --json also the libraries.", "Сообщает версию; с --json ещё и версии библиотек.")
    var examples: [CommandExample] {
        [
            CommandExample("version", Text("tells it", "сообщает её")),
            CommandExample(
                "version --json",
                Text("what a report of a fault should say", "что стоит приложить к отчёту об ошибке")),
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let source = BuildSource.ofProgram
        scene.show(Self.json(source)) {
            var page = Page()
            let commit = source.map { " (\($0.commit.prefix(12))\($0.isModified ? "+" : ""))" } ?? ""
            page.line(StyledText("gateway \(Version.current)\(commit)"))
            return page
        }
        return .done
    }

    private static func json(_ source: BuildSource?) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("version", Version.current)
        writer.member("commit", ifPresent: source?.commit)
        if let source { writer.member("isModified", source.isModified) }
        writer.member("build", ifPresent: BuildIdentity.ofProgram)
        writer.key("libraries")
        writer.beginObject()
        // Libraries that are loaded on demand may be absent.
        for (name, version) in [
            ("cairo", try? CairoLibrary.version), ("libarchive", try? ArchiveLibrary.version()),
            ("libmicrohttpd", try? MicroHTTPDLibrary.version()),
            ("libpq", (try? PostgreSQLLibrary.version()).map { "\($0 / 10_000).\($0 % 10_000)" }),
            ("libsodium", SodiumLibrary.version), ("sqlite", SQLiteLibrary.version), ("zeromq", ZeroMQLibrary.version),
        ] {
            writer.member(name, ifPresent: version)
        }
        writer.endObject()
        writer.endObject()
        return writer.finish()
    }
}

/// What the programs were built from, as the build has noted it beside them: `build.json`.
private struct BuildSource: Decodable {
    /// The commit, as hexadecimal digits.
    let commit: String
    /// True when files differed from the commit.
    let isModified: Bool

    /// Nil for programs that were not built by `make`.
    static var ofProgram: BuildSource? {
        guard let bytes = try? readFile("\(House.executableDirectory)/build.json", limit: 4096) else { return nil }
        return try? JSONDocument.read(BuildSource.self, from: bytes)
    }
}
