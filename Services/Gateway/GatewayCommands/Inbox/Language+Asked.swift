import Domain
import GatewayCommandLine
import GatewayWords
import Signals

extension Language {
    /// Requests texts of notifications in the language of this run. A program that reads JSON gets them in the language
    /// of the user's settings, so that the output does not depend on how the gateway was started.
    @Sendable static func ask(_ arguments: inout ParsedArguments, _ scene: CommandScene) {
        if let language = ofNotices(scene) { arguments["language"] = .text(language.rawValue) }
    }

    /// Returns the language for requests without arguments.
    static func ofNotices(_ scene: CommandScene) -> NotificationsSignal.Language? {
        scene.isJSON ? nil : current.ofNotices
    }
}
