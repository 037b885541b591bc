import Domain
import Terminal
import Testing

@testable import GatewayScenes
@testable import GatewayTerminal
@testable import GatewayWords

/// The key hints of every stored scene.
@Suite struct KeyLineSceneTests {
    /// Returns the pieces of the key hints, including help and Esc.
    private func pieces(_ screen: Screen, _ language: Language, columns: Int, rows: Int) -> [String] {
        let lines = GridRenderer(rows: rows, columns: columns, language: language)
            .grid(of: GridRenderer.Page(path: [screen.title, screen.title], screen: screen)).lines
        return lines.suffix(PaneLayout.keyRows(of: rows)).flatMap { line in
            line.split(separator: "  ").map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
        }
    }

    private func left(_ piece: String) -> Int? { piece.hasPrefix("+") ? Int(piece.dropFirst()) : nil }

    private static let sizes = [(80, 24), (60, 24), (110, 34)]

    @Test(arguments: Language.allCases, sizes)
    func whatMustBeThereIsThereAndTheOthersAreCounted(language: Language, size: (Int, Int)) throws {
        for (name, screen) in try GoldenScreenTests.screens() {
            let hinted = screen.offered(in: language).filter {
                $0.isHinted && $0.obstacle == nil && ($0.keys != nil || $0.key != nil)
            }
            let said = pieces(screen, language, columns: size.0, rows: size.1)
            let words = said.joined(separator: "  ")
            for action in hinted where action.rank == .must {
                let key = (action.keys ?? action.key.map(KeyText.name))?.spoken(in: language) ?? ""
                #expect(said.contains { $0.hasPrefix(key + " ") }, "\(name): \(key) in \(words)")
            }
            let pane = AppTexts.pane.spoken(in: language)
            let others = said.count { $0.contains(" \(pane)") && ($0.first?.isNumber == true || $0.hasPrefix("Tab")) }
            let shown = said.count { left($0) == nil } - 2 - others
            let hidden = said.compactMap(left).reduce(0, +)
            #expect(shown + hidden == hinted.count, "\(name): \(words)")
        }
    }

    @Test(arguments: Language.allCases) func theFirstScreenTellsHowToRegister(language: Language) {
        let screen = SignInView().screen(
            SignInState(
                form: Form([FormField("login", SignInTexts.login), FormField("password", SignInTexts.password)])))
        let said = pieces(screen, language, columns: 80, rows: 24)
        let title = SignInTexts.register.spoken(in: language)
        #expect(said.contains("F3 \(title)"), "\(said)")
        #expect(pieces(screen, language, columns: 46, rows: 24).contains { $0.hasPrefix("F3 ") })
    }
}
