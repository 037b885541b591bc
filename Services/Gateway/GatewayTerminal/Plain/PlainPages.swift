import Domain
import GatewayScenes
import GatewayWords
import Terminal

/// Long lists where there are only lines: they are read in pages, and the page is that of the chosen row.
enum PlainPages {
    /// How many rows are read at a time.
    static let size = 20
    /// What is typed for the next rows and for those before.
    static let (more, before) = ("+", "-")

    /// The rows that are read now; all of them where nothing can be chosen or they are few.
    static func rows(of list: ListBlock) -> Range<Int> {
        guard let selected = list.selected, list.rows.count > size else { return list.rows.indices }
        let first = selected / size * size
        return first..<min(list.rows.count, first + size)
    }

    /// `21–40 of 3 000`; nil where all there is is read.
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

    /// What can be typed to read on.
    static func choices(of list: ListBlock) -> [Text] {
        guard isPaged(list) else { return [] }
        let rows = rows(of: list)
        var choices: [Text] = []
        if rows.upperBound < list.rows.count { choices.append(Text("\(more): more rows", "\(more): следующие строки")) }
        if rows.lowerBound > 0 { choices.append(Text("\(before): rows before", "\(before): предыдущие строки")) }
        return choices
    }

    /// The row to choose so that the page is another; nil for a line that asks for none.
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
