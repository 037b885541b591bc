import Coordination
import Domain
import Sodium

/// What failed attempts are counted by: a hash of the login as it was typed, or of a user, a session or a device.
///
/// Counting goes by what was typed and not by whose account it is, so that a login that belongs to nobody is slowed
/// down exactly like one that belongs to somebody. Only the hash is kept: people type passwords into the wrong field.
struct LoginKey: Hashable, Sendable {
    let bytes: [UInt8]

    /// The key of a login: the case of letters does not count, nor do spaces around it.
    init(login: String) { bytes = Digest.blake2b256(Array(("login:" + Self.normalised(login)).utf8)) }

    /// The key of a login that a process gives.
    init(login: String, from peer: PeerProcess?) {
        bytes = Digest.blake2b256(Array("login-from:\(Self.text(of: peer)):\(Self.normalised(login))".utf8))
    }

    /// The key of a session in which the password is asked for again.
    init(userID: String, sessionID: String) {
        bytes = Digest.blake2b256(Array("session:\(userID):\(sessionID)".utf8))
    }

    /// The key of a device on which somebody signed in before.
    init(device id: [UInt8]) { bytes = Digest.blake2b256(Array("device:".utf8) + id) }

    /// The key of a user whose one-time codes are checked, whoever asks for one.
    init(codesOf userID: String) { bytes = Digest.blake2b256(Array(("code:" + userID).utf8)) }

    /// The key of a login by which somebody tries to reset a password.
    init(resetOf login: String) { bytes = Digest.blake2b256(Array(("reset:" + Self.normalised(login)).utf8)) }

    /// The key of a login by which a process tries to reset a password.
    init(resetOf login: String, from peer: PeerProcess?) {
        bytes = Digest.blake2b256(Array("reset-from:\(Self.text(of: peer)):\(Self.normalised(login))".utf8))
    }

    /// Every key that failures of a user may be counted by, but those of processes and devices, which are forgotten
    /// after a day.
    static func all(of user: User, sessions: [AuthSession]) -> [LoginKey] {
        let logins = [user.email?.key, user.username?.text].compactMap { $0 }
        return logins.flatMap { [LoginKey(login: $0), LoginKey(resetOf: $0)] } + [LoginKey(codesOf: user.id)]
            + sessions.map { LoginKey(userID: user.id, sessionID: $0.id) }
    }

    private static func text(of peer: PeerProcess?) -> String { peer.map { "\($0.userID).\($0.processID)" } ?? "" }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// A login as accounts are looked up by it.
    static func normalised(_ login: String) -> String {
        var characters = login[...]
        while characters.first?.isWhitespace == true { characters.removeFirst() }
        while characters.last?.isWhitespace == true { characters.removeLast() }
        return characters.lowercased()
    }
}
