import Coordination
import Domain
import GatewayScenes
import GatewaySession
import GatewayWords
import MicroHTTPD

// Reading: a page for each address.
extension WebFace {
    /// Returns the page of an address.
    func page(for request: PageRequest) async -> WebResponse {
        guard let address = WebAddress.scene(at: request.link.path, request.query) else {
            return failure(.notFound, request)
        }
        var cookie: String?
        let session: BrowserSession
        if let known = request.session {
            session = known
        } else {
            // A guest gets a session only at addresses without sign-in.
            guard address.isSignedOut else { return Self.redirect(to: WebAddress.link(to: .signIn)) }
            let begun = sessions.begin()
            (session, cookie) = (begun.session, begun.cookie)
        }
        let tree = tree(of: session, for: request)
        // A sign-in may have ended after the wait of its form.
        if let response = turn(tree, from: session, request) { return response }
        guard tree.isSignedIn != address.isSignedOut else {
            return Self.redirect(to: WebAddress.link(to: tree.isSignedIn ? .main : .signIn))
        }
        var response = await tree.speaking { await show(address, in: tree, session, request) }
        if let cookie {
            response.headers.append(
                SessionCookie.setting(cookie, isEncrypted: request.admitted.isEncrypted))
        }
        return response
    }

    private func show(
        _ address: SceneAddress, in tree: BrowserTree, _ session: BrowserSession, _ request: PageRequest
    ) async -> WebResponse {
        let window: SceneWindow
        do {
            window = try await tree.root.window(at: address, replacingFinished: request.query.value(of: "new") != nil)
        } catch {
            return failure(for: error, request)
        }
        await window.settle(within: limits.patience)
        await turnTo(request.query, in: window)
        guard let screen = window.screen else { return Self.redirect(to: WebAddress.link(to: address.above ?? .main)) }
        if let name = request.query.value(of: "chart"), request.query.value(of: "as") == "svg" {
            return picture(of: name, on: screen, in: tree.language, request)
        }
        let link = WebLink(
            path: request.link.path,
            query: request.query.fields.filter { Self.keptFields.contains($0.name) }.prefix(24).map(\.self))
        let notice = tree.takeNotice(at: address)
        let firstRow = window.firstRow ?? request.query.value(of: "from")
        let key = BrowserTree.PageKey(
            window: window.serial, number: window.number, version: window.version, firstRow: firstRow,
            corner: tree.root.shared)
        if notice == nil, let bytes = tree.page(at: link, key) { return Self.page(bytes) }
        let scene = SceneMarkup(
            language: tree.language, address: address, action: link,
            ticket: FormTicket.input(session, action: link, screen: window.number), firstRow: firstRow)
        var statement: StatementMarkup?
        var isWhole = true
        do {
            statement = try await statementForm(at: address, scene, window, in: tree)
        } catch {
            // Without ledger the page goes without the form; the next one is asked anew.
            isWhole = false
        }
        let page = ScenePage(
            scene: scene,
            signOutTicket: FormTicket.input(session, action: WebLink("sign-out"), screen: 0),
            languageTicket: FormTicket.input(session, action: WebLink("language"), screen: 0),
            content: ScenePage.Content(
                screen: screen, corner: tree.root.shared, notice: notice, statement: statement))
        let bytes = await Self.written(page)
        if notice == nil, isWhole { tree.keep(bytes, at: link, key) }
        return Self.page(bytes)
    }

    /// The fields of a query that belong to a page.
    private static let keptFields: Set<String> = [
        "account", "text", "row", "pane", "from", "kind", "ticker", "to", "match", "match-from", "match-to", "candles",
        "distance", "similarity", "change", "timeframe",
    ]

    /// Selects the row of a link, and loads more rows for the next page of a long list.
    private func turnTo(_ query: WebForm, in window: SceneWindow) async {
        guard let screen = window.screen, screen.question == nil else { return }
        if let row = query.value(of: "row") {
            let name = query.value(of: "pane")
            let pane = screen.panes.first { $0.name.name == name } ?? screen.panes[0]
            guard let list = pane.list, let number = list.keys.firstIndex(of: row), number != list.selected else {
                return
            }
            let focus: [RouterInput] = pane.takesKeys ? [.scene(.pane(pane.name))] : []
            window.receive(focus + [.scene(.choose(number))], countsAsStep: false)
            await window.settle(within: limits.patience)
        }
        window.firstRow = nil
        guard let last = query.value(of: "after") else { return }
        guard let list = screen.panes[0].list, let number = list.keys.firstIndex(of: last) else { return }
        if number == list.keys.count - 1 {
            // Scenes load further rows when the selection comes to the end.
            window.receive([.scene(.choose(number))], countsAsStep: false)
            for _ in 0..<20 where (window.screen?.panes[0].list?.keys.count ?? 0) <= number + 1 {
                await window.nextChange(within: .milliseconds(250))
            }
        }
        let keys = window.screen?.panes[0].list?.keys ?? []
        window.firstRow = keys.indices.contains(number + 1) ? keys[number + 1] : last
    }

    /// Writes a page, away from the actor that all scenes share.
    private nonisolated static func written(_ page: ScenePage) async -> [UInt8] {
        page.bytes
    }

    // MARK: Responses

    nonisolated static func page(_ bytes: [UInt8]) -> WebResponse {
        WebResponse(status: 200, headers: [WebHeader("Content-Type", "text/html; charset=utf-8")], body: bytes)
    }

    /// Returns the answer to a form: see there. RFC 9110, section 15.4.4.
    nonisolated static func redirect(to link: WebLink, _ headers: [WebHeader] = []) -> WebResponse {
        WebResponse(status: 303, headers: [WebHeader("Location", link.description)] + headers)
    }

    func failure(_ page: ErrorPage, _ request: PageRequest) -> WebResponse {
        page.response(in: PersonalCookies.language(of: request), styleSheet: WebLink("style.css"))
    }

    /// Returns the page for an address whose scene could not be opened.
    func failure(for error: any Error, _ request: PageRequest) -> WebResponse {
        guard let fault = error as? Fault else {
            return failure(error is AddressFault ? .notFound : .broken, request)
        }
        switch fault.code {
        case .unauthenticated: return Self.redirect(to: WebAddress.link(to: .signIn))
        case .notFound, .permissionDenied, .invalidRequest: return failure(.notFound, request)
        default: return failure(.unavailable, request)
        }
    }
}
