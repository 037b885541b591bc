import Hosting
import Sodium

/// Settings of signing in by Telegram. Secrets come from files that nobody else may read, never from a flag or a variable.
struct TelegramSettings: Sendable {
    static let standardURL = "https://api.telegram.org"
    static let tokenFileName = "telegram-token"

    /// Where the Bot API is (`--telegram-url`, `KOPILKA_TELEGRAM_URL`), without a slash at the end.
    let url: String
    /// The bot's token; nil when there is none, and then nothing is asked of the network.
    let token: BotToken?
    /// The hash of what Telegram sends with each update to a webhook; nil for long polling.
    let webhookSecretDigest: [UInt8]?
    /// Whether people whom nobody here knows may make themselves users (`--telegram-registration`).
    let mayRegister: Bool

    static let baseURL = Setting<String>(
        "telegram-url", default: standardURL,
        summary: "Where Telegram's Bot API is; a server of your own is http://127.0.0.1:8081.")
    static let tokenFile = Setting<AbsolutePath?>(
        "telegram-token-file", default: nil,
        summary: "File with the bot's token, 0600; the default is telegram-token beside the databases.")
    static let webhookSecretFile = Setting<AbsolutePath?>(
        "telegram-webhook-secret-file", default: nil,
        summary: "File with the secret token of a webhook, 0600; then updates are handed in and not asked for.")
    static let registration = Setting<Bool>(
        "telegram-registration", default: true,
        summary: "Whether a person without an account may make one in Telegram.")

    /// Reads the settings and the files; faults stay in the reader.
    init(reading reader: SettingsReader, dataDirectory: String) {
        let base = reader[Self.baseURL]
        url = String(base.reversed().drop { $0 == "/" }.reversed())
        if !url.lowercased().hasPrefix("https://"), !url.lowercased().hasPrefix("http://") {
            reader.fault(Self.baseURL.name, "must begin with https:// or http://")
        }
        mayRegister = reader[Self.registration]
        let tokenPath = reader[Self.tokenFile]?.description
        let secretPath = reader[Self.webhookSecretFile]?.description
        guard !reader.wantsHelp, !reader.wantsVersion else {
            (token, webhookSecretDigest) = (nil, nil)
            return
        }
        token = Self.token(tokenPath, in: dataDirectory, reader)
        webhookSecretDigest = Self.secret(secretPath, reader).map { Digest.blake2b256(Array($0.utf8)) }
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

    private static func secret(_ path: String?, _ reader: SettingsReader) -> String? {
        guard let path else { return nil }
        let name = webhookSecretFile.name
        do throws(HostingError) {
            let line = try PrivateFile.firstLine(of: path)
            let others = Array("_-".utf8)
            guard let line, (16...256).contains(line.utf8.count),
                line.utf8.allSatisfy({ $0.isASCIILetterOrDigit || others.contains($0) })
            else {
                reader.fault(name, "must name a file with 16 to 256 of A-Z, a-z, 0-9, _ and -")
                return nil
            }
            return line
        } catch {
            reader.fault(name, error.message)
            return nil
        }
    }
}
