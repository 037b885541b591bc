import Glibc
import Signals

/// The rules by which a file goes to an account: its name, else the account that it names, else the usual account.
package struct AccountRules: Hashable, Sendable {
    /// A pattern of names, such as `sber*.csv`, and the account of such files.
    package struct Rule: Hashable, Sendable {
        package let pattern: String
        package let account: String

        package init(pattern: String, account: String) {
            self.pattern = pattern
            self.account = account
        }
    }

    private static let shortestNumber = 4

    private let rules: [Rule]
    private let usual: String?

    /// - Parameters:
    ///   - rules: The first that fits counts.
    ///   - usual: The account of all other files.
    package init(_ rules: [Rule], usual: String?) {
        self.rules = rules
        self.usual = usual
    }

    /// Returns the id of the account for a file; nil when no rule tells.
    ///
    /// - Parameter number: The account in the file.
    package func account(
        of name: String, number: String?, among accounts: [LedgerSignal.Account]
    ) -> LedgerSignal.Account? {
        let ruled = account(named: name, among: accounts) ?? number.flatMap { account(named: $0, among: accounts) }
        return ruled ?? number.flatMap { Self.account(numbered: $0, among: accounts) } ?? usualAccount(among: accounts)
    }

    /// Returns the account whose currency is assumed while a file is read for the first time.
    func assumed(for name: String, among accounts: [LedgerSignal.Account]) -> LedgerSignal.Account? {
        account(named: name, among: accounts) ?? usualAccount(among: accounts)
    }

    private func usualAccount(among accounts: [LedgerSignal.Account]) -> LedgerSignal.Account? {
        usual.flatMap { usual in accounts.first { $0.id == usual } }
    }

    private func account(named name: String, among accounts: [LedgerSignal.Account]) -> LedgerSignal.Account? {
        let rule = rules.first { fnmatch($0.pattern, name, 0) == 0 }
        return rule.flatMap { rule in accounts.first { $0.id == rule.account } }
    }

    /// Returns the open account that has a number in its name, if there is only one: `Main DE02 1203` for `DE021203`.
    private static func account(
        numbered number: String, among accounts: [LedgerSignal.Account]
    ) -> LedgerSignal.Account? {
        let wanted = plain(number)
        guard wanted.count >= shortestNumber else { return nil }
        let found = accounts.filter { account in
            account.status != .closed
                && (plain(account.name) == wanted || contains(wanted, words: account.name.split(separator: " ")))
        }
        return found.count == 1 ? found.first : nil
    }

    /// True when neighbouring words are the number together.
    private static func contains(_ number: String, words: [Substring]) -> Bool {
        words.indices.contains { start in
            var joined = ""
            for word in words[start...] where joined.count < number.count {
                joined += plain(String(word))
                if joined == number { return true }
            }
            return false
        }
    }

    private static func plain(_ text: String) -> String {
        text.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}
