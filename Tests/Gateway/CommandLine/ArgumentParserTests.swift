import Domain
import Testing

@testable import GatewayCommandLine
@testable import GatewayService
@testable import GatewaySession
@testable import GatewayWords

@Suite struct ArgumentParserTests {
    private let flags = [
        FlagShape("from", .text, isRequired: true, Text(verbatim: "Giver.")),
        FlagShape("to", .text, isRequired: true, Text(verbatim: "Getter.")),
        FlagShape("amount", .money, isRequired: true, Text(verbatim: "How much.")),
        FlagShape("currency", .currency, Text(verbatim: "Of the amount.")),
        FlagShape("description", .text, Text(verbatim: "What for.")),
        FlagShape("type", .choice(["income", "expense"]), Text(verbatim: "Which.")),
        FlagShape("limit", .number, short: "n", Text(verbatim: "How many.")),
        FlagShape("all", .toggle, Text(verbatim: "All.")),
        FlagShape("wait", .duration, Text(verbatim: "How long.")),
    ]

    private func parse(_ arguments: String...) throws(UsageError) -> ParsedArguments {
        try ArgumentParser.parse(
            arguments, command: "transfer", flags: flags, positional: ["from", "to", "amount"])
    }

    private func rubles(_ minorUnits: Int64) throws -> ParsedArguments.Value {
        .money(Money(minorUnits: minorUnits, currency: try #require(Currency(code: "RUB"))))
    }

    @Test func wordsFillPositionalFieldsInOrder() throws {
        let parsed = try parse("main", "abc", "500", "RUB", "--description", "for lunch")
        #expect(parsed.text("from") == "main")
        #expect(parsed.text("to") == "abc")
        #expect(parsed["amount"] == (try rubles(50_000)))
        #expect(parsed.text("description") == "for lunch")
    }

    @Test(arguments: [
        ["main", "abc", "500RUB"], ["main", "abc", "500 RUB"], ["main", "abc", "500", "--currency", "RUB"],
        ["--from", "main", "--to=abc", "--amount", "500", "RUB"], ["--from=main", "abc", "500.00", "rub"],
        ["main", "--amount=500 RUB", "abc"], ["--", "main", "abc", "500", "RUB"],
    ])
    func anAmountMayBeWrittenInManyWays(_ arguments: [String]) throws {
        let parsed = try ArgumentParser.parse(
            arguments, command: "transfer", flags: flags, positional: ["from", "to", "amount"])
        #expect(parsed.text("from") == "main")
        #expect(parsed.text("to") == "abc")
        #expect(parsed["amount"] == (try rubles(50_000)))
    }

    @Test func aNegativeNumberIsAWordAndNotAFlag() throws {
        #expect(try parse("main", "abc", "-5", "RUB")["amount"] == (try rubles(-500)))
    }

    @Test func aValueThatLooksLikeAFlagIsWrittenWithAnEqualsSign() throws {
        let error = #expect(throws: UsageError.self) { try parse("--description", "-tea", "main") }
        #expect(error?.hint?.spoken(in: .english) == "a value that begins with - is written so: --description=-tea")
        #expect(try parse("--description=-tea", "main", "abc", "5").text("description") == "-tea")
        let flag = #expect(throws: UsageError.self) { try parse("--description", "--all", "main") }
        #expect(flag != nil && flag?.hint == nil)
    }

    @Test func allMissingFieldsAreNamedAtOnce() {
        let error = #expect(throws: UsageError.self) { try parse() }
        #expect(error?.message.description == "transfer needs FROM and TO and AMOUNT.")
    }

    @Test(arguments: [
        ["500"], ["1 500,50"], ["1", "500,50"], ["1", "500", "руб"], ["$5"], ["$", "5"], ["5", "к"], ["5к", "₽"],
        ["1,500"], ["1", "234", "567"],
    ])
    func anAmountWithoutACodeWaitsForItsAccount(_ words: [String]) throws {
        let parsed = try ArgumentParser.parse(
            ["main", "abc"] + words, command: "transfer", flags: flags, positional: ["from", "to", "amount"])
        #expect(parsed["amount"] == .amount(words.joined(separator: " ")))
    }

    @Test(arguments: ["abc", "5OO", "1.000.000x"])
    func whatIsNoAmountIsSaidToBeNone(number: String) {
        let error = #expect(throws: UsageError.self) { try parse("a", "b", number, "RUB") }
        #expect(error?.message.description == "\"\(number) RUB\" is not an amount.")
        #expect(error?.field == "amount")
    }

    @Test(arguments: [("--dry-run", "--preview"), ("--force", "--replace"), ("--since", "--from")])
    func aFlagOfOtherProgramsLeadsToOurs(_ theirs: String, _ ours: String) {
        let flags = ["preview", "replace", "from"].map { FlagShape($0, .toggle, Text("", "")) }
        let error = #expect(throws: UsageError.self) {
            try ArgumentParser.parse([theirs], command: "import", flags: flags, positional: [])
        }
        #expect(error?.hint?.description == "did you mean \(ours)?")
    }

    @Test func aTypoGetsAQuestion() {
        let error = #expect(throws: UsageError.self) { try parse("a", "b", "5 RUB", "--descripton", "x") }
        #expect(error?.hint?.description == "did you mean --description?")
        let choice = #expect(throws: UsageError.self) { try parse("a", "b", "5 RUB", "--type", "incom") }
        #expect(choice?.hint?.description == "did you mean income?")
        #expect(choice?.message.description == "--type must be one of income, expense.")
    }

    /// Goal: a flag accepts each value as pages show it, in either language, independent of the language of the run.
    @Test func whatIsShownForAValueIsTaken() throws {
        for language in Language.allCases {
            try Language.$current.withValue(language) {
                for word in ["income", "приход", "Приход", "INCOME"] {
                    let parsed = try parse("a", "b", "5 RUB", "--type", word)
                    #expect(parsed["type"] == .text("income"), "\(word)")
                }
            }
        }
        let wrong = #expect(throws: UsageError.self) { try parse("a", "b", "5 RUB", "--type", "прихд") }
        Language.$current.withValue(.russian) {
            let wrong = #expect(throws: UsageError.self) { try parse("a", "b", "5 RUB", "--type", "прихд") }
            #expect(wrong?.message.description == "--type — одно из: income (приход), expense (расход).")
            #expect(wrong?.hint?.description == "может быть, приход?")
        }
        #expect(wrong?.message.description == "--type must be one of income, expense.")
    }

    /// Every value that a flag of any command accepts, and every word that pages show for it.
    @Test func noWordStandsForTwoValuesOfAFlag() {
        var met: Set<String> = []
        for flag in CommandTable.all.flatMap(\.flags) {
            guard case .choice(let values) = flag.kind else { continue }
            for value in values {
                #expect(ChoiceWords.value(of: value, among: values) == value)
                Language.$current.withValue(.russian) {
                    guard let shown = ChoiceWords.meaning(of: value, among: values) else { return }
                    #expect(ChoiceWords.value(of: shown, among: values) == value, "\(flag.name): \(shown)")
                    met.insert(shown)
                }
            }
        }
        #expect(
            met.isSuperset(of: ["приход", "месяц", "просрочена", "пробный период", "свечи", "поступление"]), "\(met)")
    }

