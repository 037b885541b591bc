/// The default names of sessions: stored in English, shown in the reader's language.
public enum DeviceName {
    /// The name of a session that began in Telegram's login widget.
    public static let telegramWidget = "Telegram, login widget"
    private static let passkey = "passkey"
    private static let telegram = "Telegram, "
    private static let gateway = "gateway on "

    /// The name that the gateway gives on a machine.
    public static func gateway(on host: String) -> String { gateway + host }

    /// The name of a session that was confirmed in Telegram for a device.
    public static func byTelegram(_ device: String?) -> String { device.map { telegram + $0 } ?? "Telegram" }

    /// The name of a session that began with a passkey on a device.
    public static func byPasskey(_ device: String?) -> String { device.map { "\(passkey), \($0)" } ?? passkey }

    /// Returns a name in a language. A name that a person chose stays as it is.
    public static func text(_ name: String, in language: Language) -> String {
        guard language == .russian else { return name }
        if name == telegramWidget { return "Telegram, виджет входа" }
        if name.hasPrefix(telegram) { return telegram + text(String(name.dropFirst(telegram.count)), in: language) }
        if name == passkey { return "ключ доступа" }
        if name.hasPrefix(passkey + ", ") {
            return "ключ доступа, " + text(String(name.dropFirst(passkey.count + 2)), in: language)
        }
        guard name.hasPrefix(gateway) else { return name }
        return "gateway на " + name.dropFirst(gateway.count)
    }
}
