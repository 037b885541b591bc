import GatewayScenes
import GatewayWords

/// A pane as a section: its heading, its blocks and its buttons, in one form.
struct PaneMarkup {
    /// The most characters of a figure that is shown large.
    private static let longestHero = 18

    let scene: SceneMarkup
    let screen: Screen
    /// Actions that are shown elsewhere: links of the navigation, and those that a companion has too.
    var hidden: Set<ActionName> = []

    /// Returns the section of a pane.
    ///
    /// - Parameter isFirst: True for the pane that the scene is about.
    func html(_ pane: Pane, isFirst: Bool) -> HTML {
        let name = pane.name.name
        var content = heading(pane, isFirst: isFirst)
        let blocks = BlockMarkup(scene: scene, pane: name)
        var body = pane.blocks.enumerated().map { blocks.html($0.element, number: $0.offset) }
        let buttons = actions(of: pane, isFirst: isFirst)
        let isWaiting = isFirst && screen.isWaiting
        if isWaiting { body.append(waiting(pane)) }
        body += buttons
        if let form = pane.form { body += FormMarkup(scene: scene, pane: name).passkeys(of: form) }
        if !buttons.isEmpty || pane.blocks.contains(where: needsForm) {
            let fields = [SceneMarkup.hidden("pane", name)] + selectedRow(pane)
            let hasFile = pane.form?.fields.contains { $0.name == "file" } ?? false
            content.append(scene.form(fields + body, isLive: Self.isLive(pane), hasFile: hasFile))
        } else {
            content += body
        }
        return .tag(
            .section, .classes(isFirst ? "pane first" : "pane"), .text(.id, "pane-\(name)"), content: content)
    }

    /// True when the scene may look at what is typed before it is sent: not at secrets, and not at files.
    private static func isLive(_ pane: Pane) -> Bool {
        pane.form?.fields.allSatisfy { $0.kind != .secret && $0.name != "file" } ?? false
    }

    // MARK: The heading

    private func heading(_ pane: Pane, isFirst: Bool) -> [HTML] {
        var content: [HTML] = []
        let title = scene.title(pane.title)
        var head: [HTML] = []
        if !title.isEmpty, !isFirst || title != scene.title(screen.title) { head.append(.tag(.h2, text: title)) }
        if let badge = pane.badge {
            head.append(
                .tag(
                    .span, .classes("badge", SceneMarkup.className(of: badge.tone) ?? "plain"),
                    text: scene.say(badge.text)))
        }
        if !head.isEmpty { content.append(.tag(.div, .classes("head"), content: head)) }
        if let total = pane.totals.first, !total.isEmpty {
            let words = scene.say(total)
            // One short figure of a scene is large; a sentence of figures would fill the window.
            let look = isFirst && words.count <= Self.longestHero ? "hero total" : isFirst ? "fig total" : "sum-line"
            content.append(.tag(.p, .classes(look), text: words))
        }
        if let since = pane.staleSince {
            content.append(.tag(.p, .classes("note", "calm", "old"), text: scene.say(AppTexts.dataOf(since))))
        }
        return content
    }

    private func waiting(_ pane: Pane) -> HTML {
        let isTold = pane.blocks.contains { if case .progress = $0 { true } else { false } }
        return .group([
            isTold ? .nothing : .tag(.p, .classes("wait"), .text(.role, "status"), text: scene.say(PageTexts.waiting)),
            .tag(
                .p, .classes("again"),
                content: [.tag(.a, .link(.href, scene.action), text: scene.say(PageTexts.again))]),
        ])
    }

    // MARK: What a person can do

    private func hasQuestion(_ pane: Pane) -> Bool {
        pane.blocks.contains { if case .question = $0 { true } else { false } }
    }

    /// True for a block with buttons or fields of its own.
    private func needsForm(_ block: Block) -> Bool {
        switch block {
        case .form, .question, .choices, .passkey: true
        case .list(let list): list.opening == .enters
        case .chart(let chart): chart.segment != nil
        default: false
        }
    }

