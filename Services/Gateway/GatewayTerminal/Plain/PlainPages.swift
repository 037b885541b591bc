import Domain
import GatewayScenes
import GatewayWords
import Terminal

/// Long lists without a screen: they are read out in pages, beginning with the page of the selected row.
enum PlainPages {
    /// The number of rows in a page.
    static let size = 20
    /// The lines to type for the next and the previous rows.
    static let (more, before) = ("+", "-")

    /// Returns the rows to read out; all of them for a short list or one without a selection.
    static func rows(of list: ListBlock) -> Range<Int> {
        guard let selected = list.selected, list.rows.count > size else { return list.rows.indices }
        let first = selected / size * size
        return first..<min(list.rows.count, first + size)
    }

    /// Returns `21–40 of 3 000`; nil when the whole list is read out.
    static func position(in list: ListBlock) -> Text? {
        let rows = rows(of: list)
        guard isPaged(list) else { return nil }
        let (first, last) = (Text.count(rows.lowerBound + 1), Text.count(rows.upperBound))
        switch list.count {
        case .exactly(let count):
            return Text("\(first)–\(last) of \(Text.count(count))", "\(first)–\(last) из \(Text.count(count))")
        case .atLeast(let count):
            return Text("\(first)–\(last) of \(Text.count(count))+", "\(first)–\(last) из \(Text.count(count))+")
        case .uncounted: return Text(verbatim: "") + first + Text(verbatim: "–") + last
        }
    }

    private static func isPaged(_ list: ListBlock) -> Bool { rows(of: list).count < list.rows.count }

    /// Returns the lines to type for other pages.
    static func choices(of list: ListBlock) -> [Text] {
        guard isPaged(list) else { return [] }
        let rows = rows(of: list)
        var choices: [Text] = []
        if rows.upperBound < list.rows.count { choices.append(Text("\(more): more rows", "\(more): следующие строки")) }
        if rows.lowerBound > 0 { choices.append(Text("\(before): rows before", "\(before): предыдущие строки")) }
        return choices
    }

    /// Returns the row to select for another page; nil for any other line.
    static func row(_ line: String, in list: ListBlock) -> Int? {
        guard isPaged(list) else { return nil }
        let rows = rows(of: list)
        switch line {
        case more: return rows.upperBound < list.rows.count ? rows.upperBound : nil
        case before: return rows.lowerBound > 0 ? rows.lowerBound - size : nil
        default: return nil
        }
    }
}
