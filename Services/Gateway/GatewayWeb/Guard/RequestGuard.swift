import MicroHTTPD

/// The first look at every request: who may ask, from which page, by which method.
package struct RequestGuard: Sendable {
    /// A request that may go on.
    package struct Admitted: Sendable {
        /// The header.
        package let head: WebRequestHead
        /// The client: the peer, or whom the proxy speaks for. Nil when the proxy hides it.
        package let client: WebPeer?
        /// True when the client uses https, so that cookies are `Secure`.
        package let isEncrypted: Bool
        /// The origin of the face for this client, such as `https://bank.example.org`.
        package let origin: String
    }

    /// The reason why a request goes no further.
    package enum Refusal: Hashable, Error, Sendable {
        /// Another peer than the proxy: 403.
        case notTheProxy
        /// What the proxy says is missing or malformed: 400.
        case proxyIsUnclear
        /// The name of another site: 421.
        case foreignHost
        /// A method that the face does not have: 405.
        case method
        /// A page of another site asks: 403.
        case foreignPage
    }

    private let site: WebSite

    /// Creates the guard of a face.
    package init(_ site: WebSite) { self.site = site }

    /// Examines a request.
    package func examine(_ head: WebRequestHead) throws(Refusal) -> Admitted {
        var (client, isEncrypted, host): (WebPeer?, Bool, String?) = (
            head.peer, head.isEncrypted, head.header("host")?.lowercased()
        )
        if site.isBehindProxy {
            guard site.isProxy(head.peer) else { throw .notTheProxy }
            guard let forwarded = ForwardedClient(head) else { throw .proxyIsUnclear }
            client = forwarded.address
            isEncrypted = forwarded.isEncrypted
            if let name = forwarded.host { host = name }
        }
        guard let host, site.names.contains(host) else { throw .foreignHost }
        let origin = "\(isEncrypted ? "https" : "http")://\(host)"
        switch head.method {
        case "GET", "HEAD": try examineReading(head)
        case "POST": try examineChange(head, origin)
        default: throw .method
        }
        return Admitted(head: head, client: client, isEncrypted: isEncrypted, origin: origin)
    }

    /// Reading changes nothing. A page of another site may link here, but neither embed nor fetch anything. Browsers
    /// without these fields are kept out by the policies of the responses.
    /// - Source: Fetch Metadata Request Headers, section 2.
    private func examineReading(_ head: WebRequestHead) throws(Refusal) {
        guard let site = try single(head, "sec-fetch-site") else { return }
        if site == "same-origin" || site == "none" { return }
        let (mode, destination) = (try single(head, "sec-fetch-mode"), try single(head, "sec-fetch-dest"))
        guard mode == "navigate", destination == "document" else { throw .foreignPage }
    }

    /// Only a page of the face may change something.
    ///
    /// The pages are sent with `Referrer-Policy: no-referrer`, with which browsers write `Origin: null` for a form. So
    /// `null` counts when `Sec-Fetch-Site` vouches for it, which no page can set.
    /// - Source: Fetch Standard, section 3.1.
    private func examineChange(_ head: WebRequestHead, _ origin: String) throws(Refusal) {
        let site = try single(head, "sec-fetch-site")
        if let site, site != "same-origin" { throw .foreignPage }
        guard let named = try single(head, "origin") else {
            guard site != nil else { throw .foreignPage }
            return
        }
        guard named.lowercased() == origin || (named == "null" && site != nil) else { throw .foreignPage }
    }

    /// Returns a field; nil without it. A repeated one is no browser's.
    private func single(_ head: WebRequestHead, _ name: String) throws(Refusal) -> String? {
        let values = head.values(of: name)
        guard values.count <= 1 else { throw .foreignPage }
        return values.first
    }
}
