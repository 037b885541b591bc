import GatewayCare
import GatewayWords
import Hosting
import MicroHTTPD

/// Where `gateway metrics --listen` serves: an address of this machine, or a Unix socket.
enum MetricsListen {
    case loopback(ListenAddress)
    case socket(AbsolutePath)

    /// The usual address.
    static let usual = "127.0.0.1:9417"

    /// Reads the value of the flag.
    ///
    /// - Throws: ``UsageError`` for an address that other machines can reach: the text has no password, and a proxy has
    ///   one.
    static func read(_ text: String) throws(UsageError) -> MetricsListen {
        if text.hasPrefix("/") {
            guard let path = AbsolutePath(text) else {
                throw UsageError(Text("--listen is not a path.", "--listen — не путь."), field: "listen")
            }
            return .socket(path)
        }
        guard let address = ListenAddress.parse(text) else {
            throw UsageError(
                Text(
                    "--listen takes an address and a port, or the path of a Unix socket.",
                    "--listen ждёт адрес и порт или путь сокета Unix."),
                hint: Text("for example --listen \(usual)", "например --listen \(usual)"), field: "listen")
        }
        guard WebPeer(address.address)?.isThisMachine == true else {
            throw UsageError(
                Text(
                    "Metrics are served to this machine only, not at \(address.address).",
                    "Показатели отдаются только этой машине, а не на \(address.address)."),
                hint: Text(
                    "listen at \(usual) and put a proxy with TLS and a password in front of it",
                    "слушайте \(usual), а перед ним поставьте прокси с TLS и паролем"), field: "listen")
        }
        return .loopback(address)
    }
}
