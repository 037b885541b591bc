import Domain
import GatewayScenes
import GatewayWords

/// A whole page: the header, the navigation, and the scene.
struct ScenePage: Sendable {
    /// The content of a page.
    struct Content: Sendable {
        let screen: Screen
        /// The content of every page beside its scene.
        let corner: WindowCorner
        /// The outcome of the last form; nil without a remark.
        var notice: Text?
        /// The form for a statement; nil at addresses that are not about accounts.
        var statement: StatementMarkup?
    }

    let scene: SceneMarkup
    /// The ticket of the forms around the scene: signing out and the language.
    let signOutTicket: HTML
    let languageTicket: HTML
    let content: Content

    /// The bytes of the page.
    var bytes: [UInt8] {
        let title = scene.title(content.screen.title)
        return HTMLPage(
            language: scene.language, title: "\(title) · Kopilka", content: body, styleSheet: WebLink("style.css"),
            module: WebLink("module.js"), manifest: WebLink("manifest.webmanifest"),
            icon: WebLink(WebAssets.icon),
            refresh: content.screen.isWaiting ? 3 : nil
        ).bytes
    }

    private var isSignedIn: Bool { !scene.address.isSignedOut }

    private var body: [HTML] {
        let navigation = Navigation(scene: scene, unread: content.corner.unread)
        return [
            .tag(.a, .classes("skip unseen"), .link(.href, inPage("scene")), text: scene.say(PageTexts.skip)),
            header,
        ] + (isSignedIn ? [navigation.html] : []) + [main(navigation)]
    }

    private func inPage(_ fragment: String) -> WebLink {
        WebLink(path: scene.action.path, query: scene.action.query, fragment: fragment)
    }

    // MARK: The header

    private var header: HTML {
        let lost = content.corner.lost
        var content: [HTML] = [
            .element(.a, [.classes("brand"), .link(.href, WebLink())], [Self.mark, .text("Kopilka")])
        ]
        if !lost.isEmpty {
            content.append(
                .tag(
                    .p, .classes("note", "calm"), .text(.role, "status"),
                    text: scene.say(PageTexts.noAnswer(lost.joined(separator: ", ")))))
        }
        if isSignedIn {
            // Shown by the module when the stream of news breaks off.
            content.append(
                .element(
                    .p, [.classes("away", "note", "waits"), .text(.role, "status"), .flag(.hidden)],
                    [.text(scene.say(PageTexts.houseAway))]))
        }
        content.append(.tag(.div, .classes("me"), content: personal))
        return .tag(.header, .classes("top"), content: content)
    }

    private var personal: [HTML] {
        let language = self.form(
            "language", languageTicket,
            .tag(
                .button, .classes("btn", "plain"), .text(.name, "do"), .text(.value, "language"),
                .text(.lang, (scene.language == .russian ? Language.english : .russian).rawValue),
                text: scene.say(PageTexts.language)))
        guard isSignedIn else { return [language] }
        var content: [HTML] = [language]
        if let user = self.content.corner.user {
            content.append(.element(.a, [.link(.href, WebLink("settings"))], [.text(DisplayText.clean(user))]))
        }
        content.append(
            form(
                "sign-out", signOutTicket,
                .tag(
                    .button, .classes("btn", "plain"), .text(.name, "do"), .text(.value, "sign-out"),
                    text: scene.say(PageTexts.signOut))))
        return content
    }

    private func form(_ path: String, _ ticket: HTML, _ button: HTML) -> HTML {
        .tag(
            .form, .text(.method, "post"), .link(.action, WebLink(path)),
            content: [ticket, SceneMarkup.hidden("then", scene.action.description), button])
    }

    /// The coin that falls into its slot.
    private static let mark: HTML = .element(
        .svg, [.text(.viewBox, "0 0 28 28"), .text(.width, "28"), .text(.height, "28"), .text(.ariaHidden, "true")],
        [
            .tag(.path, .classes("coin"), .text(.d, "M5 16a9 9 0 1 1 18 0z")),
            .tag(.path, .classes("slot"), .text(.d, "M2 18.5h24v3H2z")),
        ])

    // MARK: The scene

    private func main(_ navigation: Navigation) -> HTML {
        let screen = content.screen
        var attributes: [HTMLAttribute] = [.classes("scene"), .text(.id, "scene")]
        // The event stream names addresses. Guests have no stream.
        if isSignedIn {
            attributes += [.data("address", WebAddress.link(to: scene.address).description)].compactMap(\.self)
        }
        if screen.isSecret { attributes += [.data("secret", "")].compactMap(\.self) }
        var inner: [HTML] = isSignedIn ? [navigation.sub] : []
        inner.append(head)
        if let notice = content.notice {
            inner.append(.tag(.p, .classes("toast still"), .text(.role, "status"), text: scene.say(notice)))
        }
        let first = screen.panes[0]
        let companions = screen.panes.dropFirst()
        let others = companions.filter { !$0.blocks.isEmpty || !$0.totals.isEmpty }
        // Actions on the selected row stand in the pane of the row, if there is one; other actions stand with the list.
        let beside = others.first { $0.role == .companion && $0.actions.contains(where: \.actsOnRow) }
        let onRow = Set(beside?.actions.filter(\.actsOnRow).map(\.name) ?? [])
        let notOnRow = Set(beside?.actions.filter { !$0.actsOnRow }.map(\.name) ?? [])
        let inNavigation = scene.address == .main ? Navigation.actions : []
        var panes = [
            PaneMarkup(scene: scene, screen: screen, hidden: inNavigation.union(onRow)).html(first, isFirst: true)
        ]
        if !others.isEmpty {
            let sections = others.map { pane in
                let hidden = pane.name == beside?.name ? notOnRow : []
                return PaneMarkup(scene: scene, screen: screen, hidden: inNavigation.union(hidden))
                    .html(pane, isFirst: false)
            }
            panes.append(.tag(.div, .classes("rest"), content: sections))
        }
        inner.append(.tag(.div, .classes(others.isEmpty ? "panes" : "panes two"), content: panes))
        return .element(.main, attributes, inner + (content.statement.map { [$0.html, $0.books] } ?? []))
    }

    private var head: HTML {
        let screen = content.screen
        var acts: [HTML] = []
        // A page shows all panes, so there is no way back to the first one.
        let back = screen.focused.name == screen.panes[0].name ? screen.back : nil
        let isInside = screen.question != nil || screen.form != nil || back != nil
        if isInside, isSignedIn {
            acts.append(
                scene.form([
                    .tag(
                        .button, .classes("btn", "plain"), .text(.name, "do"), .text(.value, "back"),
                        text: back.map(scene.title) ?? scene.say(PageTexts.back))
                ]))
        } else if let above = scene.address.above {
            acts.append(
                .element(
                    .a, [.classes("btn", "plain"), .link(.href, WebAddress.link(to: above))],
                    [.text(scene.say(PageTexts.back))]))
        }
        return .tag(
            .div, .classes("head"),
            content: [.tag(.h1, text: scene.title(screen.title)), .tag(.div, .classes("acts"), content: acts)])
    }
}
