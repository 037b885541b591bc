import Coordination
import Domain
import Reasons
import Signals

/// The rules for a new password: 8 ... 1024 characters of any kind, and not a common one.
///
/// There are no composition rules, and nothing is trimmed or changed: the bytes as received (UTF-8) are hashed.
/// - Source: OWASP ASVS 5.0, 6.2; NIST SP 800-63B.
struct PasswordPolicy: Sendable {
    static let fewestCharacters = 8
    static let mostCharacters = 1024
    /// An upper bound in bytes: a character may consist of any number of code points.
    static let mostBytes = 8192

    /// Checks a new password. `knownNames` are names of its owner that others know: the password must not be one of
    /// them or a word of one, with or without a usual suffix.
    /// - Throws: ``Fault`` `invalidArgument` for one that is too long, `weakPassword` for one that is too short or too
    ///   common.
    func check(_ password: String, field: String, knownNames: [String]) throws(Fault) {
        guard password.utf8.count <= Self.mostBytes, password.count <= Self.mostCharacters else {
            throw .invalidArgument(field, .tooLongText, ["most": .number(Self.mostCharacters)])
        }
        guard password.count >= Self.fewestCharacters else {
            throw Fault(
                .weakPassword, .passwordTooShort, ["least": .number(Self.fewestCharacters)], field: field)
        }
        let lowered = password.lowercased()
        let names = knownNames.map { $0.lowercased() }
        let words = names.flatMap { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) }
        // Shorter words with a suffix are not recognizable as a name.
        let known = Set(names + words.filter { $0.count >= 3 } + names.map { $0.filter { !$0.isWhitespace } })
        guard !CommonPasswords.contains(lowered, names: known) else {
            throw Fault(.weakPassword, .passwordTooCommon, field: field)
        }
    }
}
