import Reasons

// Why a server outside the house did not answer. `said` is what the library says of it.
extension Reason {
    public static let serverNotFound = rule(
        "serverNotFound", "the name of the server was not found ({said})", "имя сервера не найдено ({said})")
    public static let serverRefusesConnection = rule(
        "serverRefusesConnection", "the server does not take the connection ({said})",
        "сервер не принимает соединение ({said})")
    public static let serverAddressForbidden = rule(
        "serverAddressForbidden", "the address of the server may not be asked ({said})",
        "к этому адресу обращаться нельзя ({said})")
    public static let serverUntrusted = rule(
        "serverUntrusted", "the server did not prove who it is ({said})", "сервер не подтвердил, кто он ({said})")
    public static let serverTooSlow = rule("serverTooSlow", "the time ran out ({said})", "время вышло ({said})")
    public static let serverAnswerTooLong = rule(
        "serverAnswerTooLong", "the answer is too long ({said})", "ответ слишком длинный ({said})")
    public static let serverConnectionBroke = rule(
        "serverConnectionBroke", "the connection broke ({said})", "связь оборвалась ({said})")
    public static let serverRequestTakenBack = rule(
        "serverRequestTakenBack", "the request was taken back ({said})", "запрос отозван ({said})")
    public static let serverLinkClosed = rule(
        "serverLinkClosed", "the link was closed ({said})", "связь закрыта ({said})")
    public static let serverRequestInvalid = rule(
        "serverRequestInvalid", "such a request cannot be sent ({said})", "такой запрос не послать ({said})")

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