    @Test(arguments: [
        ["a", "b", "5", "RUB", "extra"], ["a", "b", "5", "RUB", "--limit", "x"], ["a", "b", "5", "RUB", "--limit"],
        ["a", "b", "5", "RUB", "--all=yes"], ["a", "b", "5", "RUB", "--all", "--all"], ["a", "b", "5", "RUB", "-x"],
        ["a", "b", "5", "RUB", "--wait", "5 years"], ["a", "b", "5", "RUB", "--wait", "0s"],
        ["a", "b", "5", "XYZ"], ["a", "b", "5,000,00", "RUB"], ["a", "b", "five", "RUB"], ["a", "b", "5", "50"],
        ["a", "b", "5", "RUB", "--currency", "USD"],
    ])
    func whatDoesNotFitIsRefused(_ arguments: [String]) {
        #expect(throws: UsageError.self) {
            try ArgumentParser.parse(
                arguments, command: "transfer", flags: flags, positional: ["from", "to", "amount"])
        }
    }

    @Test func numbersTogglesAndDurationsAreRead() throws {
        let parsed = try parse("a", "b", "5 RUB", "-n", "7", "--all", "--wait", "2m")
        #expect(parsed.number("limit") == 7)
        #expect(parsed.isOn("all"))
        #expect(parsed.duration("wait") == .seconds(120))
    }

    @Test(arguments: ["--password", "--password=hunter2", "--token", "--current", "--new"])
    func secretsAreNeverTakenFromTheCommandLine(_ flag: String) {
        let error = #expect(throws: UsageError.self) { try parse("a", "b", "5 RUB", flag, "hunter2") }
        #expect(error?.message.description.contains("hunter2") == false)
        #expect(error?.hint?.description.contains("--password-stdin") == true)
    }
}
