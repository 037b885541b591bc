/// One member of an object.
public struct JSONMember: Sendable {
    /// Its value.
    public let node: JSONNode

    /// Its unescaped name.
    public var name: String { node.document.text(at: node.index - 1) }

    /// Whether it has this name, without making a string of it.
    public func isNamed(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { node.document.text(at: node.index - 1, equals: $0) }
    }
}

/// The members of an object in the order they were sent; no name comes twice.
public struct JSONMembers: Sequence, IteratorProtocol, Sendable {
    private let object: JSONNode
    private var position: Int
    private let end: Int

    init(object: JSONNode) {
        self.object = object
        position = object.index + 1
        underestimatedCount = object.kind == .object ? object.count : 0
        end = object.kind == .object ? Int(object.entry.next) : position
    }

    /// The next member.
    public mutating func next() -> JSONMember? {
        guard position < end else { return nil }
        let value = object.sibling(at: position + 1)
        underestimatedCount -= 1
        position = Int(value.entry.next)
        return JSONMember(node: value)
    }

    /// How many members are still to come.
    ///
    /// The standard library trusts this number and traps if it is too large, so it belongs to the iteration,
    /// not to the value: an array has no members.
    public private(set) var underestimatedCount: Int
}
