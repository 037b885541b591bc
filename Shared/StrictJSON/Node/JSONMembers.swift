/// A member of an object.
public struct JSONMember: Sendable {
    /// The value.
    public let node: JSONNode

    /// The unescaped name.
    public var name: String { node.document.text(at: node.index - 1) }

    /// Returns true when the member has this name, without creating a string of its own name.
    public func isNamed(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { node.document.text(at: node.index - 1, equals: $0) }
    }
}

/// The members of an object in the order in which they were sent; names are unique.
public struct JSONMembers: Sequence, IteratorProtocol, Sendable {
    private let object: JSONNode
    private var position: Int
    private let end: Int

    init(object: JSONNode) {
        self.object = object
        position = object.index + 1
        // The ignored member is subtracted without checking that this object contains it.
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

    /// The number of remaining members.
    ///
    /// The standard library relies on this number and traps if it is too large. It therefore counts only the members of
    /// this iteration: an array has none.
    public private(set) var underestimatedCount: Int
}
