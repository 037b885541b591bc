import Domain
import GatewayWords
import MicroHTTPD

/// The pages for requests that lead to no scene.
package enum ErrorPage: Int, CaseIterable, Sendable {
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case tooLarge = 413
    case unsupportedType = 415
    case misdirected = 421
    case tooManyAttempts = 429
    case headerTooLarge = 431
    case broken = 500
    case notImplemented = 501
    case unavailable = 503

    /// What happened, and what to do.
    package var text: Text {
        switch self {
        case .badRequest: Text("The request is malformed.", "Запрос составлен неверно.")
        case .forbidden:
            Text(
                "The request does not come from a page of this house. Open the page again.",
                "Запрос пришёл не со страницы этого дома. Откройте страницу заново.")
        case .notFound: Text("There is no such page.", "Такой страницы нет.")
        case .methodNotAllowed:
            Text("The page does not do that. Open it again.", "Страница этого не делает. Откройте её заново.")
        case .tooLarge: Text("The file or form is too large.", "Файл или форма слишком велики.")
        case .unsupportedType: Text("The form cannot be read.", "Форму нельзя прочитать.")
        case .misdirected:
            Text(
                "This house has another name. Add the name with --host, or use the printed link.",
                "У этого дома другое имя. Добавьте имя через --host или откройте напечатанную ссылку.")
        case .tooManyAttempts:
            Text(
                "Too many attempts from your network. Wait and try again.",
                "Слишком много попыток из вашей сети. Подождите и повторите.")
        case .headerTooLarge:
            Text(
                "The browser sends too much. Delete the cookies of this site.",
                "Браузер шлёт слишком много. Удалите cookie этого сайта.")
        case .broken: Text("The page could not be made.", "Страницу не удалось составить.")
        case .notImplemented: Text("The method is unknown.", "Метод неизвестен.")
        case .unavailable:
            Text("The house is busy. Try again in a minute.", "Дом занят. Повторите через минуту.")
        }
    }

    /// Returns the response, without the fields that all responses have.
    ///
    /// - Parameter reason: What happened, where more is known than the page says usually.
    package func response(in language: Language, styleSheet: WebLink?, saying reason: Text? = nil) -> WebResponse {
        let words = (reason ?? text).spoken(in: language)
        let page = HTMLPage(
            language: language, title: "\(rawValue) · Kopilka",
            content: [
                .tag(
                    .main, .classes("scene"),
                    content: [
                        .tag(.h1, text: String(rawValue)), .tag(.p, text: words),
                        .tag(
                            .p,
                            content: [
                                .element(
                                    .a, [.link(.href, WebLink())],
                                    [.text(Text("To the beginning", "В начало").spoken(in: language))])
                            ]),
                    ])
            ], styleSheet: styleSheet)
        return WebResponse(
            status: rawValue, headers: [WebHeader("Content-Type", "text/html; charset=utf-8")], body: page.bytes)
    }
}
