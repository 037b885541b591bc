import Testing

/// Reads the markup that ``HTMLWriter`` writes, for tests of its structure. Unbalanced tags are an issue.
struct MarkupReader {
    struct Element {
        let tag: String
        let attributes: [String: String]
        /// The elements around it, the outermost first, as indices.
        let ancestors: [Int]
        /// The text directly in it, as it is written.
        var text = ""

        var classes: [Substring] { attributes["class"]?.split(separator: " ") ?? [] }

        func number(_ name: String) -> Double { attributes[name].flatMap(Double.init) ?? 0 }
    }

    private(set) var elements: [Element] = []

    init(_ markup: String) {
        var open: [Int] = []
        var rest = markup[...]
        while let start = rest.firstIndex(of: "<") {
            if let last = open.last { elements[last].text += rest[..<start] }
            guard let end = rest[start...].firstIndex(of: ">") else {
                Issue.record("A tag does not end: \(rest[start...])")
                return
            }
            var tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            if tag.hasPrefix("/") {
                let closed = open.popLast().map { elements[$0].tag }
                #expect(closed == String(tag.dropFirst()))
                continue
            }
            let isEmpty = tag.hasSuffix("/") || tag.hasPrefix("input")
            if tag.hasSuffix("/") { tag.removeLast() }
            let name = tag.prefix { $0 != " " }
            var attributes: [String: String] = [:]
            for match in tag.matches(of: /([a-zA-Z-]+)="([^"]*)"/) { attributes[String(match.1)] = String(match.2) }
            elements.append(Element(tag: String(name), attributes: attributes, ancestors: open))
            if !isEmpty { open.append(elements.count - 1) }
        }
        #expect(open.isEmpty, "all elements end")
    }

    func all(_ tag: String, _ name: String? = nil) -> [Element] {
        elements.filter { element in
            element.tag == tag && (name.map { element.classes.contains($0[...]) } ?? true)
        }
    }

    /// Returns the elements within the first element of this tag and class.
    func within(_ tag: String, _ name: String) -> [Element] {
        guard let index = elements.firstIndex(where: { $0.tag == tag && $0.classes.contains(name[...]) }) else {
            return []
        }
        return elements.filter { $0.ancestors.contains(index) }
    }
}
