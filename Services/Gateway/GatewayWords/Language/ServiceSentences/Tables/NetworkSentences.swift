// Why a server outside the house did not answer: the codes of HTTP, with what the library said behind them.

extension ServiceSentences {
    static let network: KeyValuePairs = [
        "cannot_resolve: {0}": "имя сервера не найдено ({0})",
        "cannot_connect: {0}": "сервер не принимает соединение ({0})",
        "forbidden_address: {0}": "к этому адресу обращаться нельзя ({0})",
        "untrusted: {0}": "сервер не подтвердил, кто он ({0})",
        "timed_out: {0}": "время вышло ({0})",
        "too_long: {0}": "ответ слишком длинный ({0})",
        "broken: {0}": "связь оборвалась ({0})",
        "cancelled: {0}": "отменено ({0})",
        "closed: {0}": "связь закрыта ({0})",
        "invalid_request: {0}": "такой запрос не послать ({0})",
    ]
}
