import Reasons

// Why a server outside the house did not answer. `said` is what the library says of it.
extension Reason {
    public static let serverNotFound = rule(
        "serverNotFound", "the name of the server was not found ({said})", "имя сервера не найдено ({said})")
    public static let serverRefusesConnection = rule(
        "serverRefusesConnection", "the connection to the server failed ({said})",
        "не удалось соединиться с сервером ({said})")
    public static let serverAddressForbidden = rule(
        "serverAddressForbidden", "requests to this address are not allowed ({said})",
        "к этому адресу обращаться нельзя ({said})")
    public static let serverUntrusted = rule(
        "serverUntrusted", "the server did not prove its identity ({said})",
        "сервер не подтвердил свою подлинность ({said})")
    public static let serverTooSlow = rule(
        "serverTooSlow", "the request timed out ({said})", "время вышло ({said})")
    public static let serverAnswerTooLong = rule(
        "serverAnswerTooLong", "the answer is too long ({said})", "ответ слишком длинный ({said})")
    public static let serverConnectionBroke = rule(
        "serverConnectionBroke", "the connection broke ({said})", "связь оборвалась ({said})")
    public static let serverRequestTakenBack = rule(
        "serverRequestTakenBack", "the request was cancelled ({said})", "запрос отменён ({said})")
    public static let serverLinkClosed = rule(
        "serverLinkClosed", "the link was closed ({said})", "связь закрыта ({said})")
    public static let serverRequestInvalid = rule(
        "serverRequestInvalid", "this request cannot be sent ({said})", "такой запрос отправить нельзя ({said})")

    /// Returns why a server did not answer.
    ///
    /// - Parameter code: The code of the error of `Curl`, such as `timed_out`.
    public static func ofServer(_ code: String) -> Reason { networkByCode[code] ?? serverConnectionBroke }

    private static let networkByCode: [String: Reason] = [
        "cannot_resolve": serverNotFound, "cannot_connect": serverRefusesConnection,
        "forbidden_address": serverAddressForbidden, "untrusted": serverUntrusted, "timed_out": serverTooSlow,
        "too_long": serverAnswerTooLong, "broken": serverConnectionBroke, "cancelled": serverRequestTakenBack,
        "closed": serverLinkClosed, "invalid_request": serverRequestInvalid,
    ]

    /// Why a server outside the house did not answer.
    public static let network: [Reason] = [
        serverNotFound, serverRefusesConnection, serverAddressForbidden, serverUntrusted, serverTooSlow,
        serverAnswerTooLong, serverConnectionBroke, serverRequestTakenBack, serverLinkClosed, serverRequestInvalid,
    ]
}
