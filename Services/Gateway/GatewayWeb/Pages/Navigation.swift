import GatewayScenes
import GatewayWords
import MicroHTTPD

/// The navigation of a signed-in person: five parts, one of which has parts of its own.
struct Navigation {
    /// A link of the navigation.
    private struct Item {
        let title: Text
        let address: SceneAddress
        /// The paths of its drawing.
        let icon: [String]
        /// The addresses that belong to it.
        let covers: @Sendable (SceneAddress) -> Bool
        var inner: [(title: Text, address: SceneAddress)] = []
    }

    let scene: SceneMarkup
    let unread: Int?

    /// The actions of scenes that the navigation stands for.
    static let actions: Set<ActionName> = [
        "history", "securities", "scanner", "bonds", "subscriptions", "inbox", "settings", "main",
    ]

    private static let items = [
        Item(
            title: PageTexts.main, address: .main, icon: ["M4 13h16M4 13v6h16v-6", "M7 13a5 5 0 0 1 10 0"],
            covers: { part(of: $0) == 0 },
            inner: [
                (Words.transfer, .transfer(from: nil)), (Words.record, .record(on: nil)),
                (Words.importing, .importing(into: nil)), (Words.imports, .imports), (Words.limits, .limits(of: nil)),
            ]),
        Item(
            title: PageTexts.history, address: .history(of: nil, searching: ""),
            icon: ["M4 6h10M4 12h16M4 18h7"], covers: { part(of: $0) == 1 }),
        Item(
            title: PageTexts.market, address: .securities,
            icon: ["M7 4v3M7 15v5M17 3v5M17 17v4", "M4.5 7h5v8h-5zM14.5 8h5v9h-5z"], covers: { part(of: $0) == 2 },
            inner: [
                (PageTexts.dashboard, .dashboard), (Words.scanner, .scanner(nil)), (Words.bonds, .bonds),
            ]),
        Item(
            title: PageTexts.payments, address: .subscriptions,
            icon: ["M20 12a8 8 0 1 1-2.5-5.8M20 3v4h-4", "M12 8v4l2.5 2"], covers: { part(of: $0) == 3 },
            inner: [
                (Words.forecast, .forecast), (Words.schedules, .schedules), (Words.templates, .templates),
            ]),
        Item(
            title: PageTexts.inbox, address: .inbox,
            icon: ["M4 13 6.5 5h11L20 13v6H4zM4 13h4.5l1.5 2.5h4l1.5-2.5H20"], covers: { part(of: $0) == 4 }),
    ]

    private enum Words {
        static let scanner = Text("Scanner", "Сканер")
        static let bonds = Text("Bonds", "Облигации")
        static let transfer = Text("Transfer", "Перевод")
        static let record = Text("In or out", "Доход, расход")
        static let importing = Text("Import", "Импорт")
        static let imports = Text("Imports", "Импорты")
        static let limits = Text("Limits", "Лимиты")
        static let forecast = Text("Forecast", "Прогноз")
        static let schedules = Text("Schedules", "Переводы по расписанию")
        static let templates = Text("Templates", "Шаблоны")
    }

    /// Returns the number of the part that an address belongs to; nil for settings.
    private static func part(of address: SceneAddress) -> Int? {
        switch address {
        case .history, .transaction, .category: 1
        case .securities, .dashboard, .pattern, .scanner, .match, .bonds, .bond, .bondChart: 2
        case .subscriptions, .newSubscription, .subscription, .forecast, .schedules, .newSchedule, .templates: 3
        case .inbox: 4
        case .settings, .preferences, .telegram, .codes, .passkeys, .sessions, .signIn, .register, .telegramSignIn: nil
        default: 0
        }
    }

    /// The bar below on phones, the rail at wide windows.
    var html: HTML {
        .tag(
            .nav, .classes("nav"), .text(.ariaLabel, scene.say(PageTexts.parts)),
            content: [
                .tag(.ul, content: Self.items.flatMap { item in [self.item(item)] + inner(item).map(self.innerItem) })
            ])
    }

    /// The inner parts on phones; nothing where there are none.
    var sub: HTML {
        guard let item = Self.items.first(where: { $0.covers(scene.address) && !$0.inner.isEmpty }) else {
            return .nothing
        }
        return .tag(
            .nav, .classes("sub"), .text(.ariaLabel, scene.say(PageTexts.inner)), content: item.inner.map(link))
    }

    private func inner(_ item: Item) -> [(title: Text, address: SceneAddress)] {
        item.covers(scene.address) ? item.inner : []
    }

    private func innerItem(_ inner: (title: Text, address: SceneAddress)) -> HTML {
        .tag(.li, .classes("inner"), content: [link(inner)])
    }

    private func link(_ inner: (title: Text, address: SceneAddress)) -> HTML {
        var link = WebAddress.link(to: inner.address)
        // From a receipt to the next one.
        if inner.address == scene.address {
            link = WebLink(path: link.path, query: link.query + [WebForm.Field("new", "1")])
        }
        var attributes: [HTMLAttribute] = [.link(.href, link)]
        if isWithin(inner.address) {
            attributes.append(.text(.ariaCurrent, scene.address == inner.address ? "page" : "true"))
        }
        return .element(.a, attributes, [.text(scene.say(inner.title))])
    }

    private func isWithin(_ address: SceneAddress) -> Bool {
        switch (address, scene.address) {
        case (.dashboard, .dashboard), (.dashboard, .pattern), (.scanner, .scanner), (.scanner, .match),
            (.bonds, .bonds), (.bonds, .bond), (.bonds, .bondChart), (.transfer, .transfer), (.record, .record),
            (.importing, .importing), (.limits, .limits), (.schedules, .newSchedule), (.templates, .template):
            true
        default: address == scene.address
        }
    }

    private func item(_ item: Item) -> HTML {
        var attributes: [HTMLAttribute] = [.link(.href, WebAddress.link(to: item.address))]
        if item.covers(scene.address) {
            attributes.append(.text(.ariaCurrent, scene.address == item.address ? "page" : "true"))
        }
        var content: [HTML] = [
            .element(
                .svg, [.text(.viewBox, "0 0 24 24"), .text(.ariaHidden, "true")],
                item.icon.map { .tag(.path, .text(.d, $0)) }),
            .tag(.span, text: scene.say(item.title)),
        ]
        if item.address == .inbox, let unread, unread > 0 {
            content.append(
                .tag(
                    .span, .classes("badge", "coin"),
                    content: [
                        .text(unread > 99 ? "99+" : String(unread)),
                        .tag(.span, .classes("unseen"), text: " " + scene.say(PageTexts.unread)),
                    ]))
        }
        return .tag(.li, content: [.element(.a, attributes, content)])
    }
}
