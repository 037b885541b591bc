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
        // Whether the ignored member is one of these is not worth a look.
        underestimatedCount = object.kind == .object ? Swift.max(0, object.count - (object.ignoredName > 0 ? 1 : 0)) : 0
        end = object.kind == .object ? Int(object.entry.next) : position
    }

    public mutating func next() -> JSONMember? {
        while position < end {
            let (name, value) = (position, object.sibling(at: position + 1))
            position = Int(value.entry.next)
            if name == object.ignoredName { continue }
            underestimatedCount = Swift.max(0, underestimatedCount - 1)
            return JSONMember(node: value)
        }
        return nil
    }

    /// How many members are still to come.
    ///
    /// The standard library trusts this number and traps if it is too large, so it belongs to the iteration,
    /// not to the value: an array has no members.
    public private(set) var underestimatedCount: Int
}
