import Hosting

/// The URL of the Bot API and the token of the house's bot. The token comes from a file that only its owner can read,
/// never from a flag or a variable.
public struct BotSettings: Sendable {
    /// The URL of Telegram's own API.
    public static let standardURL = "https://api.telegram.org"
    /// The default token file, beside the databases.
    public static let tokenFileName = "telegram-token"

    /// The URL of the Bot API (`--telegram-url`, `KOPILKA_TELEGRAM_URL`), without a trailing slash.
    public let url: String
    /// The bot's token; nil when there is none. The network is not used then.
    public let token: BotToken?

    static let baseURL = Setting<String>(
        "telegram-url", default: standardURL,
        summary: "URL of Telegram's Bot API, or of your own server, such as http://127.0.0.1:8081.")
    static let tokenFile = Setting<AbsolutePath?>(
        "telegram-token-file", default: nil,
        summary: "File with the bot's token, 0600; the default is telegram-token beside the databases.")

    /// Reads the settings and the file; faults are collected in the reader.
    public init(reading reader: SettingsReader, dataDirectory: String) {
        let base = reader[Self.baseURL]
        url = String(base.reversed().drop { $0 == "/" }.reversed())
        if !url.lowercased().hasPrefix("https://"), !url.lowercased().hasPrefix("http://") {
            reader.fault(Self.baseURL.name, "must begin with https:// or http://")
        }
        let path = reader[Self.tokenFile]?.description
        let isAsked = !reader.wantsHelp && !reader.wantsVersion
        token = isAsked ? Self.token(path, in: dataDirectory, reader) : nil
    }

    private static func token(_ path: String?, in dataDirectory: String, _ reader: SettingsReader) -> BotToken? {
        // A missing data directory is already reported.
        guard path != nil || !dataDirectory.isEmpty else { return nil }
        let name = tokenFile.name
        do throws(HostingError) {
            guard let line = try PrivateFile.firstLine(of: path ?? "\(dataDirectory)/\(tokenFileName)") else {
                if let path { reader.fault(name, "names a missing file: \(path)") }
                return nil
            }
            guard let token = BotToken(line) else {
                reader.fault(name, "must name a file with a token as @BotFather gives it: 123456789:ABC…")
                return nil
            }
            return token
        } catch {
            reader.fault(name, error.message)
            return nil
        }
    }
}
