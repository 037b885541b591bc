/// An element of a camt message, without the namespace of its name.
struct CamtNode {
    let name: String
    let line: Int
    /// The text; empty for an element with elements in it.
    var text = ""
    /// The attribute `Ccy` of an amount.
    var currency: String?
    var children: [CamtNode] = []

    /// Returns the first element at a path below this one.
    subscript(path: String...) -> CamtNode? {
        var node = self
        for name in path {
            guard let next = node.children.first(where: { $0.name == name }) else { return nil }
            node = next
        }
        return node
    }

    /// Returns all elements of a name directly below this one.
    func all(_ name: String) -> [CamtNode] { children.filter { $0.name == name } }

    /// Returns the text on one line at a path below this one; empty when there is no such element.
    func value(_ path: String...) -> String {
        var node = self
        for name in path {
            guard let next = node.children.first(where: { $0.name == name }) else { return "" }
            node = next
        }
        return CleanText.line(node.text)
    }
}
