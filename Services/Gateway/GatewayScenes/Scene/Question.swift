import Domain
import GatewayWords

/// A question with its answers, one of which is selected: the harmless one, until the user selects another.
package struct Question: Hashable, Sendable {
    /// The text of the question.
    package let text: Text
    /// The answers from left to right.
    package let answers: [Answer]
    /// The index of the answer that Enter gives.
    package private(set) var chosen: Int
    /// True when a letter selected an answer without giving it, which needs an explanation.
    package private(set) var isAimed = false

    /// Creates a question.
    ///
    /// - Parameter answers: At least one. The first that does nothing is selected.
    init(_ text: Text, _ answers: [Answer]) {
        precondition(!answers.isEmpty, "a question has answers")
        self.text = text
        self.answers = answers
        chosen = answers.firstIndex { $0.kind == .no } ?? 0
    }

    /// Creates a question with a yes and a no, named `yes` and `no`.
    init(_ text: Text, yes: Text, no: Text = AppTexts.no) {
        self.init(text, [Answer("no", no, .no), Answer("yes", yes, .yes)])
    }

    /// The answer that Enter gives.
    package var chosenAnswer: Answer { answers[chosen] }

    /// Returns the first answer of a kind.
    package func answer(_ kind: Answer.Kind) -> Answer? { answers.first { $0.kind == kind } }

    /// Handles an input for the answers.
    ///
    /// - Returns: The given answer; nil while none is given.
    mutating func receive(_ input: SceneInput) -> ActionName? {
        switch input {
        case .enter: return chosenAnswer.name
        case .perform(let name): return answers.first { $0.name == name }?.name
        case .aim(let name):
            guard let index = answers.firstIndex(where: { $0.name == name }) else { return nil }
            (chosen, isAimed) = (index, true)
        case .step(.left), .step(.up), .previousField: choose((chosen + answers.count - 1) % answers.count)
        case .step(.right), .step(.down), .nextField: choose((chosen + 1) % answers.count)
        case .step(.first): choose(0)
        case .step(.last): choose(answers.count - 1)
        default: break
        }
        return nil
    }

    private mutating func choose(_ index: Int) { (chosen, isAimed) = (index, false) }

    /// Returns the actions, with the letters of a language.
    func actions(in language: Language) -> [SceneAction] {
        answers.map { answer in
            SceneAction(answer.name, answer.kind.letter(in: language).map { .character($0) }, answer.title)
        } + [
            SceneAction("other-answer", .tab, QuestionTexts.choose), SceneAction(.enter, .enter, QuestionTexts.chosen),
        ]
    }
}

package struct Answer: Hashable, Sendable {
    /// The meaning of an answer for the scene that asks.
    package enum Kind: Hashable, Sendable {
        /// The action is carried out.
        case yes
        /// Nothing is done.
        case no
        /// The action is carried out in another way; no letter gives this answer.
        case other

        /// Returns the letter of the answer.
        package func letter(in language: Language) -> Character? {
            switch (self, language) {
            case (.yes, .english): "y"
            case (.yes, .russian): "д"
            case (.no, .english): "n"
            case (.no, .russian): "н"
            case (.other, _): nil
            }
        }
    }

    package let name: ActionName
    package let title: Text
    package let kind: Kind

    init(_ name: ActionName, _ title: Text, _ kind: Kind) { (self.name, self.title, self.kind) = (name, title, kind) }
}

/// The texts around every question.
package enum QuestionTexts {
    static let choose = Text("choose", "выбрать")
    static let chosen = Text("do the chosen", "выбранное")

    /// Explains why a letter selected an answer but did not give it.
    package static func aimed(_ title: Text) -> Text {
        Text(
            "The letter chooses “\(title)” and does not do it: Enter does.",
            "Буква выбирает «\(title)», но не делает: на клавише y стоит н, на l — д. Enter сделает.")
    }
}
