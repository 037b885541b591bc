import Domain
import Terminal
import Testing

@testable import GatewayScenes
@testable import GatewayTerminal
@testable import GatewayWords

@Suite struct KeyMapTests {
    private static let list = Screen(
        Text(verbatim: "list"), actions: [SceneAction("transfer", .character("t"), Text(verbatim: "transfer"))])
    private static let form = Screen(
        Text(verbatim: "form"), blocks: [.form(Form([FormField("to", Text(verbatim: "To"))]))],
        actions: [SceneAction("telegram", .function(2), Text(verbatim: "telegram"))])

    private func input(_ key: TerminalKey, _ screen: Screen = list) -> RouterInput? {
        KeyMap.input(for: key, on: screen, also: [], in: .english)
    }

    @Test(arguments: ["t", "е"] as [Character]) func lettersAreCommandsOnEitherLayout(letter: Character) {
        #expect(input(.character(letter)) == .scene(.perform("transfer")))
    }

    @Test(
        arguments: [("q", RouterInput.quit), ("й", .quit), ("?", .help), (",", .help), (":", .help)]
            as [(Character, RouterInput)])
    func commandsOfTheAppWorkOnEitherLayout(letter: Character, wanted: RouterInput) {
        #expect(input(.character(letter)) == wanted)
    }

    @Test func inAFieldLettersAreTyped() {
        #expect(input(.character("q"), Self.form) == .scene(.type("q")))
        #expect(input(.character("?"), Self.form) == .scene(.type("?")))
        #expect(input(.function(1), Self.form) == .help)
        #expect(input(.function(2), Self.form) == .scene(.perform("telegram")))
        #expect(input(.control("u"), Self.form) == .scene(.clearField))
    }

    @Test func aSlipInAChoiceDoesNotEndTheApp() {
        let choice = Screen(
            Text(verbatim: "form"),
            blocks: [.form(Form([FormField("kind", Text(verbatim: "Kind"), .choice([Text(verbatim: "a")]))]))])
        #expect(input(.character("q"), choice) == nil)
        #expect(input(.control("c"), choice) == .quit)
    }

    @Test func everyKeyOfTheRussianLayoutHasItsLatinOne() {
        let letters = Array("йцукенгшщзхъфывапролджэячсмитьбюё")
        #expect(Set(letters.compactMap { KeyboardLayout.latin($0) }).count == letters.count)
        #expect(KeyboardLayout.latin("q") == nil)
    }

    @Test func movementIsTheSameEverywhere() {
        #expect(input(.down) == .scene(.step(.down)))
        #expect(input(.character("j")) == .scene(.step(.down)))
        #expect(input(.escape) == .back)
        #expect(input(.down, Self.form) == .scene(.step(.down)))
    }
}
