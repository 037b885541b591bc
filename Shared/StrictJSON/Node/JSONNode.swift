/// A value in a ``JSONDocument``: an index on its tape, cheap to copy. It keeps the document alive.
public struct JSONNode: Sendable {
    /// The document that contains the value.
    public let document: JSONDocument
    let index: Int
    /// The index at which the paths of errors start.
    let root: Int
    /// The index of the name of a member, of this or another object, that counts as absent; 0 for none.
    var ignoredName = 0

    var entry: JSONEntry { document.entries[index] }

    func sibling(at index: Int) -> JSONNode {
        JSONNode(document: document, index: index, root: root, ignoredName: ignoredName)
    }

    /// The kind of value.
    public var kind: JSONKind { entry.kind }

    /// The number of elements or members; 0 for other values.
    public var count: Int { entry.count }

    /// The exact bytes of the value as sent, without surrounding white space.
    public var rawBytes: ArraySlice<UInt8> { document.bytes[entry.range] }

    /// Appends ``rawBytes``.
    public func appendRaw(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: rawBytes)
    }

    /// Returns the member with this name; nil when there is none or the value is not an object.
    ///
    /// Names are compared as bytes after unescaping, without Unicode normalisation. The search is linear, so iterate
    /// over ``members`` to read many.
    public func member(_ name: String) -> JSONNode? {
        guard kind == .object else { return nil }
        var name = name
        return name.withUTF8 { document.value(named: $0, in: index) }.map(sibling)
    }

    /// The members of an object in the order in which they were sent; empty for other values.
    public var members: JSONMembers { JSONMembers(object: self) }

    /// The elements of an array, in order; empty for other values.
    public var elements: JSONElements { JSONElements(array: self) }

    /// The same value as the start of the paths in errors.
    public var asRoot: JSONNode { JSONNode(document: document, index: index, root: index) }
}
