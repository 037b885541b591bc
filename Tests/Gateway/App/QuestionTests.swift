import Domain
import Signals
import Terminal
import Testing

@testable import GatewayCommands
@testable import GatewayScenes
@testable import GatewayTerminal
@testable import GatewayWords

/// Questions: the meaning of letters, words and keys as answers.
@Suite struct QuestionTests {
    private static let screen = Screen(
        Text(verbatim: "pay"), blocks: [.question(TransferTexts.question)],
        actions: [SceneAction("other", .character("y"), Text(verbatim: "other"))])

    private static let read: [(letter: Character, english: SceneInput?, russian: SceneInput?)] = [
        ("д", .perform("yes"), .perform("yes")), ("Д", .perform("yes"), .perform("yes")),
        ("y", .perform("yes"), .aim("yes")), ("Y", .perform("yes"), .aim("yes")), ("l", nil, .aim("yes")),
        ("n", .perform("no"), .perform("no")), ("н", .perform("no"), .perform("no")),
        ("т", .perform("no"), .perform("no")), ("N", .perform("no"), .perform("no")),
        ("q", nil, nil), ("j", nil, nil), ("о", nil, nil), ("й", nil, nil), (" ", nil, nil), ("в", nil, nil),
    ]

    @Test func lettersAreReadAsTheyAreWritten() {
        for (letter, english, russian) in Self.read {
            let key = TerminalKey.character(letter)
            #expect(
                KeyMap.input(for: key, on: Self.screen, also: [], in: .english) == english.map { .scene($0) },
                "\(letter) in English")
            #expect(
                KeyMap.input(for: key, on: Self.screen, also: [], in: .russian) == russian.map { .scene($0) },
                "\(letter) in Russian")
        }
    }

    @Test func pastedLettersAnswerNothing() {
        #expect(KeyMap.input(for: .paste("y\nд\n"), on: Self.screen, also: [], in: .english) == nil)
    }

    @Test func enterGivesTheChosenAnswerWhichIsNoAtFirst() {
        var question = TransferTexts.question
        #expect(question.receive(.enter) == "no")
        #expect(question.receive(.step(.right)) == nil && question.receive(.enter) == "yes")
        #expect(question.receive(.nextField) == nil && question.receive(.enter) == "no")
        #expect(question.receive(.aim("yes")) == nil && question.isAimed && question.receive(.enter) == "yes")
        #expect(question.receive(.step(.left)) == nil && !question.isAimed)
        #expect(question.receive(.perform("nonsense")) == nil)
        #expect(question.receive(.perform("yes")) == "yes")
    }

    @Test func threeAnswersHaveLettersOnlyForTheHarmlessOne() {
        var question = SubscriptionsTexts.removing(AppSamples.subscriptions[0].title)
        let screen = Screen(Text(verbatim: "remove"), blocks: [.question(question)])
        for letter in "yдlkdвл" {
            for language in Language.allCases {
                #expect(KeyMap.input(for: .character(letter), on: screen, also: [], in: language) == nil, "\(letter)")
            }
        }
        #expect(question.receive(.enter) == "no")
        _ = question.receive(.step(.last))
        #expect(question.receive(.enter) == "drop")
        #expect(PlainWord.input("2", on: screen, also: [], in: .russian) == [.scene(.perform("keep"))])
        #expect(PlainWord.input("нет", on: screen, also: [], in: .russian) == [.scene(.perform("no"))])
        #expect(PlainWord.input("1", on: screen, also: [], in: .russian) == nil)
    }

    @Test(arguments: [
        ("да", "yes"), ("Yes", "yes"), ("д", "yes"), ("нет", "no"), ("no", "no"), ("н", "no"), ("n", "no"),
    ])
    func wholeWordsAnswerInEitherLanguage(line: String, answer: String) {
        for language in Language.allCases {
            #expect(
                PlainWord.input(line, on: Self.screen, also: [], in: language)
                    == [.scene(.perform(ActionName(answer)))])
        }
    }

    @Test func aLineThatMayBeNoOnTheWrongLayoutIsAskedBackOnce() {
        #expect(PlainWord.input("y", on: Self.screen, also: [], in: .english) == [.scene(.perform("yes"))])
        #expect(PlainWord.input("y", on: Self.screen, also: [], in: .russian) == [.scene(.aim("yes"))])
        var question = TransferTexts.question
        _ = question.receive(.aim("yes"))
        let asked = Screen(Text(verbatim: "pay"), blocks: [.question(question)])
        #expect(PlainWord.input("y", on: asked, also: [], in: .russian) == [.scene(.perform("yes"))])
        #expect(PlainWord.input("ytn", on: asked, also: [], in: .russian) == nil, "нет on the wrong layout")
    }

    private func consent(_ lines: [String], in language: Language) throws -> (isGiven: Bool, prompts: [String]) {
        var prompts: [String] = []
        let isGiven = try Consent.isGiven(to: Text("Import?", "Принять?"), in: language) { prompt in
            prompts.append(prompt)
            return lines.count >= prompts.count ? lines[prompts.count - 1] : ""
        }
        return (isGiven, prompts)
    }

    @Test func theCommandLineAsksInTheSameWords() throws {
        #expect(try consent(["y"], in: .english) == (true, ["Import? [y/N] "]))
        #expect(try consent(["да"], in: .russian) == (true, ["Принять? [д/Н] "]))
        for line in ["н", "т", "нет", "", "n"] { #expect(try !consent([line], in: .russian).isGiven, "\(line)") }
        let (isGiven, prompts) = try consent(["y", "нет"], in: .russian)
        #expect(!isGiven && prompts.count == 2)
        #expect(try consent(["y", "y"], in: .russian).isGiven)
    }

    /// Every letter of every stored screen, on both layouts, does what is shown beside it, and no letter does what the
    /// screen shows for another.
    @Test(arguments: Language.allCases) func everyLetterDoesWhatTheScreenSays(language: Language) throws {
        let letters = Set(
            "abcdefghijklmnopqrstuvwxyz/-+<>?".map { $0 } + "абвгдежзийклмнопрстуфхцчшщъыьэюяё".map { $0 })
        for (name, screen) in try GoldenScreenTests.screens() {
            let offered = screen.offered(in: language)
            for letter in letters {
                let input = KeyMap.input(
                    for: .character(letter), on: screen, also: MainTexts.globalActions, in: language)
                guard case .scene(.perform(let done))? = input else { continue }
                let note: Comment = "\(letter) on \(name)"
                if screen.question != nil {
                    // Only the letters in the brackets, and those of the table.
                    let kind = screen.question?.answers.first { $0.name == done }?.kind
                    let wanted: Answer.Kind = AnswerLetter.meaning(of: letter, in: language) == .yes ? .yes : .no
                    #expect(kind == wanted, note)
                    continue
                }
                guard let action = offered.first(where: { $0.name == done }), case .character(let shown)? = action.key
                else {
                    Issue.record(note)
                    continue
                }
                #expect(shown == letter || shown == KeyboardLayout.latin(letter), note)
                #expect(!offered.contains { $0.key == .character(letter) && $0.name != done }, note)
            }
        }
    }
}
