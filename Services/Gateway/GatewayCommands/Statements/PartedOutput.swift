import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import Signals
import StrictJSON

/// The output of a command whose answer comes in parts: to standard output as they come, or to a file, completely or
/// not at all.
struct PartedOutput<S: Signal> where S.Answer == HistorySignal.StatementAnswer {
    /// The name of the content, for faults.
    let name: Text

    init(of signal: S.Type, name: Text) { self.name = name }

    /// Loads and writes the parts that the arguments of a command ask for.
    func write(_ arguments: ParsedArguments, _ scene: CommandScene) async throws {
        if let path = scene.arguments.text("output") {
            try await write(to: path, arguments, scene)
        } else if scene.isJSON {
            var content = ""
            let mediaType = try await parts(arguments, scene) { content += $0 }
            let whole = HistorySignal.StatementAnswer(mediaType: mediaType, content: content)
            scene.console.output.write(json: try JSONEncoding.encode(whole))
        } else {
            _ = try await parts(arguments, scene) { scene.console.output.write(document: $0) }
        }
    }

    private func write(to path: String, _ arguments: ParsedArguments, _ scene: CommandScene) async throws {
        let (count, mediaType) = try await FileDraft.write(to: path, name: name, replaces: scene.replacesFiles) {
            take in
            try await parts(arguments, scene, take)
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("file", path)
        writer.member("mediaType", mediaType)
        writer.member("bytes", count)
        writer.endObject()
        scene.show(writer.finish()) {
            var page = Page()
            page.line(
                StyledText("wrote ", "записано "), StyledText(path, .bold),
                StyledText("  \(count, "byte", "bytes")", "  \(count, "байт", "байта", "байт")", .dim))
            return page
        }
    }

    /// Loads the parts one after another and hands their contents to `take`.
    /// - Returns: The type of the content.
    private func parts(
        _ arguments: ParsedArguments, _ scene: CommandScene, _ take: (String) throws -> Void
    ) async throws -> String {
        try await StatementParts.load { cursor in
            var arguments = arguments
            if let cursor { arguments["cursor"] = .text(cursor) }
            let parameters = SignalFlags.parameters(of: S.self, arguments)
            let bytes = try await scene.client.ask(S.self, parameters: parameters)
            return try scene.client.decode(HistorySignal.StatementAnswer.self, from: bytes)
        } take: { text in
            try take(text)
        }
    }
}
