import Domain
import Hosting
import Sodium
import Telegram

/// Settings of sign-in with Telegram. Secrets come from files that only the owner can read, never from a flag or a
/// variable.
struct TelegramSettings: Sendable {
    /// The URL of the Bot API (`--telegram-url`, `KOPILKA_TELEGRAM_URL`), without a slash at the end.
    let url: String
    /// The bot's token. Without one the network is not used.
    let token: BotToken?
    /// The hash of the secret that Telegram sends with each update to a webhook; nil for long polling.
    let webhookSecretDigest: [UInt8]?
    /// True when unknown people may register (`--telegram-registration`).
    let mayRegister: Bool

    static let webhookSecretFile = Setting<AbsolutePath?>(
        "telegram-webhook-secret-file", default: nil,
        summary: "File with the secret token of a webhook, 0600; updates are then delivered instead of fetched.")
    static let registration = Setting<Bool>(
        "telegram-registration", default: true,
        summary: "Whether people without an account may register in Telegram.")

    /// Reads the settings and the files. Faults are collected by the reader.
    init(reading reader: SettingsReader, dataDirectory: String) {
        let bot = BotSettings(reading: reader, dataDirectory: dataDirectory)
        (url, token) = (bot.url, bot.token)
        mayRegister = reader[Self.registration]
        let secretPath = reader[Self.webhookSecretFile]?.description
        guard !reader.onlyTells else {
            webhookSecretDigest = nil
            return
        }
        webhookSecretDigest = Self.secret(secretPath, reader).map { Digest.blake2b256(Array($0.utf8)) }
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
