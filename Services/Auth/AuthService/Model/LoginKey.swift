import Coordination
import Domain
import Sodium

/// The key by which failed attempts are counted: a hash of the login as typed, or of a user, a session or a device.
///
/// Attempts are counted by the typed login and not by the account, so that unknown logins are throttled exactly like
/// known ones. Only the hash is stored, because people type passwords into the wrong field.
struct LoginKey: Hashable, Sendable {
    let bytes: [UInt8]

    /// Creates the key of a login. Case and surrounding spaces do not distinguish logins.
    init(login: String) { bytes = Digest.blake2b256(Array(("login:" + Self.normalised(login)).utf8)) }

    /// Creates the key of a login from one process.
    init(login: String, from peer: RequestPeer?) {
        bytes = Digest.blake2b256(Array("login-from:\(Self.text(of: peer)):\(Self.normalised(login))".utf8))
    }

    /// Creates the key of a session in which the password is asked for again.
    init(userID: String, sessionID: String) {
        bytes = Digest.blake2b256(Array("session:\(userID):\(sessionID)".utf8))
    }

    /// Creates the key of a device on which the user signed in before.
    init(device id: [UInt8]) { bytes = Digest.blake2b256(Array("device:".utf8) + id) }

    /// Creates the key of a user whose one-time codes are checked, for all callers.
    init(codesOf userID: String) { bytes = Digest.blake2b256(Array(("code:" + userID).utf8)) }

    /// Creates the key of a passkey that signs in or proves.
    init(passkey credentialID: [UInt8]) { bytes = Digest.blake2b256(Array("passkey:".utf8) + credentialID) }

    /// Creates the key of a passkey that one process uses.
    init(passkey credentialID: [UInt8], from peer: RequestPeer?) {
        bytes = Digest.blake2b256(Array("passkey-from:\(Self.text(of: peer)):".utf8) + credentialID)
    }

    /// Creates the key of a login for which a password reset is attempted.
    init(resetOf login: String) { bytes = Digest.blake2b256(Array(("reset:" + Self.normalised(login)).utf8)) }

    /// Creates the key of a login for which one process attempts a password reset.
    init(resetOf login: String, from peer: RequestPeer?) {
        bytes = Digest.blake2b256(Array("reset-from:\(Self.text(of: peer)):\(Self.normalised(login))".utf8))
    }

    /// Returns all keys by which failures of a user may be counted, except those of processes and devices, which expire
    /// after a day.
    static func all(of user: User, sessions: [AuthSession]) -> [LoginKey] {
        let logins = [user.email?.key, user.username?.text].compactMap { $0 }
        return logins.flatMap { [LoginKey(login: $0), LoginKey(resetOf: $0)] } + [LoginKey(codesOf: user.id)]
            + sessions.map { LoginKey(userID: user.id, sessionID: $0.id) }
    }

    private static func text(of peer: RequestPeer?) -> String {
        switch peer {
        case .process(let userID, let processID): "\(userID).\(processID)"
        case .host(let name): "host \(name)"
        case nil: ""
        }
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Returns a login in the form in which accounts are looked up.
    static func normalised(_ login: String) -> String {
        var characters = login[...]
        while characters.first?.isWhitespace == true { characters.removeFirst() }
        while characters.last?.isWhitespace == true { characters.removeLast() }
        return characters.lowercased()
    }
}
