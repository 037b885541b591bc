import Coordination
import Domain
import Reasons
import Signals

/// The destination of a new channel, with the secret that goes with it.
struct ChannelTarget {
    private static let longestURL = 2000
    /// The longest topic in characters: docs.ntfy.sh/publish, and the server's own rule for topics.
    private static let longestTopic = 64

    /// An email address, a URL, or nothing for a chat, whose link decides.
    let address: String
    let secret: ChannelSecret?

    /// Reads the destination from a request.
    /// - Throws: ``Fault`` `invalidArgument`.
    init(of signal: NotificationsSignal.AddChannel) throws(Fault) {
        try Self.refuseOthers(signal)
        switch signal.kind {
        case .telegram: (address, secret) = ("", nil)
        case .email:
            guard let address = signal.address.flatMap({ EmailAddress($0) }) else {
                throw .invalidArgument("address", .notAnAddress)
            }
            (self.address, secret) = (address.text, nil)
        case .webhook:
            address = try Self.webAddress(signal.url)
            secret = .key(try signal.secret.map(ChannelRules.secret) ?? .random())
        case .ntfy:
            let server = try Self.server(signal.url)
            // ntfy does not work below a path, so a path is a topic or a mistake.
            guard let host = Channel.host(of: server), server.hasSuffix("://\(host)") else {
                throw .invalidArgument("url", .notAServer)
            }
            address = NtfyForm.address(server, try Self.topic(signal.topic))
            secret = try signal.token.map { text throws(Fault) in .token(try ChannelRules.token(text)) }
        case .gotify:
            address = try Self.server(signal.url)
            secret = .token(try ChannelRules.token(signal.token))
        }
    }

    /// Refuses members that are for another kind of channel.
    private static func refuseOthers(_ signal: NotificationsSignal.AddChannel) throws(Fault) {
        let wanted: Set<String> =
            switch signal.kind {
            case .telegram: []
            case .email: ["address"]
            case .webhook: ["url", "secret"]
            case .ntfy: ["url", "topic", "token"]
            case .gotify: ["url", "token"]
            }
        let given = [
            ("address", signal.address), ("url", signal.url), ("secret", signal.secret), ("topic", signal.topic),
            ("token", signal.token),
        ]
        for (field, value) in given where value != nil && !wanted.contains(field) {
            throw .invalidArgument(field, .notOfThisChannel)
        }
    }

    private static func webAddress(_ url: String?) throws(Fault) -> String {
        guard let url, let host = Channel.host(of: url), url.utf8.count <= longestURL,
            url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !host.isEmpty, !url.contains("#"), !host.contains("@"), !host.contains("\\")
        else { throw .invalidArgument("url", .notAWebAddress, ["most": .number(longestURL)]) }
        return url
    }

    /// Returns the URL of a server, without slashes at its end.
    private static func server(_ url: String?) throws(Fault) -> String {
        var url = try webAddress(url)
        guard !url.contains("?") else { throw .invalidArgument("url", .notAServer) }
        while url.hasSuffix("/") { url.removeLast() }
        return url
    }

    private static func topic(_ topic: String?) throws(Fault) -> String {
        guard let topic, (1...longestTopic).contains(topic.utf8.count),
            topic.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
        else { throw .invalidArgument("topic", .notATopic, ["most": .number(longestTopic)]) }
        return topic
    }
}
