import Domain
import GatewayCommandLine
import GatewayWords
import Signals

extension Language {
    /// Asks for texts of notifications in the language of this run. A program that reads JSON gets them as its user wished,
    /// in whatever language the gateway was started: the same run is the same anywhere.
    @Sendable static func ask(_ arguments: inout ParsedArguments, _ scene: CommandScene) {
        if let language = ofNotices(scene) { arguments["language"] = .text(language.rawValue) }
    }

    /// The same for what is asked without arguments.
    static func ofNotices(_ scene: CommandScene) -> NotificationsSignal.Language? {
        scene.isJSON ? nil : current.ofNotices
    }
}
