import Domain
import Sodium

/// Makes and reads what a device shows that its user has signed in on before: a number, sealed and bound to the user.
///
/// It signs nobody in. Somebody who has stolen one can guess as often as the device itself, and keep that device
/// waiting. Nothing of it is kept, so there is nothing to fill up; those of a user who is gone open for nobody.
struct DeviceCookies: Sendable {
    private static let idCount = 16
    /// More than a cookie has.
    private static let longestText = 128

    let key: SecretBytes

    /// The cookie of a device, a new one when it has none yet.
    func cookie(of userID: String, device id: [UInt8]?) throws -> String {
        var bytes = id ?? Random.bytes(Self.idCount)
        return Base64URL.encode(
            try SecretBox.seal(SecretBytes(moving: &bytes), key: key, context: Self.context(userID)))
    }

    /// The device whose cookie this is, if it is one of this user's.
    func device(in text: String, of userID: String) throws -> [UInt8]? {
        guard text.utf8.count <= Self.longestText, let box = Base64URL.decode(Array(text.utf8)),
            let id = try SecretBox.open(box, key: key, context: Self.context(userID))
        else { return nil }
        return id.withBytes { Array($0) }
    }

    private static func context(_ userID: String) -> [UInt8] { Array(("device:" + userID).utf8) }
}
