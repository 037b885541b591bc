import Coordination
import Domain
import Fido2
import Reasons
import Signals
import Sodium

extension Fault {
    static let passkeyChallengeOver = Fault(.invalidCredentials, .passkeyChallengeOver)
    static let passkeyNotAccepted = Fault(.invalidCredentials, .passkeyNotAccepted)
    static let noSuchPasskey = Fault(.notFound, .noSuchPasskey, field: "id")
    static let passkeysUnavailable = Fault(.unavailable, .passkeysUnavailable)
    static let tooManyPasskeys = Fault(
        .limitExceeded, .tooManyPasskeys, ["limit": .number(Passkey.mostPerUser)])

    static func passkeyUnreadable(_ field: String) -> Fault { invalidArgument(field, .passkeyUnreadable) }
}

/// Reads the parts of an answer of an authenticator.
enum PasskeyInput {
    /// Decodes a part.
    ///
    /// - Parameter most: The most bytes.
    /// - Throws: ``Fault`` `invalidArgument`.
    static func bytes(of text: String, field: String, most: Int) throws(Fault) -> [UInt8] {
        guard text.utf8.count <= (most * 4 + 2) / 3, let bytes = Base64URL.decode(text), !bytes.isEmpty,
            bytes.count <= most
        else { throw .passkeyUnreadable(field) }
        return bytes
    }

    /// Checks that passkeys can be checked at all.
    ///
    /// - Throws: ``Fault`` `unavailable`.
    static func requireLibrary() throws(Fault) {
        do throws(Fido2Error) { try Fido2Library.load() } catch { throw .passkeysUnavailable }
    }

    /// Checks the name of a passkey.
    ///
    /// - Throws: ``Fault`` `emptyField`, `invalidArgument`.
    static func name(_ name: String) throws(Fault) -> String {
        try Fault.requireFilled(name, "name")
        guard name.utf8.count <= 4 * Passkey.longestName, name.count <= Passkey.longestName else {
            throw .invalidArgument("name", .tooLongText, ["most": .number(Passkey.longestName)])
        }
        return name
    }
}
