import Curl
import Domain
import Signals
import StrictJSON

/// Messages to a topic of a server of ntfy.
///
/// - Source: docs.ntfy.sh/publish, "Publish as JSON", "Message priority", "Tags & emojis", "Access tokens", "Updating +
///   deleting notifications". `sequence_id` is the id of the message: from ntfy 2.16 on a repetition replaces the
///   notification that is there; earlier servers ignore it.
struct NtfyForm: PushForm {
    let vault: SecretVault
    let service = "ntfy"

    func post(_ parcel: Parcel, at now: Instant) throws -> WebPost {
        let channel = parcel.channel
        let (server, topic) = Self.parts(of: channel.address)
        var post = WebPost(url: server + "/", body: Self.body(parcel, topic))
        if let sealed = channel.secret {
            let token = try vault.openToken(sealed, of: channel.id).text
            post.headers = [HTTPHeader("Authorization", "Bearer \(token)")]
        }
        return post
    }

    func isReceipt(_ answer: JSONNode) -> Bool {
        answer.member("id")?.string?.isEmpty == false && answer.member("topic")?.string?.isEmpty == false
    }

    /// Returns the address of a topic, which has no slash.
    static func address(_ server: String, _ topic: String) -> String { "\(server)/\(topic)" }

    private static func parts(of address: String) -> (server: String, topic: String) {
        let topic = address.split(separator: "/").last ?? ""
        return (String(address.dropLast(topic.utf8.count + 1)), String(topic))
    }

    private static func body(_ parcel: Parcel, _ topic: String) -> [UInt8] {
        let message = PushMessage(parcel)
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("topic", topic)
        writer.member("title", message.title)
        writer.member("message", message.text)
        writer.member("priority", priority(message.urgency))
        writer.key("tags")
        writer.beginArray()
        let categories = Set(parcel.notices.map(\.category))
        for category in NotificationsSignal.Category.allCases where categories.contains(category) {
            writer.value(tag(category))
        }
        writer.endArray()
        writer.member("sequence_id", parcel.delivery.id)
        writer.endObject()
        return writer.finish()
    }

    /// 1 to 5; 3 is the default.
    private static func priority(_ urgency: PushMessage.Urgency) -> Int {
        switch urgency {
        case .low: 2
        case .usual: 3
        case .high: 4
        }
    }

    /// Returns the name of a picture, which stands before the title in every language.
    private static func tag(_ category: NotificationsSignal.Category) -> String {
        switch category {
        case .moneyIn: "moneybag"
        case .moneyOut: "money_with_wings"
        case .imports: "inbox_tray"
        case .payments: "calendar"
        case .prices: "label"
        case .forecast: "chart_with_downwards_trend"
        case .patterns: "mag"
        case .coupons: "receipt"
        case .channels: "satellite"
        case .security: "lock"
        }
    }
}
