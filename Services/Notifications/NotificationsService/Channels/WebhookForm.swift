import Curl
import Domain
import Signals
import StrictJSON

/// Signed messages to programs of users.
///
/// - Source: Standard Webhooks 1.0.0: the header, the signature, the meaning of answers, Retry-After, 410.
struct WebhookForm: WebForm {
    let vault: SecretVault

    func post(_ parcel: Parcel, at now: Instant) throws -> WebPost {
        let body = Self.body(parcel)
        return WebPost(
            url: parcel.channel.address,
            headers: [
                HTTPHeader("webhook-id", parcel.delivery.id),
                HTTPHeader("webhook-timestamp", String(now.microseconds / 1_000_000)),
                HTTPHeader("webhook-signature", try signatures(parcel, body, at: now).joined(separator: " ")),
            ], body: body)
    }

    func meaning(of response: HTTPResponse) -> SendOutcome {
        switch response.status {
        case 200...299: .taken(answer: .status(of: response))
        case 403, 410: .gone(.status(of: response))
        default: .later(.status(of: response))
        }
    }

    /// Signs by the new secret first, and by the old one while both are valid.
    private func signatures(_ parcel: Parcel, _ body: [UInt8], at now: Instant) throws -> [String] {
        let channel = parcel.channel
        var sealed = [channel.secret].compactMap { $0 }
        if let old = channel.oldSecret, let until = channel.oldSecretUntil, now < until { sealed.append(old) }
        return try sealed.map { secret in
            try vault.open(secret, of: channel.id).signature(
                id: parcel.delivery.id, timestamp: now.microseconds / 1_000_000, body: body)
        }
    }

    /// Returns `{"type", "timestamp", "data"}`.
    static func body(_ parcel: Parcel) -> [UInt8] {
        let notices = parcel.notices
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("type", notices.count == 1 ? "notification.\(notices[0].kind.rawValue)" : "notification.several")
        writer.member("timestamp", parcel.delivery.createdAt.description)
        writer.key("data")
        writer.beginObject()
        writer.member("id", parcel.delivery.id)
        writer.key("notifications")
        writer.beginArray()
        for notice in notices {
            writer.beginObject()
            writer.member("id", notice.id)
            writer.member("event", notice.event)
            writer.member("category", notice.category.rawValue)
            writer.member("kind", notice.kind.rawValue)
            writer.member("title", parcel.wording.title(notice))
            writer.member("body", parcel.wording.body(notice))
            writer.member("occurredAt", notice.occurredAt.description)
            writer.member("late", notice.isLate)
            if let subject = notice.facts.subject { writer.member("subject", subject) }
            if let amount = notice.facts.amount {
                writer.key("amount")
                writer.beginObject()
                writer.member("amount", amount.decimalText)
                writer.member("currency", amount.currency.code)
                writer.endObject()
            }
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        writer.endObject()
        return writer.finish()
    }
}
