import Domain
import Sodium

/// What failed sign-ins are counted by: a hash of the login as it was typed, or of a user whose password is asked again.
///
/// Counting goes by what was typed and not by whose account it is, so that a login that belongs to nobody is slowed down
/// exactly like one that belongs to somebody. Only the hash is kept: people type passwords into the wrong field.
struct LoginKey: Hashable, Sendable {
    let bytes: [UInt8]

    /// The key of a login: the case of letters does not count, nor do spaces around it.
    init(login: String) { bytes = Digest.blake2b256(Array(("login:" + Self.normalised(login)).utf8)) }

    /// The key of a signed-in user who has to give the password again.
    init(userID: String) { bytes = Digest.blake2b256(Array(("user:" + userID).utf8)) }

    /// The key of a user whose one-time codes are checked, whoever asks for one.
    init(codesOf userID: String) { bytes = Digest.blake2b256(Array(("code:" + userID).utf8)) }

    /// The key of a login by which somebody tries to reset a password.
    init(resetOf login: String) { bytes = Digest.blake2b256(Array(("reset:" + Self.normalised(login)).utf8)) }

    /// Every key that failures of a user may be counted by.
    static func all(of user: User) -> [LoginKey] {
        let logins = [user.email?.key, user.username?.text].compactMap { $0 }
        return logins.flatMap { [LoginKey(login: $0), LoginKey(resetOf: $0)] }
            + [LoginKey(userID: user.id), LoginKey(codesOf: user.id)]
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// A login as accounts are looked up by it.
    static func normalised(_ login: String) -> String {
        var characters = login[...]
        while characters.first?.isWhitespace == true { characters.removeFirst() }
        while characters.last?.isWhitespace == true { characters.removeLast() }
        return characters.lowercased()
    }
}
