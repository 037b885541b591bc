import GatewayCommandLine
import GatewayWords
import Hosting

/// The settings of the page: flags of `gateway web`, then `KOPILKA_WEB_*`, then `gateway.web-*` in `kopilka.json`.
package struct WebSettings: Sendable {
    /// The port that is used unless another one is given. IANA has assigned it to nobody.
    package static let usualPort = 8_417

    /// Where it listens, unless it inherits a socket or has a path for one.
    package let listen: ListenAddress
    /// The path of a Unix socket for a proxy, in place of an address.
    package let socket: AbsolutePath?
    /// The group that may connect to that socket, too.
    package let socketGroup: String?
    /// The names by which people reach it.
    package let hosts: [String]
    /// The file with the certificate and those of its issuers, as PEM.
    package let certificate: AbsolutePath?
    /// The file with the private key, as PEM.
    package let key: AbsolutePath?
    /// True when a proxy stands before it.
    package let isBehindProxy: Bool
    /// The addresses of the proxy; those of this machine if there are none.
    package let proxies: [String]
    /// The lowest level that is logged.
    package let logLevel: LogLevel

    /// Reads the settings. Faults are collected in the reader.
    package init(reading reader: SettingsReader) {
        listen =
            reader[
                Setting<ListenAddress>(
                    "web-listen", default: ListenAddress(address: "127.0.0.1", port: Self.usualPort),
                    summary: "Where gateway web listens; with port 0, the system chooses one.")]
        socket =
            reader[
                Setting<AbsolutePath?>(
                    "web-socket", default: nil,
                    summary: "A Unix socket for a proxy, in place of an address; mode 0600.")]
        socketGroup =
            reader[
                Setting<String?>(
                    "web-socket-group", default: nil,
                    summary: "The group of the proxy, which may connect to that socket, too; mode 0660.")]
        hosts =
            reader[
                Setting<HostNames>(
                    "web-host", default: HostNames([]),
                    summary: "The names by which people reach the page; requests with other names are refused.")
            ].words
        certificate =
            reader[
                Setting<AbsolutePath?>(
                    "web-certificate", default: nil,
                    summary: "The file with the certificate for https (PEM), then its issuers; SIGHUP reads it again.")]
        key =
            reader[
                Setting<AbsolutePath?>(
                    "web-key", default: nil, summary: "The file with the private key of the certificate (PEM).")]
        isBehindProxy =
            reader[
                Setting<Bool>(
                    "web-behind-proxy", default: false,
                    summary: "Whether a proxy does https, and says for whom it asks (Forwarded, X-Forwarded-*).")]
        proxies =
            reader[
                Setting<AddressList>(
                    "web-proxies", default: AddressList([]),
                    summary: "The addresses of that proxy; by default those of this machine.")
            ].words
        logLevel =
            reader[
                Setting<LogLevel>("log", default: .info, summary: "The lowest level of log lines that are written.")]
    }

    /// Reads the settings of a run of the gateway, and checks that they fit together.
    ///
    /// - Throws: ``UsageError``, which names the flag or the setting.
    package static func read(_ arguments: ParsedArguments, _ variables: [String: String]) throws(UsageError)
        -> WebSettings
    {
        var flags: [String] = []
        for flag in ["listen", "socket", "socket-group", "host", "certificate", "key", "proxies"] {
            if let value = arguments.text(flag) { flags.append("--web-\(flag)=\(value)") }
        }
        if arguments.isOn("behind-proxy") { flags.append("--web-behind-proxy") }
        let reader = SettingsReader(
            environment: Environment(variables: variables, arguments: flags), service: "gateway")
        let settings = WebSettings(reading: reader)
        try reader.finishUsage(flagsWithout: "web-")
        try settings.check()
        return settings
    }

    /// True when what a proxy says about its clients counts. A Unix socket is for a proxy.
    package var trustsProxy: Bool { isBehindProxy || socket != nil }

    private func check() throws(UsageError) {
        guard (certificate == nil) == (key == nil) else {
            let missing = certificate == nil ? "certificate" : "key"
            throw UsageError(
                Text(
                    "A certificate and its key belong together; --\(missing) is missing.",
                    "Сертификат и его ключ нужны вместе; не хватает --\(missing)."), field: missing)
        }
        guard proxies.isEmpty || trustsProxy else {
            throw UsageError(
                Text("--proxies needs --behind-proxy.", "Для --proxies нужен --behind-proxy."), field: "proxies")
        }
        guard socketGroup == nil || socket != nil else {
            throw UsageError(
                Text("--socket-group needs --socket.", "Для --socket-group нужен --socket."), field: "socket-group")
        }
        guard !trustsProxy || !hosts.isEmpty else {
            throw UsageError(
                Text(
                    "Behind a proxy the name must be given by which people reach the page.",
                    "За прокси нужно имя, по которому люди открывают страницу."),
                hint: Text("for example: --host bank.example.org", "например: --host bank.example.org"), field: "host")
        }
    }
}
