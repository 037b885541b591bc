import GatewayScenes
import GatewayWords
import MicroHTTPD

/// A list as a table; below the width of a tablet each row becomes a card.
struct ListMarkup {
    /// The most rows of a page.
    static let rowsOfPage = 50

    let scene: SceneMarkup
    let pane: String

    /// Returns the list, or a page of it.
    func html(_ list: ListBlock) -> HTML {
        let shown = Self.shown(of: list, from: scene.firstRow)
        let linked = linkColumn(of: list)
        let looks = list.columns.map(look)
        var body: [HTML] = []
        body.reserveCapacity(shown.count)
        for number in shown {
            if let group = list.groups[number] { body.append(heading(group, list)) }
            body.append(row(number, list, looks, linked))
        }
        let table: HTML = .tag(
            .table, .classes("deck"),
            content: (list.hasTitles ? [head(list)] : []) + [.tag(.tbody, content: body)])
        return .group([table, pages(list, shown)])
    }

    /// Returns the rows of the page that begins with a row, or has the selected one.
    static func shown(of list: ListBlock, from key: String?) -> Range<Int> {
        guard list.rows.count > rowsOfPage else { return 0..<list.rows.count }
        let named = key.flatMap { key in list.keys.isEmpty ? Int(key) : list.keys.firstIndex(of: key) } ?? 0
        let first = list.rows.indices.contains(named) ? named : 0
        return first..<min(list.rows.count, first + rowsOfPage)
    }

    /// The name of a row in an address; its number in a list to read.
    private static func name(of row: Int, in list: ListBlock) -> String {
        list.keys.isEmpty ? String(row) : list.keys[row]
    }

    /// The column whose text is the link or button of its row: the one that names it, or else the first of free text or
    /// with words.
    private func linkColumn(of list: ListBlock) -> Int {
        list.rows.first?.firstIndex { $0.tone == .strong && !scene.say($0.text).isEmpty }
            ?? list.columns.firstIndex { $0.isFlexible }
            ?? list.columns.indices.first { column in list.rows.contains { !scene.say($0[column].text).isEmpty } } ?? 0
    }

    private func head(_ list: ListBlock) -> HTML {
        .tag(
            .thead,
            content: [
                .tag(
                    .tr,
                    content: list.columns.map { column in
                        let look = column.isRightAligned ? [HTMLAttribute.classes("n")] : []
                        let title = scene.title(column.title)
                        return title.isEmpty
                            ? .element(.td, look, [])
                            : .element(.th, [.text(.scope, "col")] + look, [.text(title)])
                    })
            ])
    }

    private func heading(_ group: [Text], _ list: ListBlock) -> HTML {
        .tag(
            .tr, .classes("day"),
            content: [
                .element(
                    .th, [.text(.scope, "rowgroup"), .text(.colspan, String(list.columns.count))],
                    group.enumerated().flatMap { number, text -> [HTML] in
                        [
                            .tag(.span, .classes(number == 0 ? "strong" : "faint"), text: scene.title(text)),
                            .text(" "),
                        ]
                    })
            ])
    }

    /// The attributes of the cells of a column.
    private struct ColumnLook {
        let plain: [HTMLAttribute]
        /// With the name of the column, for cards.
        let named: [HTMLAttribute]
    }

    private func look(of column: ListBlock.Column) -> ColumnLook {
        let plain: [HTMLAttribute] =
            column.isRightAligned ? [.classes("n")] : column.isFlexible ? [] : [.classes("w")]
        let title = scene.title(column.title)
        return ColumnLook(
            plain: plain, named: title.isEmpty ? plain : plain + [.data("name", title)].compactMap(\.self))
    }

    private func row(_ number: Int, _ list: ListBlock, _ looks: [ColumnLook], _ usual: Int) -> HTML {
        let spans = list.rows[number]
        let words = spans.map { scene.say($0.text) }
        // A link without words could not be named: a row without a description is opened by what else it says.
        let linked = words[usual].isEmpty ? words.firstIndex { !$0.isEmpty } ?? usual : usual
        let isChosen = (list.opening == .selects || list.opening == .enters) && number == list.selected
        let cells = looks.indices.map { index -> HTML in
            // Nothing at all, so that cards leave its name out.
            let content = words[index].isEmpty ? .nothing : scene.span(spans[index], words[index])
            return index == linked
                ? .element(.td, looks[index].plain, [opening(content, of: number, list, isChosen: isChosen)])
                : .element(.td, looks[index].named, [content])
        }
        return .element(.tr, isChosen ? [.classes("chosen")] : [], cells)
    }

    /// Returns the text of a row as its link or button.
    private func opening(_ content: HTML, of number: Int, _ list: ListBlock, isChosen: Bool) -> HTML {
        func link(_ target: WebLink) -> HTML {
            var attributes: [HTMLAttribute] = [.classes("what"), .link(.href, target)]
            if isChosen, case .selects = list.opening { attributes.append(.text(.ariaCurrent, "true")) }
            return .element(.a, attributes, [content])
        }
        switch list.opening {
        case .nothing: return content
        case .scenes(let addresses):
            return addresses[number].map { link(WebAddress.link(to: $0)) } ?? content
        case .rows(let address): return link(WebAddress.link(to: address, row: list.keys[number]))
        case .selects:
            var fields = scene.action.query.filter { !["row", "pane", "from"].contains($0.name) }
            if let first = scene.firstRow { fields.append(WebForm.Field("from", first)) }
            fields += [WebForm.Field("row", list.keys[number]), WebForm.Field("pane", pane)]
            return link(WebLink(path: scene.action.path, query: fields))
        case .enters:
            return .tag(
                .button, .classes("what"), .text(.name, "do"), .text(.value, "open.\(list.keys[number])"),
                content: [content])
        }
    }

    /// Returns the links to the other pages of a long list, and the count.
    private func pages(_ list: ListBlock, _ shown: Range<Int>) -> HTML {
        let isMore: Bool
        let count: Text
        switch list.count {
        case .exactly(let all): (isMore, count) = (all > shown.upperBound, .count(all))
        case .atLeast(let all): (isMore, count) = (true, .count(all) + Text(verbatim: "+"))
        case .uncounted: (isMore, count) = (list.rows.count > shown.upperBound, .count(list.rows.count))
        }
        guard isMore || shown.lowerBound > 0, !shown.isEmpty else { return .nothing }
        func link(_ row: Int, _ text: Text) -> HTML {
            var fields = scene.action.query.filter { !["row", "pane", "from", "after"].contains($0.name) }
            // The next page begins after the last row that is shown, which may be the last one loaded.
            fields.append(
                row < list.rows.count
                    ? WebForm.Field("from", Self.name(of: row, in: list))
                    : WebForm.Field("after", Self.name(of: row - 1, in: list)))
            return .tag(
                .a, .classes("btn"), .link(.href, WebLink(path: scene.action.path, query: fields)),
                text: scene.say(text))
        }
        var content: [HTML] = []
        if shown.lowerBound > 0 {
            content.append(link(max(0, shown.lowerBound - Self.rowsOfPage), PageTexts.earlierRows))
        }
        content.append(
            .tag(
                .span, .classes("label"),
                text: scene.say(PageTexts.rows(shown.lowerBound + 1, shown.upperBound, count))))
        if isMore { content.append(link(shown.upperBound, PageTexts.laterRows)) }
        return .tag(
            .nav, .classes("acts", "pages"),
            .text(
                .ariaLabel,
                scene.say(
                    PageTexts.rows(
                        shown.lowerBound + 1, shown.upperBound, count))), content: content)
    }
}
