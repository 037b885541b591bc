import Coordination
import Domain
import Reasons
import Signals

/// What a new password must be: 8 ... 1024 characters, any of them, and not among the commonest.
///
/// No rules of composition, nothing is trimmed or changed: the password is hashed as the bytes that came (UTF-8).
/// - Source: OWASP ASVS 5.0, 6.2; NIST SP 800-63B.
struct PasswordPolicy: Sendable {
    static let fewestCharacters = 8
    static let mostCharacters = 1024
    /// A character may consist of any number of code points; a password may not.
    static let mostBytes = 8192

    /// Checks a new password. `knownNames` are what others know of its owner: the password may be none of them, no word
    /// of them and neither with one of the usual tails.
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
        // A word of two letters with a tail is no name any more.
        let known = Set(names + words.filter { $0.count >= 3 } + names.map { $0.filter { !$0.isWhitespace } })
        guard !CommonPasswords.contains(lowered, names: known) else {
            throw Fault(.weakPassword, .passwordTooCommon, field: field)
        }
    }
}
