import MicroHTTPD

/// The cookie of a session.
package enum SessionCookie {
    /// How long a browser keeps it, in seconds: as long as an idle session lasts.
    private static let seconds = 7 * 86_400

    /// The name. Over https browsers accept the prefix only for a cookie of this host alone (RFC 6265bis, section
    /// 4.1.3.2), so neither a subdomain nor a page without TLS can plant one.
    static func name(isEncrypted: Bool) -> String { isEncrypted ? "__Host-kopilka" : "kopilka" }

    /// Returns the value that a request carries; nil without one, and when there are several, because somebody else has
    /// planted one.
    package static func value(in head: WebRequestHead, isEncrypted: Bool) -> String? {
        let prefix = name(isEncrypted: isEncrypted) + "="
        let found = head.values(of: "cookie").flatMap { $0.split(separator: ";") }
            .map { $0.drop { $0 == " " } }.filter { $0.hasPrefix(prefix) }
        return found.count == 1 ? String(found[0].dropFirst(prefix.count)) : nil
    }

    /// Returns the field that gives a browser its cookie.
    package static func setting(_ value: String, isEncrypted: Bool) -> WebHeader {
        field(value, seconds: seconds, isEncrypted: isEncrypted)
    }

    /// Returns the field that takes it away.
    package static func clearing(isEncrypted: Bool) -> WebHeader { field("", seconds: 0, isEncrypted: isEncrypted) }

    private static func field(_ value: String, seconds: Int, isEncrypted: Bool) -> WebHeader {
        WebHeader(
            "Set-Cookie",
            "\(name(isEncrypted: isEncrypted))=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict"
                + (isEncrypted ? "; Secure" : ""))
    }
}
