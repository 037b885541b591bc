import GatewayWords
import MicroHTTPD

/// How the face is reached: where it listens, by which names, and who stands before it.
package struct WebSite: Sendable {
    /// The reason why the face does not listen at an address.
    package struct Refused: Error, Equatable {
        /// The sentence for people.
        package let text: Text
    }

    /// The names in the address line, `host` or `host:port`, in lowercase. A request with another name is refused, so
    /// that a page elsewhere whose name leads to this machine (DNS rebinding) gets no answer.
    package let names: Set<String>
    /// True when this server does TLS itself.
    package let isEncrypted: Bool
    /// True behind a proxy, whose word about the client counts.
    package let isBehindProxy: Bool
    /// The peers that may be the proxy. A Unix socket may always be: only its owner can connect.
    package let proxies: Set<WebPeer>

    /// Describes a face at a TCP address.
    ///
    /// - Parameters:
    ///   - address: Where it listens; nil for a Unix socket.
    ///   - port: The port, for the names of this machine.
    ///   - names: Further names, such as `bank.example.org`.
    ///   - proxies: The addresses of the proxy; this machine if there are none.
    /// - Throws: ``Refused`` for an address that others reach, without TLS and without a proxy.
    package init(
        address: WebPeer?, port: Int, names: [String], isEncrypted: Bool, isBehindProxy: Bool, proxies: [WebPeer] = []
    ) throws(Refused) {
        if let address, !address.isThisMachine, !isEncrypted, !isBehindProxy {
            throw Refused(
                text: Text(
                    "\(address.description) is open to other machines: a certificate or --behind-proxy is needed.",
                    "\(address.description) виден другим машинам: нужен сертификат или --behind-proxy."))
        }
        var all = Set(names.map { $0.lowercased() })
        if !isBehindProxy {
            for name in ["127.0.0.1", "[::1]", "localhost"] where address?.isThisMachine ?? true {
                all.insert("\(name):\(port)")
            }
        }
        self.names = all
        self.isEncrypted = isEncrypted
        self.isBehindProxy = isBehindProxy
        self.proxies = Set(proxies)
    }

    /// Returns true for a peer that may speak for clients.
    func isProxy(_ peer: WebPeer) -> Bool {
        isBehindProxy && (peer == .unix || (proxies.isEmpty ? peer.isThisMachine : proxies.contains(peer)))
    }
}
