import MicroHTTPD

/// The client that a proxy speaks for: RFC 7239, or the older `X-Forwarded-For`, `-Proto` and `-Host`.
///
/// Only the last entry counts, which the proxy itself has added. Earlier ones are the client's own words.
struct ForwardedClient: Equatable {
    /// The most bytes of these fields together.
    private static let longest = 2_048

    /// The address; nil when the proxy hides it.
    var address: WebPeer?
    /// True for a client that uses https.
    var isEncrypted: Bool
    /// The name that the client asked for; nil when the proxy has passed `Host` on.
    var host: String?

    /// Reads the fields of a request; nil when there are none, or they are malformed.
    init?(_ head: WebRequestHead) {
        let forwarded = head.values(of: "forwarded")
        let older = ["for", "proto", "host"].map { head.values(of: "x-forwarded-\($0)") }
        let size = (forwarded + older.flatMap { $0 }).reduce(0) { $0 + $1.utf8.count }
        guard size <= Self.longest else { return nil }
        if let last = forwarded.last {
            // A proxy that writes one kind and passes the other on would let clients choose.
            guard older.allSatisfy(\.isEmpty), let element = Self.lastElement(last),
                let pairs = Self.pairs(element), let scheme = Self.isHTTPS(pairs["proto"])
            else { return nil }
            isEncrypted = scheme
            host = pairs["host"]?.lowercased()
            address = pairs["for"].flatMap(Self.node)
        } else {
            guard let scheme = Self.isHTTPS(older[1].last.flatMap(Self.lastElement)) else { return nil }
            isEncrypted = scheme
            host = older[2].last.flatMap(Self.lastElement)?.lowercased()
            address = older[0].last.flatMap(Self.lastElement).flatMap(Self.node)
        }
    }

    /// Returns what stands behind the last comma outside of quotes, without blanks; nil when a quote does not end.
    private static func lastElement(_ list: String) -> String? {
        var element = ""
        var isQuoted = false
        for character in list.unicodeScalars {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted {
                element = ""
            } else {
                element.unicodeScalars.append(character)
            }
        }
        return isQuoted ? nil : trimmed(element[...])
    }

    private static func pairs(_ element: String) -> [String: String]? {
        var pairs: [String: String] = [:]
        for pair in element.split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            var value = trimmed(parts[1])
            if value.count >= 2, value.first == "\"", value.last == "\"" {
                value = String(value.dropFirst().dropLast())
            }
            let name = trimmed(parts[0]).lowercased()
            guard !value.contains("\""), !value.contains("\\"), pairs.updateValue(value, forKey: name) == nil else {
                return nil
            }
        }
        return pairs
    }

    private static func isHTTPS(_ scheme: String?) -> Bool? {
        switch scheme?.lowercased() {
        case "https": true
        case "http": false
        default: nil
        }
    }

    /// Reads `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]:80`.
    private static func node(_ text: String) -> WebPeer? {
        if text.first == "[" { return WebPeer(String(text.dropFirst().prefix { $0 != "]" })) }
        return WebPeer(text) ?? WebPeer(String(text.prefix { $0 != ":" }))
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return String(text)
    }
}
