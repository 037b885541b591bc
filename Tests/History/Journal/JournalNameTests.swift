import Domain
import Testing

@testable import HistoryService

/// Goal: a name that a reader accepts, as near to the user's as the format allows, and different ones for different
/// accounts.
@Suite struct JournalNameTests {
    @Test(
        arguments: [
            ("main", "Main"), ("Касса №2", "Касса-2"), ("a  b", "A-b"), ("现金", "X-现金"), ("12 months", "12-months"),
            ("ß", "SS"), ("e\u{301}te\u{301}", "Ete"), ("--x--", "X"), ("a:b", "A-b"), ("\u{1F600}", nil), ("", nil),
            ("x\n1 open", "X-1-open"),
        ] as [(String, String?)])
    func beancountHasLettersDigitsAndDashes(text: String, name: String?) {
        #expect(BeancountJournalWriter.naming.part(text) == name)
    }

    @Test(
        arguments: [
            ("main", "main"), ("Касса №2", "Касса №2"), ("  a \t  b\u{A0}\u{3000}c ", "a b c"), ("a;b:c", "a,b-c"),
            ("", nil), (" \n ", nil), ("(x)", "(x)"), ("a\u{1B}[2Jb", "a\u{FFFD}[2Jb"),
        ] as [(String, String?)])
    func hledgerHasNoTwoSpacesAndNoSemicolon(text: String, name: String?) {
        #expect(HledgerJournalWriter.naming.part(text) == name)
    }

    @Test func differentAccountsHaveDifferentNamesAndTheOlderOnesKeepTheirs() {
        let accounts = ["main", "Main", "main-2", ""].enumerated().map { index, name in
            OwnedAccount(id: "a\(index)", userID: "anna", currency: .rubles, name: name)
        }
        let categories = ["food", "Food", "food:out", "food : out", "uncategorized"]
        for count in 1...accounts.count {
            let names = JournalNames(
                BeancountJournalWriter.naming, accounts: Array(accounts.prefix(count)), categories: categories)
            let all = ["Main", "Main-2", "Main-2-2", "Unnamed"]
            #expect((0..<count).map { names[.own("a\($0)")] } == all.prefix(count).map { "Assets:" + $0 })
            #expect(
                categories.map { names[.expenses($0)] } == [
                    "Expenses:Food", "Expenses:Food-2", "Expenses:Food:Out", "Expenses:Food:Out-2",
                    "Expenses:Uncategorized-2",
                ])
            #expect(names[.income(nil)] == "Income:Uncategorized")
        }
    }
}