    /// Returns the name of the row that the buttons of a pane act on.
    private func selectedRow(_ pane: Pane) -> [HTML] {
        let list = pane.list ?? (pane.role == .companion ? screen.panes[0].list : nil)
        guard let list, let row = list.selected, list.keys.indices.contains(row) else { return [] }
        return [SceneMarkup.hidden("row", list.keys[row])]
    }

    private func actions(of pane: Pane, isFirst: Bool) -> [HTML] {
        guard !hasQuestion(pane) else { return [] }
        let list = pane.list
        var titles: Set<Text> = []
        var hidden = hidden
        for case .choices(let line) in pane.blocks { hidden.formUnion(line.replaces) }
        let submit = submit(of: pane)
        let offered = pane.actions.filter { action in
            guard !hidden.contains(action.name) else { return false }
            // A page shows all fields at once: nothing leads to the next one, and one button sends them, wherever the
            // cursor is. A button that became another one while somebody types would vanish under the finger.
            let isEnter = action.key == .enter || action.name == .enter
            if isEnter, submit != nil || pane.form?.isPasskeyAlone == true { return false }
            // Rows are their own links and buttons.
            if isEnter, let list, pane.form == nil {
                switch list.opening {
                case .scenes, .rows, .enters: return false
                case .nothing, .selects: return list.rows.isEmpty == false
                }
            }
            return titles.insert(action.title).inserted
        }
        let often = offered.filter {
            $0.name == submit || $0.rank != .seldom && ($0.isHinted || $0.obstacle != nil)
        }
        let seldom = offered.filter { action in !often.contains(action) }
        var content: [HTML] = []
        if !often.isEmpty {
            content.append(
                .tag(.div, .classes("acts"), content: often.map { button($0, isMain: $0 == often.first, pane) }))
        }
        if !seldom.isEmpty {
            content.append(
                .tag(
                    .details, .classes("more"),
                    content: [
                        .tag(.summary, .classes("btn", "plain"), text: scene.say(PageTexts.more)),
                        .tag(.div, .classes("acts"), content: seldom.map { button($0, isMain: false, pane) }),
                    ]))
        }
        if content.isEmpty, let form = pane.form, !form.isPasskeyAlone {
            content.append(
                .tag(
                    .div, .classes("acts"),
                    content: [
                        .tag(
                            .button, .classes("btn", "go"), .text(.name, "do"), .text(.value, "enter"),
                            text: scene.say(PageTexts.send))
                    ]))
        }
        return content
    }

    /// Returns the action that sends a form from any of its fields; nil where Enter does.
    private func submit(of pane: Pane) -> ActionName? {
        guard pane.form != nil else { return nil }
        return pane.actions.first(where: \.sendsForm)?.name
    }

    private func button(_ action: SceneAction, isMain: Bool, _ pane: Pane) -> HTML {
        let isEnter = action.key == .enter || action.name == .enter
        let isSubmit = isEnter || action.name == submit(of: pane)
        let isGo = isSubmit && (pane.form != nil || isMain && pane.role == .main)
        let look = isGo ? "go" : action.name == "remove" ? "risk" : pane.role == .aside ? "plain" : "other"
        var attributes: [HTMLAttribute] = [
            .classes("btn", look), .text(.name, "do"),
            .text(.value, isEnter ? "enter" : "perform.\(action.name.name)"),
        ]
        guard let obstacle = action.obstacle else {
            return .element(.button, attributes, [.text(scene.title(action.title))])
        }
        let id = "obstacle-\(pane.name.name)-\(action.name.name)"
        attributes += [.flag(.disabled), .text(.ariaDescribedBy, id)]
        return .group([
            .element(.button, attributes, [.text(scene.title(action.title))]),
            .tag(.span, .classes("unseen"), .text(.id, id), text: scene.say(obstacle)),
        ])
    }
}
