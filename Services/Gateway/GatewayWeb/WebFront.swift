import Domain
import MicroHTTPD

/// The front of the web face: examines every request, finds its page, and gives every response the fields that protect
/// it. Scenes are put behind it as routes.
package struct WebFront: WebHandler {
    private let guardian: RequestGuard
    private let sessions: BrowserSessions
    private let router: Router
    private let assets: [String: StaticAsset]
    private let styleSheet: WebLink?

    /// Puts the front together.
    ///
    /// - Parameters:
    ///   - assets: Their names are paths of one segment, which no route may have.
    ///   - styleSheet: The name of the asset for error pages.
    package init(
        site: WebSite, sessions: BrowserSessions, router: Router, assets: [StaticAsset] = [], styleSheet: String? = nil
    ) {
        guardian = RequestGuard(site)
        self.sessions = sessions
        self.router = router
        self.assets = Dictionary(assets.map { ($0.name, $0) }) { first, _ in first }
        self.styleSheet = styleSheet.map { WebLink($0) }
    }

    package func admit(_ head: WebRequestHead) -> WebAdmission {
        switch look(head) {
        case .page(let route, _, _, _): .read(atMost: route.method == .post ? route.bodyLimit : 0)
        case .asset: .read(atMost: 0)
        case .refusal(let response): .answer(response)
        }
    }

    package func answer(_ request: WebRequest) -> WebAnswer {
        switch look(request.head) {
        case .refusal(let response): return .now(response)
        case .asset(let asset, let admitted):
            return .now(dressed(asset.response(to: request.head), keeping: .revalidated, admitted.isEncrypted))
        case .page(let route, let parameters, let path, let admitted):
            guard let query = WebForm(urlEncoded: (request.head.query ?? "").utf8) else {
                return .now(error(.badRequest, request.head, admitted.isEncrypted))
            }
            var form = WebForm()
            if route.method == .post {
                guard let sent = WebForm(request) else {
                    return .now(error(.unsupportedType, request.head, admitted.isEncrypted))
                }
                form = sent
            }
            let cookie = SessionCookie.value(in: request.head, isEncrypted: admitted.isEncrypted)
            let page = PageRequest(
                admitted: admitted, session: cookie.flatMap(sessions.session(ofCookie:)),
                language: PreferredLanguage.of(request.head), parameters: parameters, query: query, form: form,
                link: WebLink(path: path.segments))
            switch route.answer(page) {
            case .now(let response): return .now(dressed(response, keeping: .never, admitted.isEncrypted))
            case .later(let work):
                return .later { done in
                    work { done(dressed($0, keeping: .never, admitted.isEncrypted)) }
                }
            }
        }
    }

    package func refuse(_ refusal: WebRefusal, _ head: WebRequestHead) -> WebResponse {
        let page: ErrorPage =
            switch refusal {
            case .malformed: .badRequest
            case .notImplemented: .notImplemented
            case .headerTooLarge: .headerTooLarge
            case .bodyTooLarge: .tooLarge
            case .busy, .tooManyStreams, .answerTooLate: .unavailable
            case .invalidResponse: .broken
            }
        return error(page, head, head.isEncrypted)
    }

    // MARK: The way of a request

    private enum Found {
        case page(Router.Route, [String: String], RoutePath, RequestGuard.Admitted)
        case asset(StaticAsset, RequestGuard.Admitted)
        case refusal(WebResponse)
    }

    private func look(_ head: WebRequestHead) -> Found {
        let admitted: RequestGuard.Admitted
        do throws(RequestGuard.Refusal) {
            admitted = try guardian.examine(head)
        } catch {
            return .refusal(refusal(error, head))
        }
        guard let path = RoutePath(head.path) else {
            return .refusal(error(.notFound, head, admitted.isEncrypted))
        }
        let method: Router.Method = head.method == "POST" ? .post : .get
        if path.segments.count == 1, let asset = assets[path.segments[0]] {
            return method == .get ? .asset(asset, admitted) : .refusal(notAllowed([.get], head, admitted.isEncrypted))
        }
        switch router.match(method, path) {
        case .page(let route, let parameters): return .page(route, parameters, path, admitted)
        case .otherMethods(let methods): return .refusal(notAllowed(methods, head, admitted.isEncrypted))
        case .nothing: return .refusal(error(.notFound, head, admitted.isEncrypted))
        }
    }

    private func refusal(_ refusal: RequestGuard.Refusal, _ head: WebRequestHead) -> WebResponse {
        switch refusal {
        case .notTheProxy, .foreignPage: error(.forbidden, head, head.isEncrypted)
        case .proxyIsUnclear: error(.badRequest, head, head.isEncrypted)
        case .foreignHost: error(.misdirected, head, head.isEncrypted)
        case .method: notAllowed([.get, .post], head, head.isEncrypted)
        }
    }

    private func notAllowed(_ methods: [Router.Method], _ head: WebRequestHead, _ isEncrypted: Bool) -> WebResponse {
        var response = error(.methodNotAllowed, head, isEncrypted)
        let names = methods.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] }
        response.headers.append(WebHeader("Allow", names.joined(separator: ", ")))
        return response
    }

    private func error(_ page: ErrorPage, _ head: WebRequestHead, _ isEncrypted: Bool) -> WebResponse {
        dressed(
            page.response(in: PreferredLanguage.of(head), styleSheet: styleSheet), keeping: .never, isEncrypted)
    }

    private func dressed(
        _ response: WebResponse, keeping: SecurityHeaders.Keeping, _ isEncrypted: Bool
    ) -> WebResponse {
        var response = response
        response.headers += SecurityHeaders.fields(keeping: keeping, isEncrypted: isEncrypted)
        return response
    }
}
