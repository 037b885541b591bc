import Hosting

/// Where the Bot API is, and the token of the house's bot. The token comes from a file that nobody else may read, never from
/// a flag or a variable.
public struct BotSettings: Sendable {
    /// Telegram's own.
    public static let standardURL = "https://api.telegram.org"
    /// The file beside the databases that is looked for when no other is named.
    public static let tokenFileName = "telegram-token"

    /// Where the Bot API is (`--telegram-url`, `KOPILKA_TELEGRAM_URL`), without a slash at the end.
    public let url: String
    /// The bot's token; nil when there is none, and then nothing is asked of the network.
    public let token: BotToken?

    static let baseURL = Setting<String>(
        "telegram-url", default: standardURL,
        summary: "Where Telegram's Bot API is; a server of your own is http://127.0.0.1:8081.")
    static let tokenFile = Setting<AbsolutePath?>(
        "telegram-token-file", default: nil,
        summary: "File with the bot's token, 0600; the default is telegram-token beside the databases.")

    /// Reads the settings and the file; faults stay in the reader.
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
        // Without a data directory there is a fault already.
        guard path != nil || !dataDirectory.isEmpty else { return nil }
        let name = tokenFile.name
        do throws(HostingError) {
            guard let line = try PrivateFile.firstLine(of: path ?? "\(dataDirectory)/\(tokenFileName)") else {
                if let path { reader.fault(name, "names a file that is not there: \(path)") }
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
