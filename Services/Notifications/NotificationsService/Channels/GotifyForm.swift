import Curl
import Domain
import StrictJSON

/// Messages of an application at a server of Gotify.
///
/// A message has no key against repetitions: its id is among the extras, for programs that read them, and its text ends
/// with its reference.
///
/// - Source: gotify.net/docs/pushmsg, gotify.net/docs/msgextras; the priorities of the app for Android.
struct GotifyForm: PushForm {
    let vault: SecretVault
    let service = "Gotify"

    func post(_ parcel: Parcel, at now: Instant) throws -> WebPost {
        let channel = parcel.channel
        let token = try channel.secret.map { try vault.openToken($0, of: channel.id).text } ?? ""
        return WebPost(
            url: "\(channel.address)/message", headers: [HTTPHeader("X-Gotify-Key", token)], body: Self.body(parcel))
    }

    func isReceipt(_ answer: JSONNode) -> Bool { answer.member("id")?.int64 != nil }

    private static func body(_ parcel: Parcel) -> [UInt8] {
        let message = PushMessage(parcel)
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("title", message.title)
        writer.member("message", message.text)
        writer.member("priority", priority(message.urgency))
        writer.key("extras")
        writer.beginObject()
        // What people write never becomes markup.
        writer.member("client::display", raw: Array(#"{"contentType":"text/plain"}"#.utf8)[...])
        writer.key("kopilka::message")
        writer.beginObject()
        writer.member("id", parcel.delivery.id)
        writer.endObject()
        writer.endObject()
        writer.endObject()
        return writer.finish()
    }

    /// 0 to 10; from 4 on a phone sounds, from 8 on it also vibrates.
    private static func priority(_ urgency: PushMessage.Urgency) -> Int {
        switch urgency {
        case .low: 2
        case .usual: 5
        case .high: 8
        }
    }
}
