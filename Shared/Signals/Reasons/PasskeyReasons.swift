import Reasons

extension Reason {
    public static let passkeyNotAccepted = Reason(
        "passkeyNotAccepted", "This passkey is not accepted here; try again, or sign in in another way.",
        "Этот ключ доступа здесь не принят; повторите или войдите иначе.")
    public static let passkeyChallengeOver = Reason(
        "passkeyChallengeOver", "It took longer than five minutes, or was done already; start again.",
        "Прошло больше пяти минут, или это уже сделано; начните заново.")
    public static let passkeyOfAnotherPage = Reason(
        "passkeyOfAnotherPage",
        "The passkey was used on a page that is not of this house. "
            + "The operator sets its pages: passkey-id and passkey-origins.",
        "Ключ доступа использован на странице не этого дома. "
            + "Страницы задаёт хозяин дома: passkey-id и passkey-origins.")
    public static let passkeyWithoutVerification = Reason(
        "passkeyWithoutVerification",
        "The device did not check that it is you; set a PIN, a fingerprint or a face on it.",
        "Устройство не проверило, что это вы; задайте на нём PIN-код, отпечаток или лицо.")
    public static let passkeyCopied = Reason(
        "passkeyCopied", "The counter of this passkey went back, so there may be a copy of it: remove this passkey.",
        "Счётчик этого ключа доступа пошёл назад: возможно, есть его копия. Удалите этот ключ.")
    public static let passkeyUnreadable = rule(
        "passkeyUnreadable", "must be what WebAuthn gives, in base64url", "нужно то, что даёт WebAuthn, в base64url")
    public static let passkeyUnsupported = rule(
        "passkeyUnsupported", "must have a key of ES256, EdDSA or RS256 and an attestation of none or packed",
        "нужны ключ ES256, EdDSA или RS256 и аттестация none или packed")
    public static let passkeyStatementWrong = rule(
        "passkeyStatementWrong", "has a statement with a wrong signature", "подпись в аттестации неверна")
    public static let passkeyKnown = Reason(
        "passkeyKnown", "This passkey is already registered.", "Этот ключ доступа уже зарегистрирован.")
    public static let tooManyPasskeys = Reason(
        "tooManyPasskeys", "You can have {limit passkey|passkeys} at most; remove one first.",
        "Не больше {limit ключа доступа|ключей доступа|ключей доступа}; сначала удалите один.")
    public static let noSuchPasskey = Reason(
        "noSuchPasskey", "You have no such passkey.", "Такого ключа доступа у вас нет.")
    public static let noPasskeys = Reason(
        "noPasskeys", "You have no passkeys; add one first.", "Ключей доступа у вас нет; сначала добавьте.")
    public static let passkeysUnavailable = Reason(
        "passkeysUnavailable", "Passkeys cannot be checked here: the package libfido2-1 is missing.",
        "Проверить ключ доступа здесь нельзя: нет пакета libfido2-1.")

    /// Why auth refuses a passkey.
    public static let passkey: [Reason] = [
        passkeyNotAccepted, passkeyChallengeOver, passkeyOfAnotherPage, passkeyWithoutVerification, passkeyCopied,
        passkeyUnreadable, passkeyUnsupported, passkeyStatementWrong, passkeyKnown, tooManyPasskeys, noSuchPasskey,
        noPasskeys, passkeysUnavailable,
    ]
}
