import Curl
import Hosting
import Telegram

/// Settings of notifications.
public struct NotificationsSettings: ServiceSettings {
    /// The settings that all services share.
    public let common: CommonSettings
    /// The delay after which a notice says that it is late (`--late-after`).
    public let lateAfter: Duration
    /// The age from which events are gathered in one notice when they are read (`--old-after`).
    public let oldAfter: Duration
    /// The house's bot.
    let bot: BotSettings
    /// The mail server of the house; nil when none is named.
    let mail: MailServer?
    /// Private addresses that webhooks, ntfy and Gotify may use (`--webhook-allow`).
    let allowedAddresses: [AddressBlock]

    static let late = Setting(
        "late-after", default: Duration.seconds(600), range: .seconds(1)...(.seconds(86_400)),
        summary: "Delay after which a notification says that it is late.")
    static let old = Setting(
        "old-after", default: Duration.seconds(7 * 86_400), range: .seconds(3_600)...(.seconds(366 * 86_400)),
        summary: "Age from which events are gathered into one notification.")
    static let allowed = Setting<String>(
        "webhook-allow", default: "",
        summary:
            "Private addresses that webhooks, ntfy and Gotify may use: 192.168.1.0/24,127.0.0.1; none by default.")

    /// Reads the settings.
    public init(reading reader: SettingsReader) {
        common = CommonSettings(reading: reader)
        lateAfter = reader[Self.late]
        oldAfter = reader[Self.old]
        bot = BotSettings(reading: reader, dataDirectory: common.dataDirectory)
        mail = MailServer.read(reader, dataDirectory: common.dataDirectory)
        var blocks: [AddressBlock] = []
        for text in reader[Self.allowed].split(separator: ",") {
            guard let block = AddressBlock(String(text)) else {
                reader.fault(
                    Self.allowed.name, "must be addresses or blocks of addresses, separated by commas: 192.168.1.0/24")
                break
            }
            blocks.append(block)
        }
        allowedAddresses = blocks
    }

    /// The network access of notifications: Telegram, the mail server, and the webhooks and push servers of
    /// users.
    public var reach: Confinement.Reach {
        Confinement.Reach(isOnline: true, readable: [mail?.authorities].compactMap { $0 })
    }
}
