import GatewayScenes
import GatewayWords

extension AnswerLetter {
    /// Returns the word for an answer in the lines of choices.
    static func word(for kind: Answer.Kind) -> Text? {
        switch kind {
        case .yes: Text("yes", "да")
        case .no: Text("no", "нет")
        case .other: nil
        }
    }
}
