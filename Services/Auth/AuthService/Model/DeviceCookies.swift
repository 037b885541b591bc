import Domain
import Sodium

/// Seals and opens device cookies. A cookie shows that a user has signed in on a device before: it is a number, sealed
/// and bound to the user.
///
/// A cookie does not sign anybody in. The thief of a cookie can guess as often as the device itself, and can delay that
/// device. Cookies are not stored, so they cannot fill the database; the cookies of a deleted user open for nobody.
struct DeviceCookies: Sendable {
    private static let idCount = 16
    /// An upper bound of the length of a cookie.
    private static let longestText = 128

    let key: SecretBytes

    /// Returns the cookie of a device, with a new id when the device has none yet.
    func cookie(of userID: String, device id: [UInt8]?) throws -> String {
        var bytes = id ?? Random.bytes(Self.idCount)
        return Base64URL.encode(
            try SecretBox.seal(SecretBytes(moving: &bytes), key: key, context: Self.context(userID)))
    }

    /// Returns the device of a cookie; nil when it is not a cookie of this user.
    func device(in text: String, of userID: String) throws -> [UInt8]? {
        guard text.utf8.count <= Self.longestText, let box = Base64URL.decode(Array(text.utf8)),
            let id = try SecretBox.open(box, key: key, context: Self.context(userID))
        else { return nil }
        return id.withBytes { Array($0) }
    }

    private static func context(_ userID: String) -> [UInt8] { Array(("device:" + userID).utf8) }
}
