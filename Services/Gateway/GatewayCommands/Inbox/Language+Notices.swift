import Domain
import Signals

extension Language {
    /// What to ask of notifications, so that its texts are in the language that this run speaks.
    var ofNotices: NotificationsSignal.Language {
        switch self {
        case .english: .en
        case .russian: .ru
        }
    }

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
