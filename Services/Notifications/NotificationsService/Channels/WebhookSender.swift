import Curl
import Domain
import Reasons
import Signals
import StrictJSON
import Telegram

/// A sender of signed messages to programs of users.
///
/// - Source: Standard Webhooks 1.0.0: the header, the signature, the meaning of answers, Retry-After, 410.
package struct WebhookSender: ChannelSending {
    private static let limit = Duration.seconds(20)
    private static let longestAnswer = 65_536
    /// The longest pause that a server can ask for.
    private static let longestPause = Duration.seconds(86_400)

    let client: HTTPClient
    let vault: SecretVault
    let clock: WallClock
    /// Private addresses that are allowed nevertheless.
    let allowed: [AddressBlock]

    package func send(_ parcel: Parcel) async -> SendOutcome? {
        let (now, body) = (clock.now(), Self.body(parcel))
        let signatures: [String]
        do {
            signatures = try self.signatures(parcel, body, at: now)
        } catch is SecretVault.CannotOpen {
            return .later(SendAnswer(.webhookSecretSealed))
        } catch {
            return .later(SendAnswer(verbatim: "\(error)"))
        }
        let url = parcel.channel.address
        let request = HTTPRequest(
            .post, url,
            headers: [
                HTTPHeader("Content-Type", "application/json"), HTTPHeader("webhook-id", parcel.delivery.id),
                HTTPHeader("webhook-timestamp", String(now.microseconds / 1_000_000)),
                HTTPHeader("webhook-signature", signatures.joined(separator: " ")),
            ],
            body: body, timeout: Self.limit, maximumResponseBytes: Self.longestAnswer,
            destinations: destinations(of: url))
        do {
            return Self.outcome(of: try await client.send(request), at: now)
        } catch {
            switch error.code {
            case .cancelled, .closed: return nil
            case .forbiddenAddress: return .forbidden(SendAnswer(.addressNotAllowed))
            case .invalidRequest: return .refused(SendAnswer(error.refusal(.noAnswer)))
            default: return .later(SendAnswer(error.refusal(.noAnswer)))
            }
        }
    }

    package func refusal(of url: String) -> Reason? {
        let destinations = destinations(of: url)
        // Unencrypted requests go only to allowed addresses. If there are none, they are refused.
        if case .only(let blocks) = destinations, blocks.isEmpty { return .addressNotAllowed }
        return destinations.allow(host: Self.host(of: url)) == false ? .addressNotAllowed : nil
    }

    /// Returns the allowed destinations. Unencrypted requests stay within the allowed private addresses.
    private func destinations(of url: String) -> HTTPRequest.Destinations {
        url.hasPrefix("https://") ? .publicInternetAnd(allowed) : .only(allowed)
    }

    /// Returns the host without its port; `[::1]` with its brackets.
    package static func host(of url: String) -> String {
        let rest = url[(url.firstRange(of: "://")?.upperBound ?? url.startIndex)...].prefix { $0 != "/" && $0 != "?" }
        let bracket = rest.hasPrefix("[") ? rest.firstIndex(of: "]").map(rest.index(after:)) : nil
        return String(rest[..<(bracket ?? rest.firstIndex(of: ":") ?? rest.endIndex)])
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

    static func outcome(of response: HTTPResponse, at now: Instant) -> SendOutcome {
        let answer = SendAnswer(.webhookStatus, ["status": .number(response.status)])
        let after = response.header("Retry-After").flatMap { retryAfter($0, at: now) }
        switch response.status {
        case 200...299: return .taken(answer: answer)
        case 403, 410: return .gone(answer)
        case 300...399:
            return .later(SendAnswer(.webhookRedirects, ["status": .number(response.status)]), after: after)
        case 429, 503: return .later(answer, after: after, pausesChannel: after != nil)
        default: return .later(answer, after: after)
        }
    }

    /// Reads `Retry-After`, seconds or a date: RFC 9110, section 10.2.3.
    package static func retryAfter(_ text: String, at now: Instant) -> Duration? {
        if let seconds = Int64(text), seconds >= 0 { return min(.seconds(min(seconds, 1 << 32)), longestPause) }
        guard let moment = HTTPDate.read(text) else { return nil }
        return min(max(moment - now, .zero), longestPause)
    }
}
