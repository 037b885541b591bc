import GatewayCare
import GatewayWeb
import GatewayWords
import MicroHTTPD

/// The names and the link of the page.
enum WebLinks {
    /// Returns how the page is reached, and the link to open.
    ///
    /// - Parameters:
    ///   - address: Where it listens; nil for a Unix socket.
    ///   - port: The port; any number for a Unix socket.
    /// - Throws: ``UsageError`` for an address that others reach, without TLS and without a proxy, and for a page
    ///   without a name.
    static func site(
        of settings: WebSettings, address: WebPeer?, port: Int, isEncrypted: Bool
    ) throws(UsageError) -> (site: WebSite, link: String) {
        let isBehindProxy = settings.trustsProxy || address == nil
        let names = isBehindProxy ? settings.hosts : Self.names(settings.hosts, address, port)
        let site: WebSite
        do throws(WebSite.Refused) {
            site = try WebSite(
                address: address, port: port, names: names,
                isEncrypted: isEncrypted, isBehindProxy: isBehindProxy,
                proxies: settings.proxies.compactMap { WebPeer($0) })
        } catch {
            throw UsageError(
                error.text,
                hint: Text(
                    "for this machine alone: --listen 127.0.0.1:\(port)",
                    "только для этой машины: --listen 127.0.0.1:\(port)"), field: "listen")
        }
        guard !site.names.isEmpty else {
            throw UsageError(
                Text(
                    "The name is missing by which people reach the page.",
                    "Не хватает имени, по которому люди открывают страницу."),
                hint: Text("for example: --host bank.example.org", "например: --host bank.example.org"), field: "host")
        }
        return (site, link(settings.hosts.first, address, port, isEncrypted: isEncrypted, isBehindProxy))
    }

    /// Checks the settings before anything listens; an inherited socket is checked once it is known.
    static func check(_ settings: WebSettings, isInherited: Bool) throws(UsageError) {
        guard !isInherited, settings.socket == nil else { return }
        _ = try site(
            of: settings, address: WebPeer(settings.listen.address), port: settings.listen.port,
            isEncrypted: settings.certificate != nil)
    }

    /// Returns the names that browsers may write into `Host`. They add the port, unless it is the usual one of the
    /// scheme, to which another port of this machine may lead.
    private static func names(_ hosts: [String], _ address: WebPeer?, _ port: Int) -> [String] {
        let own = address.map { $0.isThisMachine ? [literal($0)] : [] } ?? []
        return (hosts + own).flatMap { isWithPort($0) ? [$0] : [$0, "\($0):\(port)"] }
    }

    /// Returns an address as it stands in a link: RFC 3986, section 3.2.2.
    private static func literal(_ address: WebPeer) -> String {
        let text = address.description
        return text.contains(":") ? "[\(text)]" : text
    }

    private static func isWithPort(_ name: String) -> Bool { name.last != "]" && name.contains(":") }

    private static func link(
        _ host: String?, _ address: WebPeer?, _ port: Int, isEncrypted: Bool, _ isBehindProxy: Bool
    ) -> String {
        if isBehindProxy { return "https://\(host ?? "localhost")/" }
        let scheme = isEncrypted ? "https" : "http"
        let usual = isEncrypted ? 443 : 80
        // Passkeys belong to a name, never to an address: Web Authentication, section 5.1.2.
        let own = address.flatMap { $0.description == "127.0.0.1" ? nil : literal($0) } ?? "localhost"
        let name = host ?? own
        return "\(scheme)://\(name)\(isWithPort(name) || port == usual ? "" : ":\(port)")/"
    }
}
