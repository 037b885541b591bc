import Domain
import GatewayCare
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting

/// `gateway web`: serves the page in the foreground.
struct WebCommand: Command {
    private static let usual = "127.0.0.1:\(WebSettings.usualPort)"

    let words = ["web"]
    let part = CommandPart.tools
    let summary = Text(
        "Serves the app as a page for browsers, until Ctrl-C.", "Держит приложение как страницу для браузера до Ctrl-C."
    )
    let tellsWaiting = false
    let isTraced = false
    var flags: [FlagShape] {
        [
            FlagShape(
                "listen", .text, placeholder: "ADDRESS:PORT",
                Text(
                    "Where to listen; \(Self.usual) by default, port 0 is any (KOPILKA_WEB_LISTEN).",
                    "Где слушать; по умолчанию \(Self.usual), порт 0 — любой (KOPILKA_WEB_LISTEN).")),
            FlagShape(
                "socket", .text, placeholder: "PATH",
                Text(
                    "Listen at a Unix socket, for a proxy (KOPILKA_WEB_SOCKET).",
                    "Слушать на сокете Unix, для прокси (KOPILKA_WEB_SOCKET).")),
            FlagShape(
                "socket-group", .text, placeholder: "GROUP",
                Text(
                    "The group of that proxy, which may connect to the socket (KOPILKA_WEB_SOCKET_GROUP).",
                    "Группа прокси, которой можно к сокету (KOPILKA_WEB_SOCKET_GROUP).")),
            FlagShape(
                "host", .words, placeholder: "NAME[,NAME]",
                Text(
                    "The names by which people reach the page (KOPILKA_WEB_HOST).",
                    "Имена, по которым люди открывают страницу (KOPILKA_WEB_HOST).")),
            FlagShape(
                "certificate", .text, placeholder: "FILE",
                Text(
                    "The certificate for https (KOPILKA_WEB_CERTIFICATE).",
                    "Сертификат для https (KOPILKA_WEB_CERTIFICATE).")),
            FlagShape(
                "key", .text, placeholder: "FILE",
                Text("The key of the certificate (KOPILKA_WEB_KEY).", "Ключ сертификата (KOPILKA_WEB_KEY).")),
            FlagShape(
                "behind-proxy", .toggle,
                Text(
                    "A proxy does https, and says for whom it asks (KOPILKA_WEB_BEHIND_PROXY).",
                    "https делает прокси и говорит, за кого спрашивает (KOPILKA_WEB_BEHIND_PROXY).")),
            FlagShape(
                "proxies", .words, placeholder: "ADDRESS[,ADDRESS]",
                Text(
                    "The addresses of that proxy; by default this machine (KOPILKA_WEB_PROXIES).",
                    "Адреса прокси; по умолчанию эта машина (KOPILKA_WEB_PROXIES).")),
            FlagShape(
                "data", .text, placeholder: "DIR",
                Text(
                    "The data directory of the house, where sessions are kept (KOPILKA_DATA).",
                    "Каталог данных дома, где хранятся сеансы (KOPILKA_DATA).")),
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample(
                "web", Text("prints the link when the page is there", "напечатает ссылку, когда страница готова")),
            CommandExample(
                "web --listen 0.0.0.0:8443 --host bank.example.org --certificate cert.pem --key key.pem",
                Text("for the whole network, with https", "для всей сети, по https")),
            CommandExample(
                "web --socket /run/kopilka-web/web.sock --socket-group www-data --host bank.example.org",
                Text("behind a proxy on this machine", "за прокси на этой машине")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "The services run on their own: gateway up --web starts them together with the page.",
                "Службы работают отдельно: gateway up --web запустит их вместе со страницей."),
            Text(
                "SIGHUP reads the certificate again; one that cannot be used leaves the old one in place.",
                "SIGHUP перечитывает сертификат; если новый негоден, остаётся прежний."),
            Text(
                "It takes over a listening socket named web (LISTEN_FDS) in place of --listen and --socket.",
                "Вместо --listen и --socket берёт слушающий сокет с именем web (LISTEN_FDS), если он передан."),
            Text(
                "Exit code 75 when it runs already, or another program has the port.",
                "Код 75, если она уже работает или порт занят другой программой."),
            Text(
                "With --json the link comes as a line of JSON with the member link.",
                "С --json ссылка — строка JSON с полем link."),
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode { try await WebHost(scene).run() }
}
