import GatewayScenes
import GatewayWords

extension AnswerLetter {
    /// The word for a meaning, as lines name it.
    static func word(for kind: Answer.Kind) -> Text? {
        switch kind {
        case .yes: Text("yes", "да")
        case .no: Text("no", "нет")
        case .other: nil
        }
    }
}
