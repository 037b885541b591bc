/// A value in a ``JSONDocument``: a place on its tape, cheap to copy, valid as long as somebody holds it.
public struct JSONNode: Sendable {
    /// The text the value stands in.
    public let document: JSONDocument
    let index: Int
    /// Where the paths of errors start.
    let root: Int
    /// The place of the name of the one member, of this object or another, that counts as not there; 0 for none.
    var ignoredName = 0

    var entry: JSONEntry { document.entries[index] }

    func sibling(at index: Int) -> JSONNode {
        JSONNode(document: document, index: index, root: root, ignoredName: ignoredName)
    }

    /// What the value is.
    public var kind: JSONKind { entry.kind }

    /// Elements of an array, members of an object, 0 for everything else.
    public var count: Int { entry.count }

    /// The value exactly as it was sent, byte by byte, without white space around it.
    public var rawBytes: ArraySlice<UInt8> { document.bytes[entry.range] }

    /// Appends ``rawBytes``.
    public func appendRaw(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: rawBytes)
    }

    /// The member with this name, `nil` if there is none or the value is no object.
    ///
    /// Names are compared as bytes after unescaping: no Unicode normalisation. Takes a look at each member, so walk
    /// ``members`` instead to read many.
    public func member(_ name: String) -> JSONNode? {
        guard kind == .object else { return nil }
        var name = name
        return name.withUTF8 { document.value(named: $0, in: index) }.map(sibling)
    }

    /// The members of an object in the order they were sent, nothing for other values.
    public var members: JSONMembers { JSONMembers(object: self) }

    /// The elements of an array in order, nothing for other values.
    public var elements: JSONElements { JSONElements(array: self) }

    /// The same value as the start of the paths that errors name.
    public var asRoot: JSONNode { JSONNode(document: document, index: index, root: index) }
}
