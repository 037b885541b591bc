import Domain
import GatewayScenes
import GatewayWords
import Terminal

/// What is typed for an action where there are only lines.
enum PlainWord {
    /// Its letter, or a word where another key triggers it.
    static func word(for action: SceneAction) -> Text {
        if let letter = letter(of: action) { return Text(verbatim: letter) }
        let name = action.key == .enter ? .enter : action.name
        return words[name] ?? Text(verbatim: name.name)
    }

    /// The words of actions that have no letter.
    private static let words: [ActionName: Text] = [
        .enter: Text("enter", "ввод"), "save": Text("save", "сохранить"), "look": Text("look", "посмотреть"),
        "telegram": Text("telegram", "телеграм"), "register": Text("register", "регистрация"),
        "sign-out": Text("sign-out", "выйти"), "main": Text("main", "главная"), "account": Text("account", "счёт"),
        "older": Text("older", "раньше"), "newer": Text("newer", "позже"), "done": Text("done", "готово"),
        "other-end": Text("other-end", "другой край"), "all-found": Text("all-found", "все найденные"),
        "one-earlier": Text("one-earlier", "на одну раньше"), "one-later": Text("one-later", "на одну позже"),
        "five-earlier": Text("five-earlier", "на пять раньше"), "five-later": Text("five-later", "на пять позже"),
        "earlier": Text("earlier", "раньше"), "later": Text("later", "позже"),
        "zone": Text("zone", "пояс"), "quiet": Text("quiet", "тишина"), "digest": Text("digest", "сводка"),
        "amounts": Text("amounts", "суммы"), "own": Text("own", "своё"), "language": Text("language", "язык"),
    ]

    /// Whether a word, in any language, stands for an action.
    private static func means(_ action: SceneAction, _ word: String) -> Bool {
        let text = self.word(for: action)
        return Language.allCases.contains { text.spoken(in: $0) == word }
    }

    /// Its letter, where it has one.
    static func letter(of action: SceneAction) -> String? {
        if case .character(let letter)? = action.key, letter != " " { return String(letter) }
        return nil
    }

    /// The panes that a line wants read in full: `=2` the second, `==` all of them.
    static func panes(_ line: String, of screen: Screen) -> [Pane]? {
        guard line.hasPrefix("=") else { return nil }
        if line == "==" { return screen.panes }
        guard let number = Int(line.dropFirst()), screen.numbered.indices.contains(number - 1) else { return nil }
        return [screen.numbered[number - 1]]
    }

    /// What a line asks for; nil for what is none of the choices.
    ///
    /// - Parameter language: The one that the screen is read out in; the letters of a question are read by it.
    static func input(
        _ line: String, on screen: Screen, also global: [SceneAction], in language: Language
    ) -> [RouterInput]? {
        if let question = screen.question, let input = answer(line, question, language) { return [.scene(input)] }
        let word = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let single = word.count == 1 ? word.first : nil
        // At a question letters are read as they are written.
        let latin = screen.question == nil ? single.flatMap { KeyboardLayout.latin($0) }.map(String.init) : nil
        for word in [word, latin].compactMap({ $0 }) {
            if let action = (screen.offered + global).first(where: { means($0, word) }) {
                return [.scene(action.name == .enter ? .enter : .perform(action.name))]
            }
            switch word {
            case "?": return [.help]
            case ".", "back", "назад": return [.back]
            case "q", "quit", "exit", "выход": return [.quit]
            default: break
            }
        }
        if let number = Int(word), let list = screen.list, list.rows.indices.contains(number - 1) {
            return [.scene(.choose(number - 1)), .scene(.enter)]
        }
        return nil
    }

    /// The answer that a line gives, or chooses where it is to be asked back.
    private static func answer(_ line: String, _ question: Question, _ language: Language) -> SceneInput? {
        if let number = Int(line), question.answers.indices.contains(number - 1),
            question.answers[number - 1].kind == .other
        {
            return .perform(question.answers[number - 1].name)
        }
        switch AnswerLetter.meaning(ofLine: line, in: language) {
        case .yes: return question.answer(.yes).map { .perform($0.name) }
        case .no: return question.answer(.no).map { .perform($0.name) }
        // Asked back once: who says it again means it.
        case .perhapsYes:
            guard let yes = question.answer(.yes) else { return nil }
            return question.isAimed && question.chosenAnswer == yes ? .perform(yes.name) : .aim(yes.name)
        case nil: return nil
        }
    }
}
