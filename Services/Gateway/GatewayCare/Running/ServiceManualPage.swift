import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting

/// The manual page of a service in the language of the run, generated from its settings.
struct ServiceManualPage {
    private let service: String
    private let settings: [ExplainedSetting]
    private let house: House

    init(_ service: String, _ settings: [ExplainedSetting], _ house: House) {
        self.service = service
        self.settings = settings
        self.house = house
    }

    /// The whole page.
    var text: String {
        let name = "kopilka-\(service)"
        var page = ManualText(
            name, section: 8, source: "Kopilka \(Version.current)", madeBy: "gateway man \(service)")
        page.section(Text("NAME", "НАЗВАНИЕ"))
        page.text(Text(verbatim: "\(name) - ") + (Self.purposes[service] ?? Text(verbatim: service)))
        page.section(Text("SYNOPSIS", "СИНТАКСИС"))
        page.bold(service)
        page.text(Text("[--NAME VALUE]... | --help | --version", "[--ИМЯ ЗНАЧЕНИЕ]... | --help | --version"))
        page.section(Text("DESCRIPTION", "ОПИСАНИЕ"))
        page.text(
            Text(
                """
                A service of Kopilka, started by gateway(1) with gateway up, or by systemd(1) with kopilka.target. It \
                answers requests at a Unix socket in the directory of sockets until SIGTERM or SIGINT, and then \
                finishes those at hand.
                """,
                """
                Служба «Копилки»; её запускают gateway(1), командой gateway up, или systemd(1), целью kopilka.target. \
                Она отвечает на запросы в сокете Unix из каталога сокетов до SIGTERM или SIGINT, а затем заканчивает \
                начатые.
                """))
        page.section(Text("SETTINGS", "НАСТРОЙКИ"))
        page.text(
            Text(
                "A flag overrides the environment, which overrides kopilka.json, which overrides the default.",
                "Флаг важнее переменной, переменная важнее kopilka.json, а он важнее значения по умолчанию."))
        for setting in settings { explain(setting, in: &page) }
        page.section(Text("EXIT STATUS", "КОДЫ ЗАВЕРШЕНИЯ"))
        for (code, meaning) in Self.exits {
            page.tag(String(code.rawValue))
            page.text(meaning)
        }
        page.section(Text("SEE ALSO", "СМ. ТАКЖЕ"))
        page.text(Text(verbatim: "gateway(1), sysexits(3)"))
        return page.text
    }

    private func explain(_ setting: ExplainedSetting, in page: inout ManualText) {
        page.tag("--\(setting.name), \(setting.variable)")
        page.text(setting.summary)
        let standard = usualDefault(of: setting)
        page.text(Text("\(setting.limits); default \(standard).", "\(setting.limits); по умолчанию \(standard)."))
    }

    /// The default in words that hold for everybody: a page is made on one machine and read on others.
    private func usualDefault(of setting: ExplainedSetting) -> Text {
        switch setting.name {
        case "run": Text(verbatim: "$XDG_RUNTIME_DIR/kopilka")
        case "data": Text(verbatim: "$XDG_DATA_HOME/kopilka (~/.local/share/kopilka)")
        default: SettingText.value(setting.standard)
        }
    }

    private static let purposes = [
        "auth": Text("people, their passwords, codes and sessions", "люди, их пароли, коды и сеансы"),
        "ledger": Text("accounts, transfers and holds", "счета, переводы и блокировки денег"),
        "history": Text("what happened to the money, statements, categories", "движение денег, выписки, категории"),
        "scanner": Text("prices of securities, and parts of them that look alike", "цены бумаг и похожие отрезки"),
        "patterns": Text("patterns in prices, as they come", "фигуры в ценах, по мере их появления"),
        "bonds": Text("bonds, their payments and yields", "облигации, их выплаты и доходность"),
        "subscriptions": Text("what is paid again and again", "то, за что платят снова и снова"),
        "notifications": Text("messages to people", "сообщения людям"),
    ]

    private static let exits: [(ExitCode, Text)] = [
        (.stopped, Text("Stopped in order.", "Остановлена как положено.")),
        (.wrongSettings, Text("The settings are wrong; nothing was started.", "Настройки неверны; ничего не начато.")),
        (.yielded, Text("Another machine of the house leads.", "Ведёт другая машина дома.")),
        (.flowFailed, Text("A part of the service failed.", "Отказала часть службы.")),
        (.alreadyRunning, Text("Another copy is running.", "Уже работает другая.")),
    ]
}
