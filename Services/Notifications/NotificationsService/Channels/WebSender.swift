import Curl
import Domain
import Reasons
import Signals
import Telegram

/// A sender of messages over HTTP, to servers that people name: a request, an answer of bounded size, no redirects,
/// and no private addresses but those that the house allows.
package struct WebSender: ChannelSending {
    private static let limit = Duration.seconds(20)
    private static let longestAnswer = 65_536
    /// The longest pause that a server can ask for.
    private static let longestPause = Duration.seconds(86_400)

    let client: HTTPClient
    let clock: WallClock
    /// Private addresses that are allowed nevertheless.
    let allowed: [AddressBlock]
    /// What is posted, and what answers to it mean.
    let form: any WebForm
    /// The time limit of a request.
    var patience = Self.limit

    package func send(_ parcel: Parcel) async -> SendOutcome? {
        let now = clock.now()
        let post: WebPost
        do {
            post = try form.post(parcel, at: now)
        } catch is SecretVault.CannotOpen {
            return .later(SendAnswer(.webhookSecretSealed))
        } catch {
            return .later(SendAnswer(verbatim: "\(error)"))
        }
        let request = HTTPRequest(
            .post, post.url, headers: [HTTPHeader("Content-Type", "application/json")] + post.headers, body: post.body,
            timeout: patience, maximumResponseBytes: Self.longestAnswer, destinations: destinations(of: post.url))
        do {
            return outcome(of: try await client.send(request), at: now)
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

    /// Returns what an answer means: redirects and pauses mean the same to all forms, which tell the rest apart.
    func outcome(of response: HTTPResponse, at now: Instant) -> SendOutcome {
        let after = response.header("Retry-After").flatMap { Self.retryAfter($0, at: now) }
        switch response.status {
        case 300...399:
            return .later(SendAnswer(.webhookRedirects, ["status": .number(response.status)]), after: after)
        case 429, 503: return .later(.status(of: response), after: after, pausesChannel: after != nil)
        default:
            let outcome = form.meaning(of: response)
            guard case .later(let answer, nil, false) = outcome else { return outcome }
            return .later(answer, after: after)
        }
    }

    /// Reads `Retry-After`, seconds or a date: RFC 9110, section 10.2.3.
    package static func retryAfter(_ text: String, at now: Instant) -> Duration? {
        if let seconds = Int64(text), seconds >= 0 { return min(.seconds(min(seconds, 1 << 32)), longestPause) }
        guard let moment = HTTPDate.read(text) else { return nil }
        return min(max(moment - now, .zero), longestPause)
    }
}

/// The differences between the kinds of channel over HTTP.
package protocol WebForm: Sendable {
    /// Writes the request of a message.
    /// - Throws: `SecretVault.CannotOpen`.
    func post(_ parcel: Parcel, at now: Instant) throws -> WebPost

    /// Returns what an answer means that is neither a redirect nor the request for a pause.
    func meaning(of response: HTTPResponse) -> SendOutcome
}

/// A request of a form: a POST of JSON.
package struct WebPost: Sendable {
    let url: String
    /// Header fields besides the type of the content.
    var headers: [HTTPHeader] = []
    /// JSON.
    let body: [UInt8]
}

extension SendAnswer {
    /// Returns an answer of the other side of which only the status counts.
    static func status(of response: HTTPResponse) -> SendAnswer {
        SendAnswer(.webhookStatus, ["status": .number(response.status)])
    }
}
