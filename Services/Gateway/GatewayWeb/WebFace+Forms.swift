import Domain
import GatewayScenes
import GatewayWords
import MicroHTTPD

// Changing: forms that become inputs of a scene. Each is answered by the address to look at next.
extension WebFace {
    /// Takes a form.
    func take(_ request: PageRequest) async -> WebResponse {
        guard let address = WebAddress.scene(at: request.link.path, request.query) else {
            return failure(.notFound, request)
        }
        guard let session = request.session else { return Self.redirect(to: WebAddress.link(to: .signIn)) }
        let tree = tree(of: session, for: request)
        let here = WebAddress.link(to: address)
        guard let number = FormTicket.screen(of: request.form, session, action: request.link) else {
            tree.note(PageTexts.foreignForm, at: address)
            return Self.redirect(to: here)
        }
        let isProof =
            address.isSignedOut || ["field.password", "field.code"].contains { request.form.value(of: $0) != nil }
        if isProof, request.form.value(of: "do") != "fill", let wait = throttle.attempt(by: request.admitted.client) {
            return PeerThrottle.refusal(after: wait, in: tree.language, styleSheet: WebLink("style.css"))
        }
        return await tree.speaking { await take(request, number, address, tree, session) }
    }

    private func take(
        _ request: PageRequest, _ number: UInt64, _ address: SceneAddress, _ tree: BrowserTree,
        _ session: BrowserSession
    ) async -> WebResponse {
        let here = WebAddress.link(to: address)
        let window: SceneWindow
        do {
            window = try await tree.root.window(at: address)
        } catch {
            return failure(for: error, request)
        }
        guard window.number == number, let screen = window.screen else {
            tree.note(PageTexts.oldForm, at: address)
            return Self.redirect(to: here)
        }
        do throws(FormInputs.Refusal) {
            switch try FormInputs.wish(of: request.form, on: screen, in: tree.language) {
            case .back:
                guard window.goBack() else { return Self.redirect(to: WebAddress.link(to: address.above ?? .main)) }
            case .inputs(let inputs, let isStep): window.receive(inputs, countsAsStep: isStep)
            }
        } catch {
            tree.note(error == .rowIsGone ? PageTexts.rowIsGone : PageTexts.cannotBeDone, at: address)
            return Self.redirect(to: here)
        }
        await window.settle(within: limits.formPatience)
        return answer(request, window, address, tree, session)
    }

    /// Returns the redirect after a form: to the scene that it led to.
    private func answer(
        _ request: PageRequest, _ window: SceneWindow, _ address: SceneAddress, _ tree: BrowserTree,
        _ session: BrowserSession
    ) -> WebResponse {
        let isEncrypted = request.admitted.isEncrypted
        if let response = turn(tree, from: session, request) { return response }
        if !tree.isSignedIn, !address.isSignedOut {
            drop(session.id)
            return Self.redirect(
                to: WebAddress.link(to: .signIn), [SessionCookie.clearing(isEncrypted: isEncrypted)])
        }
        if let next = window.takeNext() { return Self.redirect(to: WebAddress.link(to: next)) }
        if window.isOver { return Self.redirect(to: WebAddress.link(to: address.above ?? .main)) }
        var link = WebAddress.link(to: address)
        if let first = request.query.value(of: "from") {
            link = WebLink(path: link.path, query: link.query + [WebForm.Field("from", first)])
        }
        return Self.redirect(to: link)
    }

    /// Returns the redirect with the cookie of the session that a sign-in has begun; nil without a new sign-in.
    func turn(_ tree: BrowserTree, from session: BrowserSession, _ request: PageRequest) -> WebResponse? {
        do throws(BrowserSessionError) {
            guard let new = try tree.place.takeNewCookie() else { return nil }
            move(tree, from: session.id, to: new.session.id)
            let cookie = SessionCookie.setting(new.cookie, isEncrypted: request.admitted.isEncrypted)
            return Self.redirect(to: WebAddress.link(to: .main), [cookie])
        } catch {
            return failure(.unavailable, request)
        }
    }

    // MARK: Around the scenes

    /// Signs out: here, and everywhere that the session's tokens are known.
    func signOut(_ request: PageRequest) async -> WebResponse {
        let isEncrypted = request.admitted.isEncrypted
        let leave = Self.redirect(
            to: WebAddress.link(to: .signIn),
            [
                SessionCookie.clearing(isEncrypted: isEncrypted),
                // Copies that a browser or its worker keeps: Clear Site Data, section 3.1.
                WebHeader("Clear-Site-Data", "\"cache\", \"storage\""),
            ])
        guard let session = request.session else { return leave }
        guard FormTicket.screen(of: request.form, session, action: request.link) != nil else {
            return Self.redirect(to: WebAddress.link(to: .main))
        }
        let tree = tree(of: session, for: request)
        await tree.speaking { await tree.root.logOut() }
        sessions.end(session.id)
        drop(session.id)
        return leave
    }

    /// Changes the language of the pages.
    func switchLanguage(_ request: PageRequest) async -> WebResponse {
        let then = RoutePath(request.form.value(of: "then").map { String($0.prefix { $0 != "?" }) } ?? "/")
        let link = WebLink(path: then?.segments ?? [])
        guard let session = request.session,
            FormTicket.screen(of: request.form, session, action: request.link) != nil
        else { return Self.redirect(to: link) }
        let other: Language = PersonalCookies.language(of: request) == .russian ? .english : .russian
        return Self.redirect(
            to: link, [PersonalCookies.setting(other, isEncrypted: request.admitted.isEncrypted)])
    }

    /// Opens the stream of events of a page.
    func stream(for request: PageRequest) async -> WebResponse {
        guard let session = request.session, session.isSignedIn else { return failure(.forbidden, request) }
        // The tree publishes the events. It may have been evicted.
        _ = tree(of: session, for: request)
        return hub.subscribe(session.id) ?? failure(.unavailable, request)
    }
}
