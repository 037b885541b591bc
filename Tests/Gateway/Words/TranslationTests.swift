import Domain
import Testing

@testable import GatewayCommandLine
@testable import GatewayCommands
@testable import GatewayService
@testable import GatewayWords

/// Every text of the tables exists in both languages.
@Suite struct TranslationTests {
    @Test(arguments: CommandTable.all.map(\.name))
    func everyCommandSpeaksRussian(_ name: String) throws {
        let command = try #require(CommandTable.all.first { $0.name == name })
        let lacking = Self.texts(of: command).filter { !Self.isTranslated($0) }
        #expect(lacking.map(\.description) == [])
    }

    @Test func noSummaryIsTranslatedForNobody() {
        let said = Set(CommandTable.all.map { $0.summary.spoken(in: .russian) })
        #expect(SignalSummary.tables.joined().filter { !said.contains($0.value) }.map(\.key) == [])
    }

    @Test(arguments: GlobalFlags.shapes + [GlobalFlags.idempotencyKey])
    func flagsOfEveryCommandSpeakRussian(_ flag: FlagShape) {
        #expect(Self.isTranslated(flag.summary), "--\(flag.name)")
    }

    @Test(arguments: HelpTopic.allCases)
    func topicsSpeakRussian(_ topic: HelpTopic) {
        let english = topic.page.rendered(width: nil, hasColor: false)
        let russian = Language.$current.withValue(.russian) { topic.page.rendered(width: nil, hasColor: false) }
        #expect(english != russian)
    }

    /// Returns every text that help may show for a command.
    static func texts(of command: any Command) -> [Text] {
        [command.summary] + command.notes + command.flags.map(\.summary) + command.examples.map(\.meaning)
    }

    /// Returns true when a text is Russian in Russian and contains no Russian in English.
    static func isTranslated(_ text: Text) -> Bool {
        func isRussian(_ text: String) -> Bool { text.unicodeScalars.contains { ("а"..."я").contains($0) } }
        return isRussian(text.spoken(in: .russian)) && !isRussian(text.spoken(in: .english))
    }
}
